import { asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { kinds } from './kinds.ts';
import { kindWords, marketingWords } from './own-messages.ts';
import { readStop } from './stop-link.ts';
import { addConsent, isConsenting, saveWish } from './wish-store.ts';

/** Ends mails of the kind and to the reader that a word names: what that kind is called; null for no such word. */
export async function stopMails({ config, pool, clock }: Services, token: string): Promise<string | null> {
  const stop = readStop(config, token);
  if (!stop) return null;
  const { person, kind } = stop;
  const now = clock();
  await asSystem(pool, async (tx) => {
    await saveWish(tx, { kind, channel: 'mail', wanted: false }, { person, now });
    if (kinds[kind] === 'marketing' && (await isConsenting(tx, person)))
      await addConsent(tx, person, { given: false, version: marketingWords.version, saidBy: 'link', at: now });
  });
  return kindWords[kind].title;
}
