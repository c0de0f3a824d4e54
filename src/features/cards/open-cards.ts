import { isFor } from '../../kernel/acts.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { isOwn } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { amountPlain, amountWords } from '../movements/amount.ts';
import { movementReference } from '../movements/movement-reference.ts';
import { usedFor } from '../movements/movement-store.ts';
import { cardActs } from './acts.ts';
import { insertEvent } from './event-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { silent } from './provider.ts';
import { RecordCharge } from './schema.ts';
import { quietSessions, sessionById } from './session-store.ts';
import { type AboutEvent, chargeReference, eventJob } from './take-event.ts';
import { isWipayNumber } from './wipay-event.ts';

/** After this long nobody comes back from a page. */
const waited = minutes(10);

/** Pages of silent providers from which nobody came back: their charges may be with the provider. Never one's own. */
export const listOpen = staffOnly(cardActs.look).handler(async ({ context: { services, tx, person } }) => {
  const sessions = await quietSessions(tx, silent, after(services.clock(), -waited));
  return {
    now: services.clock(),
    mayRecord: isFor(cardActs.record, person.roles),
    open: sessions.map(({ amount, ...session }) => ({ ...session, amount: amountWords(amount) })),
  };
});

/** Writes down a charge that finance found in the provider's list: for a page of ours, under its number, once. */
export const recordCharge = staffOnly(cardActs.record)
  .errors(
    mayRefuse(
      'cards.no_such_page',
      'cards.another_page',
      'desk.reference_used',
      'desk.reference_short',
      'approvals.own_matter',
    ),
  )
  .input(RecordCharge)
  .handler(async ({ context, input }) => {
    const { tx, services, person } = context;
    const session = await sessionById(tx, input.sessionId);
    if (!session || !silent.includes(session.provider) || !(session.outcome === null || session.outcome === 'declined'))
      return refuse('cards.no_such_page', {});
    if (isOwn(person, session.userId)) return refuse('approvals.own_matter', {});
    const { provider, reference, amount } = session;
    // A page of before another provider came is looked up all the same.
    const environment = services.config.cards.wipay?.environment ?? null;
    if (!isWipayNumber(input.transaction, { reference, environment })) refuse('cards.another_page', { reference });
    const checked = movementReference('card', chargeReference({ provider, transactionId: input.transaction }));
    if (!checked.ok) return refuse('desk.reference_short', {});
    const use = await usedFor(tx, checked.key);
    if (use) return refuse('desk.reference_used', { use });
    const now = services.clock();
    const found = { provider, eventId: `found ${input.transaction}`, outcome: 'approved', reference, amount } as const;
    const charge = { ...found, transactionId: input.transaction, nameOnCard: null, card: null, happenedAt: now };
    const eventId = (await insertEvent(tx, charge, now)) ?? refuse('cards.no_such_page', {});
    await services.jobs.enqueue(tx, eventJob, { eventId } satisfies AboutEvent);
    await audit(tx, {
      ...byStaff(context),
      action: 'cards.recorded',
      subjectType: 'card_session',
      subjectId: session.id,
      aboutId: session.userId,
      after: { provider, transaction: input.transaction, amount: amountPlain(amount), note: input.note },
    });
    return { sessionId: session.id };
  });
