import { system } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { insertRows } from '../../../platform/database/batch-insert.ts';
import { type Db, publishTopic, withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { forEachSettled } from '../../../platform/jobs/for-each-settled.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import { reassessmentRow } from '../../risk/assess-order-risk.ts';
import { queryWithinQuota } from '../../screening/provider-quota.ts';
import { transitionOrder } from '../lifecycle/transition-order.ts';
import { findOrder } from '../order/history-store.ts';
import { getWallet } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { windowAt } from '../quoting/quote-store.ts';
import { assessOrder, blockReason, getOutcome, type OrderAssessment, type OrderToAssess } from './assess-order.ts';
import {
  actAs,
  findUnassessed,
  loadEntitledContext,
  saveAssessed,
  saveScreening,
  type WalletToScreen,
} from './assessment-store.ts';
import { buildLimitAlert, getAlert } from './build-alert.ts';
import { checkEligibility, entitlementExcluding, toAssessedTerms } from './eligibility.ts';
import { openBlockCase } from './open-case.ts';
import { type IneligibilityReason, isListHold } from './release-rule.ts';
import { systemAuditEntry } from './system-transition.ts';

/** Job: reassesses repriced orders like new ones, which unblocks their payout. Returns the number of orders. */
export async function reassessRepriced(services: Services): Promise<number> {
  const waiting = await withSystem(services.pool, (tx) => findUnassessed(tx));
  await forEachSettled(waiting, (one) => reassessOne(services, one));
  return waiting.length;
}

async function reassessOne(services: Services, { id, userId, ...wallet }: WalletToScreen): Promise<void> {
  const providerAnswers = await queryWithinQuota(services, wallet, { userId });
  await withSystem(services.pool, async (tx) => {
    await actAs(tx, userId);
    const order = await findOrder(tx, id, true);
    if (!order || !(await findUnassessed(tx, id)).length) return;
    const open = order.status === 'pending' || order.status === 'processing';
    if (open) await reassess(tx, order, { providerAnswers, at: services.clock() });
    else await saveAssessed(tx, id, null);
  });
}

const toOrderToAssess = (
  order: Order,
  { providerAnswers, at }: Pick<OrderToAssess, 'providerAnswers' | 'at'>,
): OrderToAssess => ({
  userId: order.userId,
  terms: toAssessedTerms(order),
  network: order.network,
  walletAddress: getWallet(order),
  at,
  providerAnswers,
});

async function reassess(tx: Db, order: Order, now: Pick<OrderToAssess, 'providerAnswers' | 'at'>): Promise<void> {
  const window = windowAt(now.at);
  const context = await loadEntitledContext(tx, { key: order.id, window });
  const entitlement = entitlementExcluding(order, context.entitlement, window);
  const input = toOrderToAssess(order, now);
  const assessment = await assessOrder(tx, input, { ...context, entitlement });
  await saveResult(tx, order, {
    input,
    assessment,
    ineligibility: await checkEligibility(tx, order, { entitlement, at: now.at }),
  });
}

type Reassessment = {
  readonly input: OrderToAssess;
  readonly assessment: OrderAssessment;
  readonly ineligibility: IneligibilityReason | null;
};

/** Stores the result and holds the order if needed, hidden from the customer (decision A7). */
async function saveResult(tx: Db, order: Order, { input, assessment, ineligibility }: Reassessment): Promise<void> {
  const { at } = input;
  const blocked = blockReason(assessment);
  const reason = blocked ?? ineligibility ?? assessment.finding;
  // Keeps the reason of a list match: its release takes two people.
  const keepsListHold = isListHold(order.holdReason) && !isListHold(blocked);
  const holdReason = (keepsListHold ? order.holdReason : blocked) ?? order.holdReason ?? reason;
  if (reason && !order.state.held) {
    const step = { command: 'hold', reasonCode: reason, public: false, facts: { holdReason: reason } } as const;
    await transitionOrder(tx, order, { step, mover: system, now: at });
  }
  const screeningId = await saveScreening(tx, order, { screening: assessment.screening, holdReason, at });
  await saveAssessed(tx, order.id, assessment.risk.score);
  const { risk } = assessment;
  const outcome = getOutcome(reason !== null || order.state.held);
  await insertRows(tx, [reassessmentRow({ orderId: order.id, userId: order.userId, outcome, risk, at })]);
  const alert =
    getAlert(assessment, input, order.id) ?? (ineligibility && buildLimitAlert(input, assessment, order.id));
  if (alert) await raiseAlert(tx, alert);
  if (alert && blocked) await openBlockCase(tx, input, { by: blocked, alertId: alert.id });
  const after = { jmdAmount: risk.inputs.amount, score: risk.score.score, holdReason: reason, screeningId };
  await audit(tx, { ...systemAuditEntry(order), action: 'trading.judged_anew', after });
  publishTopic(tx, 'desk');
}
