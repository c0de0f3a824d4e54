import { can } from '../../../kernel/permissions.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { type Db, publishTopic, withUser } from '../../../platform/database/database.ts';
import { type Context, staffWithPrefetch } from '../../../platform/http/procedure.ts';
import { credentialsOf } from '../../../platform/http/session.ts';
import type { Party } from '../../ledger/movement.ts';
import { hasOpenChargeback, isAddressClear } from '../../ledger/movement-store.ts';
import type { ProviderAnswer } from '../../screening/provider.ts';
import { queryWithinQuota } from '../../screening/provider-quota.ts';
import { isAddressClearNow, screenAddressNow } from '../../screening/screen-wallet.ts';
import { createErrorAnswers, withProviders } from '../../screening/wallet-providers.ts';
import { addEvent } from '../lifecycle/transition-store.ts';
import { findOrder } from '../order/history-store.ts';
import { applyCommand } from '../order/order.ts';
import { getWallet } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { orderPermissions } from '../permissions.ts';
import { saveScreening } from '../risk-checks/assessment-store.ts';
import { currentIneligibility } from '../risk-checks/eligibility.ts';
import { noProviderEnabled } from '../risk-checks/query-providers.ts';
import {
  isListHold,
  isWalletHold,
  type ReleaseNeeds,
  releaseNeeds,
  type ScreeningResult,
} from '../risk-checks/release-rule.ts';
import { areCounterpartiesClear } from '../risk-checks/screen-counterparties.ts';
import { raiseListedAlert } from '../risk-checks/screen-waiting.ts';
import { refusalCodes, refuse } from '../staff-messages.ts';
import { getActor, lockOrderForStaff, type StaffContext, staffRefusalCodes } from './order-commands.ts';
import { OneOrder } from './schema.ts';
import { findScreeningResult, isRefundApproved, isScreenedClear } from './screened-store.ts';

const toWallet = (order: Order) => ({ address: getWallet(order), network: order.network, symbol: order.coins.symbol });

const isClearNow = (tx: Db, order: Order, now: Date): Promise<boolean> => isAddressClearNow(tx, toWallet(order), now);

/** True if wallet, counterparties and recipient were clear and still are by today's lists (decision A4). */
export async function isCleared({ tx, services }: StaffContext, order: Order, to: Party): Promise<boolean> {
  const now = services.clock();
  const wallet = { ...toWallet(order), address: to.address ?? '' };
  const isOtherAddress = to.address !== null && to.address !== getWallet(order);
  const checks = [
    isScreenedClear(tx, order.id),
    isClearNow(tx, order, now),
    areCounterpartiesClear(tx, order),
    ...(isOtherAddress ? [isAddressClear(tx, order.userId, wallet.address), isAddressClearNow(tx, wallet, now)] : []),
  ];
  return !(await Promise.all(checks)).includes(false);
}

/** True after the approval of a payout or refund: staff may have sent it without recording it yet. */
export const mayHaveLeft = async (tx: Db, { id, payOut }: { id: string; payOut: string }): Promise<boolean> =>
  payOut === 'approved' || isRefundApproved(tx, id);

export async function findReleaseNeeds(tx: Db, order: Order, now: Date): Promise<ReleaseNeeds> {
  const screening = (await isClearNow(tx, order, now)) ? await findScreeningResult(tx, order.id) : 'flagged';
  const approved = await mayHaveLeft(tx, { id: order.id, payOut: order.state.payOut });
  const misfit = await currentIneligibility(tx, order, now);
  const chargedBack = await hasOpenChargeback(tx, order.id);
  return releaseNeeds({ holdReason: order.holdReason, screening, misfit, chargedBack, approved });
}

export async function assertReleasable(
  tx: Db,
  order: Order,
  { people, now }: { people: 'one' | 'two'; now: Date },
): Promise<void> {
  if (!order.state.held) return;
  const needs = await findReleaseNeeds(tx, order, now);
  if (needs === 'screening') refuse('desk.screen_first', {});
  if (needs === 'two_people' && people === 'one') refuse('desk.two_people_needed', {});
}

export function assertHeld(order: Order): void {
  const result = applyCommand(order.state, 'release');
  if (!result.ok) refuse('desk.not_now', { why: result.reason.replaceAll('_', ' ') });
}

function nextHoldReason(before: string | null, result: ScreeningResult): string | null {
  if (result === 'flagged' || result === 'high_risk') return 'wallet_blocked';
  if (result === 'error' || isListHold(before)) return before;
  return before === 'screening_down' || before === 'wallet_not_screened' ? 'screened_later' : before;
}

async function queryProviders({ services, request }: Context, input: unknown): Promise<ProviderAnswer[]> {
  if (noProviderEnabled(services)) return [];
  const parsed = OneOrder.safeParse(input);
  const credentials = credentialsOf(request, services.config);
  if (!parsed.success) return createErrorAnswers(services, 'was not queried');
  const found = await withUser(services.pool, credentials, async (tx, person) => {
    const order = await findOrder(tx, parsed.data.orderId);
    return order && can(person, orderPermissions.release, { customerId: order.userId, preparedBy: null })
      ? order
      : null;
  });
  const order = found?.value;
  if (!order) return createErrorAnswers(services, 'was not queried');
  return queryWithinQuota(services, toWallet(order), 'staff');
}

export const screenAgain = staffWithPrefetch(orderPermissions.release, queryProviders)
  .errors(staffRefusalCodes)
  .errors(refusalCodes('desk.not_now'))
  .input(OneOrder)
  .handler(async function screenAgain({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'hold');
    assertHeld(order);
    return { orderId: order.id, result: await screenNow(context, order, context.prefetched) };
  });

const listedDescription = 'The wallet of a held order was screened again and is on a list.';

async function screenNow(
  context: StaffContext,
  order: Order,
  answers: readonly ProviderAnswer[],
): Promise<ScreeningResult> {
  const { tx, services } = context;
  const at = services.clock();
  const wallet = toWallet(order);
  const listed = await screenAddressNow(tx, wallet, at);
  const screening = withProviders(listed, answers);
  const holdReason = nextHoldReason(order.holdReason, screening.result);
  const id = await saveScreening(tx, order, { screening, holdReason, at });
  const step = { command: 'screened', note: null, reasonCode: null, public: false };
  await addEvent(tx, order, { step, mover: getActor(context), now: at });
  const on = { subjectType: 'order', subjectId: order.id, aboutId: order.userId };
  const before = { holdReason: order.holdReason };
  const after = { holdReason, screening: id, result: screening.result };
  await audit(tx, { ...byStaff(context), action: 'trading.screened', ...on, before, after });
  if (isWalletHold(holdReason) && !isWalletHold(order.holdReason))
    await raiseListedAlert(tx, order, { screening, address: wallet.address, now: at, what: listedDescription });
  publishTopic(tx, 'desk');
  publishTopic(tx, 'compliance');
  return screening.result;
}
