import { jsonEqual } from '../../../kernel/canonical-json.ts';
import type { Db } from '../../../platform/database/database.ts';
import { decisionRefusalCodes, defineProposal, findOpenProposal, waitingProposal } from '../../approvals/decide.ts';
import { decidePermissions } from '../../approvals/permissions.ts';
import { hasOpenChargeback } from '../../ledger/chargeback-store.ts';
import type { Order } from '../../trading/order/order-row.ts';
import { currentIneligibility } from '../../trading/risk-checks/eligibility.ts';
import { counterpartyBlocks } from '../../trading/risk-checks/screen-counterparties.ts';
import { applyTransition, lockOrderForStaff } from '../../trading/staff/order-commands.ts';
import { assertHeld, assertReleasable, findReleaseNeeds } from '../../trading/staff/screened.ts';
import { compliancePermissions } from '../permissions.ts';
import { complianceProcedure, type StaffContext } from '../procedures.ts';
import { DecideRelease, ProposeRelease } from '../schema.ts';
import { addTimelineEntry, assertOrderInCase, lockCaseFor, recordCaseChange } from '../work-cases.ts';
import { refusalCodes, refuse } from './messages.ts';
import { findScreeningId } from './order-store.ts';

export const orderRefusalCodes = refusalCodes(
  'compliance.order_not_in_case',
  'trading.order_not_found',
  'trading.customer_frozen',
  'desk.not_now',
  'desk.reason_unknown',
  'desk.screen_first',
  'desk.two_people_needed',
  'approvals.already_open',
);

type ReleasePayload = { readonly orderId: string; readonly caseId: string; readonly note: string };

export const findOpenRelease = (tx: Db, orderId: string) => findOpenProposal(tx, 'release', orderId);

/** Snapshot that both people decide on. A release is refused if any part changed since the proposal. */
const loadSnapshot = async (tx: Db, order: Order, now: Date) => ({
  state: order.state,
  holdReason: order.holdReason,
  wallet: order.walletAddress ?? order.senderWalletAddress,
  network: order.network,
  screening: await findScreeningId(tx, order.id),
  holder: await counterpartyBlocks(tx, order.id),
  misfit: await currentIneligibility(tx, order, now),
  chargedBack: await hasOpenChargeback(tx, order.id),
});

const releaseProposal = defineProposal<StaffContext & { readonly order: Order; readonly note: string }, ReleasePayload>(
  {
    kind: 'release',
    stillValid: async ({ tx, services, order }, { stood }) =>
      jsonEqual(stood, await loadSnapshot(tx, order, services.clock())),
    async apply(staff) {
      const { tx, services, order, note } = staff;
      await assertReleasable(tx, order, { people: 'two', now: services.clock() });
      const facts = { holdReason: null };
      await applyTransition(staff, order, { command: 'release', note: note || null, public: false, facts });
    },
  },
);

/** Proposes the release of an order that needs two people (decisions A8, D2). */
export const proposeRelease = complianceProcedure(compliancePermissions.letGo)
  .errors(orderRefusalCodes)
  .errors(refusalCodes('compliance.one_person_is_enough'))
  .input(ProposeRelease)
  .handler(async function proposeRelease({ context, input: { caseId, orderId, note } }) {
    const { tx } = context;
    const found = await lockCaseFor(context, caseId, 'work');
    await assertOrderInCase(context, caseId, orderId);
    const order = await lockOrderForStaff(context, orderId, 'release');
    assertHeld(order);
    const now = context.services.clock();
    await assertReleasable(tx, order, { people: 'two', now });
    if ((await findReleaseNeeds(tx, order, now)) === 'one_person') refuse('compliance.one_person_is_enough', {});
    const payload: ReleasePayload = { orderId, caseId, note };
    const snapshot = await loadSnapshot(tx, order, now);
    const proposal = { subject: orderId, payload, stood: snapshot, customer: order.userId };
    const proposalId = await releaseProposal.propose(context, proposal);
    await recordCaseChange(context, found, {
      event: 'release_proposed',
      note,
      subject: { type: 'order', id: orderId },
    });
    return { proposalId };
  });

const events = { approve: 'order_released', reject: 'release_rejected', withdraw: 'release_withdrawn' } as const;

/** The second person approves or rejects; the proposer may withdraw. */
export const decideRelease = complianceProcedure(decidePermissions.release)
  .errors(orderRefusalCodes)
  .errors(decisionRefusalCodes)
  .input(DecideRelease)
  .handler(async function decideRelease({ context, input: { proposalId, decision, note } }) {
    const waiting = await waitingProposal(context.tx, ['release'], proposalId);
    if (!waiting) return refuse('approvals.not_found', {});
    const { orderId, caseId } = waiting.payload as ReleasePayload;
    const found = await lockCaseFor(context, caseId, 'work');
    // A release needs an unfrozen customer; rejecting or withdrawing does not.
    const order = await lockOrderForStaff(context, orderId, decision === 'approve' ? 'release' : 'hold');
    await releaseProposal.decide({ ...context, order, note }, { proposalId, decision, reason: note });
    const subject = { type: 'order', id: orderId };
    const entry = { event: events[decision], note: note || null, subject };
    await (decision === 'approve' ? addTimelineEntry : recordCaseChange)(context, found, entry);
    return { orderId };
  });
