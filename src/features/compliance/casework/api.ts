import { jsonEqual } from '../../../kernel/canonical-json.ts';
import type { Db } from '../../../platform/database/database.ts';
import {
  decisionRefusalCodes,
  defineProposal,
  findOpenProposal,
  findOpenProposalById,
} from '../../approvals/decide.ts';
import { decidePermissions } from '../../approvals/permissions.ts';
import { hasOpenChargeback } from '../../ledger/movement-store.ts';
import { canApply } from '../../trading/order/order.ts';
import type { Order } from '../../trading/order/order-row.ts';
import { currentIneligibility, findIneligibility } from '../../trading/risk-checks/eligibility.ts';
import { type IneligibilityReason, releaseNeeds } from '../../trading/risk-checks/release-rule.ts';
import { counterpartyBlocks } from '../../trading/risk-checks/screen-counterparties.ts';
import { applyTransition, lockOrderForStaff, parseReason } from '../../trading/staff/order-commands.ts';
import { assertHeld, assertReleasable, findReleaseNeeds, mayHaveLeft } from '../../trading/staff/screened.ts';
import { addTimelineEntry, assertOrderInCase, loadCase, lockCaseFor, recordCaseChange } from '../case-commands.ts';
import { compliancePermissions } from '../permissions.ts';
import { complianceProcedure, type StaffContext } from '../procedures.ts';
import { DecideRelease, HoldOrder, OneCase, ProposeRelease, ReleaseOrder } from '../schema.ts';
import type { CaseOrder } from '../views.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type CaseOrderRow, findCaseOrders, findScreeningId } from './order-store.ts';

const orderRefusalCodes = refusalCodes(
  'compliance.order_not_in_case',
  'trading.order_not_found',
  'desk.customer_frozen',
  'desk.not_now',
  'desk.reason_unknown',
  'desk.screen_first',
  'desk.two_people_needed',
  'approvals.already_open',
);

type ReleasePayload = { readonly orderId: string; readonly caseId: string; readonly note: string };

const findOpenRelease = (tx: Db, orderId: string) => findOpenProposal(tx, 'release', orderId);

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
const proposeRelease = complianceProcedure(compliancePermissions.release)
  .errors(orderRefusalCodes)
  .errors(refusalCodes('compliance.one_person_is_enough'))
  .input(ProposeRelease)
  .handler(async function proposeRelease({ context, input: { caseId, orderId, note } }) {
    const { tx } = context;
    const lockedCase = await lockCaseFor(context, caseId, 'work');
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
    await recordCaseChange(context, lockedCase, {
      event: 'release_proposed',
      note,
      subject: { type: 'order', id: orderId },
    });
    return { proposalId };
  });

const events = { approve: 'order_released', reject: 'release_rejected', withdraw: 'release_withdrawn' } as const;

/** The second person approves or rejects; the proposer may withdraw. */
const decideRelease = complianceProcedure(decidePermissions.release)
  .errors(orderRefusalCodes)
  .errors(decisionRefusalCodes)
  .input(DecideRelease)
  .handler(async function decideRelease({ context, input: { proposalId, decision, note } }) {
    const waiting = await findOpenProposalById(context.tx, ['release'], proposalId);
    if (!waiting) return refuse('approvals.not_found', {});
    const { orderId, caseId } = waiting.payload as ReleasePayload;
    const lockedCase = await lockCaseFor(context, caseId, 'work');
    // A release needs an unfrozen customer; rejecting or withdrawing does not.
    const order = await lockOrderForStaff(context, orderId, decision === 'approve' ? 'release' : 'hold');
    await releaseProposal.decide({ ...context, order, note }, { proposalId, decision, reason: note });
    const subject = { type: 'order', id: orderId };
    const entry = { event: events[decision], note: note || null, subject };
    await (decision === 'approve' ? addTimelineEntry : recordCaseChange)(context, lockedCase, entry);
    return { orderId };
  });

