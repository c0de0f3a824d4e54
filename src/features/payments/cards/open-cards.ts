import { after, minutes } from '../../../kernel/clock.ts';
import { roleAllows } from '../../../kernel/permissions.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { isSamePerson } from '../../../platform/database/database.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { formatAmount, formatPlainAmount } from '../../ledger/amount.ts';
import { parseMovementReference } from '../../ledger/movement-reference.ts';
import { findUse } from '../../ledger/movement-store.ts';
import { insertEvent } from './event-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { cardPermissions } from './permissions.ts';
import { findProvider, silentProviders } from './providers/registry.ts';
import { RecordCharge } from './schema.ts';
import { findSession, findSilentSessions } from './session-store.ts';
import { type EventJob, eventJob, formatChargeReference } from './store-webhook-event.ts';

const returnTimeoutMs = minutes(10);

/** Lists card pages without a result, so that finance can search the provider's list. Excludes the user's own. */
export const listOpen = staff(cardPermissions.look).handler(async function listOpen({
  context: { services, tx, person },
}) {
  const sessions = await findSilentSessions(tx, silentProviders, after(services.clock(), -returnTimeoutMs));
  return {
    now: services.clock(),
    mayRecord: roleAllows(cardPermissions.record, person.roles),
    open: sessions.map(({ amount, ...session }) => ({ ...session, amount: formatAmount(amount) })),
  };
});

/** Records a charge that finance found in the provider's list. */
export const recordCharge = staff(cardPermissions.record)
  .errors(
    refusalCodes(
      'cards.no_such_page',
      'cards.another_page',
      'desk.reference_used',
      'desk.reference_short',
      'approvals.own_matter',
    ),
  )
  .input(RecordCharge)
  .handler(async function recordCharge({ context, input }) {
    const { tx, services, person } = context;
    const session = await findSession(tx, input.sessionId);
    if (
      !session ||
      !silentProviders.includes(session.provider) ||
      !(session.outcome === null || session.outcome === 'declined')
    )
      return refuse('cards.no_such_page', {});
    if (isSamePerson(person, session.userId)) return refuse('approvals.own_matter', {});
    const { provider, reference, amount } = session;
    if (findProvider(provider)?.isChargeNumber?.(services.config, input.transaction, reference) === false)
      refuse('cards.another_page', { reference });
    const checked = parseMovementReference(
      'card',
      formatChargeReference({ provider, transactionId: input.transaction }),
    );
    if (!checked.ok) return refuse('desk.reference_short', {});
    const use = await findUse(tx, checked.key);
    if (use) return refuse('desk.reference_used', { use });
    const now = services.clock();
    const found = { provider, eventId: `found ${input.transaction}`, outcome: 'approved', reference, amount } as const;
    const charge = { ...found, transactionId: input.transaction, nameOnCard: null, card: null, happenedAt: now };
    const eventId = (await insertEvent(tx, charge, now)) ?? refuse('cards.no_such_page', {});
    await services.jobs.enqueue(tx, eventJob, { eventId } satisfies EventJob);
    await audit(tx, {
      ...byStaff(context),
      action: 'cards.recorded',
      subjectType: 'card_session',
      subjectId: session.id,
      aboutId: session.userId,
      after: { provider, transaction: input.transaction, amount: formatPlainAmount(amount), note: input.note },
    });
    return { sessionId: session.id };
  });
