import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { kindLabels, marketingConsent } from './customer-messages.ts';
import { kinds } from './kinds.ts';
import { hasConsent, insertConsent, savePreference } from './preferences-store.ts';
import { parseUnsubscribeToken } from './unsubscribe-token.ts';

/** Returns the name of the stopped kind; null for an invalid token. */
export async function unsubscribe({ config, pool, clock }: Services, token: string): Promise<string | null> {
  const unsubscription = parseUnsubscribeToken(config, token);
  if (!unsubscription) return null;
  const { person, kind } = unsubscription;
  const now = clock();
  await withSystem(pool, async (tx) => {
    await savePreference(tx, { kind, channel: 'mail', wanted: false }, { person, now });
    if (kinds[kind] === 'marketing' && (await hasConsent(tx, person)))
      await insertConsent(tx, person, { given: false, version: marketingConsent.version, source: 'link', at: now });
  });
  return kindLabels[kind].title;
}
