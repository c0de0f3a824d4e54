import { randomUUID } from 'node:crypto';
import { mayRefuse, refuse } from '../../../messages.ts';
import { audit } from '../../../platform/audit.ts';
import { announce, type Db } from '../../../platform/database.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { sanctionsIndex, screenAddress } from '../../screening/screen-wallet.ts';
import { sanctionsNow, screeningRow } from '../judge-store.ts';
import { addEvent } from '../move-store.ts';
import { move } from '../order.ts';
import type { Order } from '../order-row.ts';
import { isListHold, releaseNeeds, type ScreeningResult } from '../release-rule.ts';
import { deskMayRefuse } from './pay-in.ts';
import { OneOrder } from './schema.ts';
import { isScreenedClear, keepScreening, screeningOf } from './screened-store.ts';
import { asStaff, type Desk, orderAtDesk } from './steps.ts';

/** Nothing is paid out whose wallet was not found clear, whatever else was approved (decision A4). */
export async function refuseUnscreened(tx: Db, order: Order): Promise<void> {
  if (!(await isScreenedClear(tx, order.id))) refuse('desk.not_screened', {});
}

/** Refuses to release what so many people may not release now. What is not held is for its moves to refuse. */
export async function refuseUnlessReleasable(tx: Db, order: Order, people: 'one' | 'two'): Promise<void> {
  if (!order.state.held) return;
  const needs = releaseNeeds({ holdReason: order.holdReason, screening: await screeningOf(tx, order.id) });
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

/** Screens the wallet of a held order again, by the lists in force now. It stays held: a person releases it. */
export const screenAgain = staffOnly('compliance', 'admin')
  .errors(deskMayRefuse)
  .errors(mayRefuse('desk.not_now'))
  .input(OneOrder)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'release');
    refuseUnlessHeld(order);
    return { orderId: order.id, result: await screenNow(context, order) };
  });

async function screenNow(desk: Desk, order: Order): Promise<ScreeningResult> {
  const { tx, services, person, request } = desk;
  const at = services.clock();
  const walletAddress = order.walletAddress ?? order.senderWalletAddress ?? '';
  const { symbol } = order.coins;
  const { userId, network } = order;
  const index = await sanctionsIndex(tx, await sanctionsNow(tx));
  const screening = screenAddress(index, { address: walletAddress, network, symbol }, at);
  const id = randomUUID();
  await screeningRow({ id, userId, symbol, network, walletAddress, screening, at }).execute(tx);
  const holdReason = reasonAfter(order.holdReason, screening.result);
  await keepScreening(tx, order.id, { screeningId: id, holdReason, at });
  const step = { command: 'screened', note: null, reasonCode: null, public: false };
  await addEvent(tx, order, { step, mover: asStaff(desk), now: at });
  const on = { subjectType: 'order', subjectId: order.id, aboutId: order.userId, requestId: request.id };
  const before = { holdReason: order.holdReason };
  const after = { holdReason, screening: id, result: screening.result };
  const who = { actorId: person.id, actorRole: person.roles.join(',') };
  await audit(tx, { ...who, action: 'trading.screened', ...on, before, after });
  announce(tx, 'desk');
  announce(tx, 'compliance');
  return screening.result;
}
