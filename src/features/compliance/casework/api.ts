import { hasOpenChargeback } from '../../ledger/chargeback-store.ts';
import { canApply } from '../../trading/order/order.ts';
import { findIneligibility } from '../../trading/risk-checks/eligibility.ts';
import { type IneligibilityReason, releaseNeeds } from '../../trading/risk-checks/release-rule.ts';
import { applyTransition, lockOrderForStaff, parseReason } from '../../trading/staff/order-commands.ts';
import { assertReleasable, mayHaveLeft } from '../../trading/staff/screened.ts';
import { complianceProcedure } from '../procedures.ts';
import { HoldOrder, OneCase, ReleaseOrder } from '../schema.ts';
import { loadCase } from '../show-cases.ts';
import type { CaseOrder } from '../views.ts';
import { addTimelineEntry, assertOrderInCase, lockCaseFor } from '../work-cases.ts';
import { refuse } from './messages.ts';
import { type CaseOrderRow, findCaseOrders } from './order-store.ts';
import { decideRelease, findOpenRelease, orderRefusalCodes, proposeRelease } from './releases.ts';

const holdOrder = complianceProcedure()
  .errors(orderRefusalCodes)
  .input(HoldOrder)
  .handler(async function holdOrder({ context, input: { caseId, orderId, reasonCode, note } }) {
    const found = await lockCaseFor(context, caseId, 'work');
    await assertOrderInCase(context, caseId, orderId);
    const order = await lockOrderForStaff(context, orderId, 'hold');
    const holdReason = parseReason('hold', reasonCode);
    const step = { command: 'hold', reasonCode: holdReason, note: note || null, public: false } as const;
    await applyTransition(context, order, { ...step, facts: { holdReason } });
    await addTimelineEntry(context, found, {
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
    const found = await lockCaseFor(context, caseId, 'work');
    await assertOrderInCase(context, caseId, orderId);
    const order = await lockOrderForStaff(context, orderId, 'release');
    await assertReleasable(context.tx, order, { people: 'one', now: context.services.clock() });
    if (await findOpenRelease(context.tx, orderId)) refuse('approvals.already_open', {});
    await applyTransition(context, order, { command: 'release', note, public: false, facts: { holdReason: null } });
    await addTimelineEntry(context, found, { event: 'order_released', note, subject: { type: 'order', id: orderId } });
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
