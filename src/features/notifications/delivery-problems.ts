import { type Db, publishTopic } from '../../platform/database/database.ts';
import { marketingConsent } from './customer-messages.ts';
import { findUserByAddress, hasConsent, insertConsent, insertProblem, type ProblemKind } from './store.ts';

type DeliveryEvent = {
  readonly kind: ProblemKind;
  readonly address: string;
  /** The sender's id of the event, for deduplication. */
  readonly eventId: string;
  readonly at: Date;
  readonly now: Date;
};

/**
 * Records a bounce or complaint and ends marketing consent. Unknown addresses are ignored; mandatory mails continue.
 */
export async function recordDeliveryProblem(tx: Db, { kind, address, eventId, at, now }: DeliveryEvent): Promise<void> {
  const person = await findUserByAddress(tx, address.trim().toLowerCase());
  if (!person || !(await insertProblem(tx, { person, kind, eventId, at }))) return;
  if (await hasConsent(tx, person))
    await insertConsent(tx, person, { given: false, version: marketingConsent.version, source: kind, at: now });
  publishTopic(tx, 'notices', person);
}
