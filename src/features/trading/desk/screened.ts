import { may } from '../../../kernel/acts.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { announce, asPerson, type Db } from '../../../platform/database.ts';
import { type Context, staffOnlyAfter } from '../../../platform/procedure.ts';
import { comerOf } from '../../../platform/session.ts';
import { isAddressClear } from '../../movements/movement-store.ts';
import type { ProviderAnswer } from '../../screening/provider.ts';
import { askToday } from '../../screening/questions.ts';
import { sanctionsIndex, screenAddress } from '../../screening/screen-wallet.ts';
import { unanswered, withProviders } from '../../screening/wallet-providers.ts';
import { orderActs } from '../acts.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { nobodyOn } from '../judging/ask-outside.ts';
import { keepScreening, sanctionsNow } from '../judging/judge-store.ts';
import { misfitNow } from '../judging/misfit.ts';
import {
  isListHold,
  isWalletHold,
  type ReleaseNeeds,
  releaseNeeds,
  type ScreeningResult,
} from '../judging/release-rule.ts';
import { isHolderClear } from '../judging/screen-holders.ts';
import { raiseLate } from '../judging/screen-waiting.ts';
import { addEvent } from '../moving/move-store.ts';
import { orderById } from '../order/history-store.ts';
import { move } from '../order/order.ts';
import { type Order, walletOf } from '../order/order-row.ts';
import { OneOrder } from './schema.ts';
import { isReturnApproved, isScreenedClear, screeningOf } from './screened-store.ts';
import { type Desk, deskMayRefuse, moverOf, orderAtDesk } from './steps.ts';

/**
 * Nothing is paid out whose wallet was not found clear, whatever else was approved (decision A4), nor one that is not
 * clear by the lists of today, nor whose holder is like a listed party and nobody looked. Whoever pays out learns that
 * much and no more.
 */
export async function refuseUnscreened(tx: Db, order: Order, now: Date): Promise<void> {
  const isClear = (await isScreenedClear(tx, order.id)) && (await isClearNow(tx, order, now));
  if (!isClear || !(await isHolderClear(tx, order.id))) refuse('desk.not_screened', {});
}

/** Whether the wallet of an order is clear by the lists in force now, whatever was found before. */
async function isClearNow(tx: Db, order: Order, now: Date): Promise<boolean> {
  const wallet = { address: walletOf(order), network: order.network, symbol: order.coins.symbol };
  return screenAddress(await sanctionsIndex(tx, await sanctionsNow(tx)), wallet, now).result === 'clear';
}

/** The same for whoever it goes to, where that is another address than the order's own wallet. */
export async function refuseUnscreenedParty(
  tx: Db,
  order: Order,
  { address, now }: { address: string | null; now: Date },
): Promise<void> {
  if (address === null || address === walletOf(order)) return;
  if (!(await isAddressClear(tx, order.userId, address))) refuse('desk.not_screened', {});
  const index = await sanctionsIndex(tx, await sanctionsNow(tx));
  const { result } = screenAddress(index, { address, network: order.network, symbol: order.coins.symbol }, now);
  if (result !== 'clear') refuse('desk.not_screened', {});
}

/** Whether two people approved something that leaves, and it is not written down yet: it may have left by now. */
export const mayHaveLeft = async (tx: Db, { id, payOut }: { id: string; payOut: string }): Promise<boolean> =>
  payOut === 'approved' || isReturnApproved(tx, id);

/** What it takes to release an order now, also by the lists and by what its customer may trade at this moment. */
export async function releaseNeedsNow(tx: Db, order: Order, now: Date): Promise<ReleaseNeeds> {
  const screening = (await isClearNow(tx, order, now)) ? await screeningOf(tx, order.id) : 'flagged';
  const approved = await mayHaveLeft(tx, { id: order.id, payOut: order.state.payOut });
  const misfit = await misfitNow(tx, order, now);
  return releaseNeeds({ holdReason: order.holdReason, screening, misfit, approved });
}