const holdOrder = complianceProcedure()
  .errors(orderRefusalCodes)
  .input(HoldOrder)
  .handler(async function holdOrder({ context, input: { caseId, orderId, reasonCode, note } }) {
    const lockedCase = await lockCaseFor(context, caseId, 'work');
    await assertOrderInCase(context, caseId, orderId);
    const order = await lockOrderForStaff(context, orderId, 'hold');
    const holdReason = parseReason('hold', reasonCode);
    const step = { command: 'hold', reasonCode: holdReason, note: note || null, public: false } as const;
    await applyTransition(context, order, { ...step, facts: { holdReason } });
    await addTimelineEntry(context, lockedCase, {
      event: 'order_held',
      reasonCode,
      note: note || null,
      subject: { type: 'order', id: orderId },
    });
    return { orderId };
  });

/** Releases an order with a clear wallet that one person may release (`release-rule.ts`). */
const releaseOrder = complianceProcedure()
  .errors(orderRefusalCodes)
  .input(ReleaseOrder)
  .handler(async function releaseOrder({ context, input: { caseId, orderId, note } }) {
    const lockedCase = await lockCaseFor(context, caseId, 'work');
    await assertOrderInCase(context, caseId, orderId);
    const order = await lockOrderForStaff(context, orderId, 'release');
    await assertReleasable(context.tx, order, { people: 'one', now: context.services.clock() });
    if (await findOpenRelease(context.tx, orderId)) refuse('approvals.already_open', {});
    await applyTransition(context, order, { command: 'release', note, public: false, facts: { holdReason: null } });
    await addTimelineEntry(context, lockedCase, {
      event: 'order_released',
      note,
      subject: { type: 'order', id: orderId },
    });
    return { orderId };
  });

type ViewContext = {
  readonly me: string;
  readonly canWork: boolean;
  readonly misfit: IneligibilityReason | null;
  readonly chargedBack: boolean;
  readonly approved: boolean;
};

function toCaseOrder(row: CaseOrderRow, { me, canWork, misfit, chargedBack, approved }: ViewContext): CaseOrder {
  const { proposalId, proposedById, proposedBy, proposedAt, proposalNote, lapsed, ...order } = row;
  const { status, payIn, payOut, held } = row;
  const state = { status, payIn, payOut, held, lapsed };
  const needs = releaseNeeds({ holdReason: row.holdReason, screening: row.screening, misfit, chargedBack, approved });
  const release = proposalId &&
    proposedAt && {
      proposalId,
      proposedBy: { id: proposedById ?? '', name: proposedBy ?? '' },
      proposedAt,
      note: proposalNote ?? '',
      mayDecide: proposedById !== me,
      mayWithdraw: proposedById === me,
    };
  return {
    ...order,
    misfit,
    twoPeople: held && needs !== 'one_person',
    release: release || null,
    mayHold: canWork && status !== 'completed' && canApply(state, 'hold'),
    mayRelease: canWork && held && needs !== 'screening' && !proposalId,
  };
}

const showCase = complianceProcedure()
  .input(OneCase)
  .handler(async function showCase({ context, input }) {
    const { tx, services } = context;
    const now = services.clock();
    const loaded = await loadCase(context, input.caseId);
    const rows = await findCaseOrders(tx, loaded.customer.id, loaded.id);
    const viewer = { me: context.person.id, canWork: loaded.may.work };
    const orderLines: CaseOrder[] = [];
    for (const row of rows) {
      const misfit = row.held ? await findIneligibility(tx, row.id, now) : null;
      const chargedBack = row.held && (await hasOpenChargeback(tx, row.id));
      const approved = row.held && (await mayHaveLeft(tx, row));
      orderLines.push(toCaseOrder(row, { ...viewer, misfit, chargedBack, approved }));
    }
    return { ...loaded, orderLines };
  });

export const caseworkApi = { case: showCase, holdOrder, releaseOrder, proposeRelease, decideRelease };
