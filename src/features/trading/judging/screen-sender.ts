import { audit } from '../../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../../platform/database.ts';
import { eachAlone } from '../../../platform/each-alone.ts';
import { system } from '../../../platform/mover.ts';
import type { Services } from '../../../platform/procedure.ts';
import type { Movement } from '../../movements/movement.ts';
import { askToday } from '../../screening/questions.ts';
import { sanctionsIndex, screenAddress, type WalletScreening } from '../../screening/screen-wallet.ts';
import { withProviders } from '../../screening/wallet-providers.ts';
import { moveOrder } from '../moving/move-order.ts';
import { addEvent } from '../moving/move-store.ts';
import { orderById } from '../order/history-store.ts';
import { isHere, mayHold } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { bySystem } from './by-system.ts';
import { keepBeside, keepScreening, sanctionsNow, unscreenedSenders } from './judge-store.ts';
import { isListHold } from './release-rule.ts';
import { raiseLate } from './screen-waiting.ts';

export type SenderToScreen = {
  readonly orderId: string;
  readonly movementId: string;
  /** Screening found no answer before: another such is not written down. */
  readonly again?: boolean;
};

const what = 'The coins of an order came from another address than was typed, and it stands on a list.';

/**
 * Screens the address that really sent the coins of an order. What is not found clear holds the order, with an alert
 * and a case where a list says so; the customer and those who move money see nothing of it (decision A7).
 */
export async function screenSender(services: Services, { orderId, movementId, again }: SenderToScreen): Promise<void> {
  const find = async (tx: Db, lock: boolean) => {
    const order = await orderById(tx, orderId, lock);
    const line = order?.movements.find(({ id }) => id === movementId);
    return order && line?.party.address && isHere(order, line) ? { order, line, address: line.party.address } : null;
  };
  const found = await asSystem(services.pool, (tx) => find(tx, false));
  if (!found) return;
  const wallet = { address: found.address, network: found.order.network, symbol: found.order.coins.symbol };
  const answers = await askToday(services, wallet, 'staff');
  await asSystem(services.pool, async (tx) => {
    const now = await find(tx, true);
    if (!now) return;
    const at = services.clock();
    const listed = screenAddress(await sanctionsIndex(tx, await sanctionsNow(tx)), wallet, at);
    const screening = withProviders(listed, answers);
    if (again && screening.result === 'error') return;
    await keepSender(tx, now.order, { line: now.line, address: now.address, screening, at });
  });
}

/**
 * Screens anew who sent coins beside an order's own while no screening was to be had: they could go back to nobody. The
 * order's own sender is looked at with its hold.
 */
export async function screenSenders(services: Services): Promise<void> {
  const senders = await asSystem(services.pool, unscreenedSenders);
  await eachAlone(senders, (sender) => screenSender(services, { ...sender, again: true }));
}

/** Why an order is held by what was found of its sender. What a list had stopped stays so until two people agree. */
function holdReasonAfter(before: string | null, result: WalletScreening['result']): string | null {
  if (result === 'flagged' || result === 'high_risk') return 'wallet_blocked';
  return result === 'error' && !isListHold(before) ? 'screening_down' : before;
}

type Screened = { line: Movement; address: string; screening: WalletScreening; at: Date };

async function keepSender(tx: Db, order: Order, { line, address, screening, at }: Screened): Promise<void> {
  const { result } = screening;
  const listed = result === 'flagged' || result === 'high_risk';
  const holdReason = holdReasonAfter(order.holdReason, result);
  if (result !== 'clear' && mayHold(order)) {
    const step = { command: 'hold', reasonCode: holdReason, public: false, facts: { holdReason } } as const;
    await moveOrder(tx, order, { step, mover: system, now: at });
  }
  // One that is held for something else goes on being held, by the list from now on: its release takes two people.
  const screeningId = line.extra
    ? await keepBeside(tx, order, { screening, address, holdReason: listed ? holdReason : null, at })
    : await keepScreening(tx, order, { screening, holdReason, at });
  await addEvent(tx, order, { step: { command: 'screened', note: null, public: false }, mover: system, now: at });
  const after = { result, screeningId, movementId: line.id, ...(listed && { holdReason }) };
  await audit(tx, { ...bySystem(order), action: 'trading.sender_screened', after });
  if (listed) await raiseLate(tx, order, { screening, address, now: at, what });
  announce(tx, 'desk');
}