/**
 * Refuses to release what so many people may not release now, by what was found of its wallet and by how it stands
 * at this moment. What is not held is for its moves to refuse.
 */
export async function refuseUnlessReleasable(
  tx: Db,
  order: Order,
  { people, now }: { people: 'one' | 'two'; now: Date },
): Promise<void> {
  if (!order.state.held) return;
  const needs = await releaseNeedsNow(tx, order, now);
  if (needs === 'screening') refuse('desk.screen_first', {});
  if (needs === 'two_people' && people === 'one') refuse('desk.two_people_needed', {});
}

/** Only what is held can be looked at again, or released. */
export function refuseUnlessHeld(order: Order): void {
  const result = move(order.state, 'release');
  if (!result.ok) refuse('desk.not_now', { why: result.reason.replaceAll('_', ' ') });
}

/** Why an order is held once its wallet was screened again. What a list stopped stays so until two people agree. */
function reasonAfter(before: string | null, result: ScreeningResult): string | null {
  if (result === 'flagged' || result === 'high_risk') return 'wallet_blocked';
  if (result === 'error' || isListHold(before)) return before;
  return before === 'screening_down' || before === 'wallet_not_screened' ? 'screened_later' : before;
}

/** What the providers that are switched on say of the wallet now, asked before the transaction as for a new order. */
async function askAgain({ services, request }: Context, input: unknown): Promise<ProviderAnswer[]> {
  if (nobodyOn(services)) return [];
  const wish = OneOrder.safeParse(input);
  const comer = comerOf(request, services.config);
  if (!wish.success) return unanswered(services, 'was not asked');
  const found = await asPerson(services.pool, comer, async (tx, person) => {
    const order = await orderById(tx, wish.data.orderId);
    return order && may(person, orderActs.release, { customerId: order.userId, preparedBy: null }) ? order : null;
  });
  const order = found?.value;
  if (!order) return unanswered(services, 'was not asked');
  const address = walletOf(order);
  return askToday(services, { address, network: order.network, symbol: order.coins.symbol }, 'staff');
}

/** Screens the wallet of a held order again, by the lists in force now. It stays held: a person releases it. */
export const screenAgain = staffOnlyAfter(orderActs.release, askAgain)
  .errors(deskMayRefuse)
  .errors(mayRefuse('desk.not_now'))
  .input(OneOrder)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'hold');
    refuseUnlessHeld(order);
    return { orderId: order.id, result: await screenNow(context, order, context.asked) };
  });

const foundAgain = 'The wallet of a held order was screened again and stands on a list.';

async function screenNow(desk: Desk, order: Order, asked: readonly ProviderAnswer[]): Promise<ScreeningResult> {
  const { tx, services } = desk;
  const at = services.clock();
  const wallet = { address: walletOf(order), network: order.network, symbol: order.coins.symbol };
  const listed = screenAddress(await sanctionsIndex(tx, await sanctionsNow(tx)), wallet, at);
  const screening = withProviders(listed, asked);
  const holdReason = reasonAfter(order.holdReason, screening.result);
  const id = await keepScreening(tx, order, { screening, holdReason, at });
  const step = { command: 'screened', note: null, reasonCode: null, public: false };
  await addEvent(tx, order, { step, mover: moverOf(desk), now: at });
  const on = { subjectType: 'order', subjectId: order.id, aboutId: order.userId };
  const before = { holdReason: order.holdReason };
  const after = { holdReason, screening: id, result: screening.result };
  await audit(tx, { ...byStaff(desk), action: 'trading.screened', ...on, before, after });
  if (isWalletHold(holdReason) && !isWalletHold(order.holdReason))
    await raiseLate(tx, order, { screening, address: wallet.address, now: at, what: foundAgain });
  announce(tx, 'desk');
  announce(tx, 'compliance');
  return screening.result;
}
