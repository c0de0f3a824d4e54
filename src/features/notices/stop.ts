import { asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { kinds } from './kinds.ts';
import { marketingWords } from './own-messages.ts';
import { readStop } from './stop-link.ts';
import { addConsent, isConsenting, saveWish } from './wish-store.ts';

/** Ends mails of the kind that a word names, to whom it names; answers what that is called, or null for no such word. */
export async function stopMails({ config, pool, clock }: Services, token: string): Promise<string | null> {
  const stop = readStop(config, token);
  if (!stop) return null;
  const { person, kind } = stop;
  const now = clock();
  await asSystem(pool, async (tx) => {
    await saveWish(tx, { kind, channel: 'mail', wanted: false }, { person, now });
    if (kinds[kind].class === 'marketing' && (await isConsenting(tx, person)))
      await addConsent(tx, person, { given: false, version: marketingWords.version, saidBy: 'link', at: now });
  });
  return kinds[kind].name;
}
