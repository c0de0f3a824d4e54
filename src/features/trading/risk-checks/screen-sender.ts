import { system } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { forEachSettled } from '../../../platform/jobs/for-each-settled.ts';
import type { Movement } from '../../ledger/movement.ts';
import { queryWithinQuota } from '../../screening/provider-quota.ts';
import { screenAddressNow, type WalletScreening } from '../../screening/screen-wallet.ts';
import { withProviders } from '../../screening/wallet-providers.ts';
import { transitionOrder } from '../lifecycle/transition-order.ts';
import { addEvent } from '../lifecycle/transition-store.ts';
import { findOrder } from '../order/history-store.ts';
import { canHold, isStillHeld } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { findUnscreenedSenders, saveScreening, saveSenderScreening } from './assessment-store.ts';
import { isListHold } from './release-rule.ts';
import { raiseListedAlert } from './screen-waiting.ts';
import { systemAuditEntry } from './system-transition.ts';

export type SenderToScreen = {
  readonly orderId: string;
  readonly movementId: string;
  readonly again?: boolean;
};

const description = "An order's coins came from an address that the customer didn't name, and it is on a list.";

/** Job: screens the address that sent the coins. Holds the order unless clear, hidden from the customer (A7). */
export async function screenSender(
  services: Services,
  { orderId, movementId, again: isRetry }: SenderToScreen,
): Promise<void> {
  const find = async (tx: Db, lock: boolean) => {
    const order = await findOrder(tx, orderId, lock);
    const movement = order?.movements.find(({ id }) => id === movementId);
    return order && movement?.party.address && isStillHeld(order, movement)
      ? { order, movement, address: movement.party.address }
      : null;
  };
  const found = await withSystem(services.pool, (tx) => find(tx, false));
  if (!found) return;
  const wallet = { address: found.address, network: found.order.network, symbol: found.order.coins.symbol };
  const answers = await queryWithinQuota(services, wallet, 'staff');
  await withSystem(services.pool, async (tx) => {
    const now = await find(tx, true);
    if (!now) return;
    const at = services.clock();
    const listed = await screenAddressNow(tx, wallet, at);
    const screening = withProviders(listed, answers);
    if (isRetry && screening.result === 'error') return;
    await saveSenderResult(tx, now.order, { movement: now.movement, address: now.address, screening, at });
  });
}

/** Job: retries failed screenings of senders of surplus coins. The refund waits for the result. */
export async function screenSenders(services: Services): Promise<void> {
  const senders = await withSystem(services.pool, findUnscreenedSenders);
  await forEachSettled(senders, (sender) => screenSender(services, { ...sender, again: true }));
}

function nextHoldReason(before: string | null, result: WalletScreening['result']): string | null {
  if (result === 'flagged' || result === 'high_risk') return 'wallet_blocked';
  return result === 'error' && !isListHold(before) ? 'screening_down' : before;
}

type Screened = { movement: Movement; address: string; screening: WalletScreening; at: Date };

async function saveSenderResult(tx: Db, order: Order, { movement, address, screening, at }: Screened): Promise<void> {
  const { result } = screening;
  const listed = result === 'flagged' || result === 'high_risk';
  const holdReason = nextHoldReason(order.holdReason, result);
  if (result !== 'clear' && canHold(order)) {
    const step = { command: 'hold', reasonCode: holdReason, public: false, facts: { holdReason } } as const;
    await transitionOrder(tx, order, { step, mover: system, now: at });
  }
  // With the hold reason of a list match the release takes two people.
  const screeningId = movement.extra
    ? await saveSenderScreening(tx, order, { screening, address, holdReason: listed ? holdReason : null, at })
    : await saveScreening(tx, order, { screening, holdReason, at });
  await addEvent(tx, order, { step: { command: 'screened', note: null, public: false }, mover: system, now: at });
  const after = { result, screeningId, movementId: movement.id, ...(listed && { holdReason }) };
  await audit(tx, { ...systemAuditEntry(order), action: 'trading.sender_screened', after });
  if (listed) await raiseListedAlert(tx, order, { screening, address, now: at, what: description });
  publishTopic(tx, 'desk');
}
