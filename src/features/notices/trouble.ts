import { announce, type Db } from '../../platform/database.ts';
import { marketingWords } from './own-messages.ts';
import { insertTrouble, personAt, type TroubleKind } from './trouble-store.ts';
import { addConsent, isConsenting } from './wish-store.ts';

type Told = {
  readonly kind: TroubleKind;
  readonly address: string;
  /** As whoever tells it calls it: told again, it is the same. */
  readonly eventId: string;
  readonly at: Date;
  readonly now: Date;
};

/**
 * Notes that a mail came back, or that its reader called it spam: marketing stops. Of an address that is nobody's
 * nothing is kept. Whatever must be told goes on being sent.
 */
export async function noteTrouble(tx: Db, { kind, address, eventId, at, now }: Told): Promise<void> {
  const person = await personAt(tx, address.trim().toLowerCase());
  if (!person || !(await insertTrouble(tx, { person, kind, eventId, at }))) return;
  if (await isConsenting(tx, person))
    await addConsent(tx, person, { given: false, version: marketingWords.version, saidBy: kind, at: now });
  announce(tx, 'notices', person);
}
