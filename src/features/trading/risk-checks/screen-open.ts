import type pg from 'pg';
import { system } from '../../../platform/actor.ts';
import { withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { findActiveVersion } from '../../screening/index-store.ts';
import { loadSanctionsIndex, screenAddress, screenAddressNow } from '../../screening/screen-wallet.ts';
import { transitionOrder } from '../lifecycle/transition-order.ts';
import { findOrder } from '../order/history-store.ts';
import { canHold, getWallet } from '../order/order-balance.ts';
import {
  findOpenWallets,
  ordersPerPage,
  saveScreening,
  saveSenderScreening,
  type WalletToScreen,
} from './assessment-store.ts';
import { isWalletHold } from './release-rule.ts';
import { raiseListedAlert, recordScreened } from './screen-waiting.ts';

const description =
  "An order's wallet was added to a list after the order was placed, while we hold its coins or money.";

const comparedVersions = new WeakMap<pg.Pool, string>();

/** Job: after a list change, holds open orders with listed wallets, hidden from the customer (A4, A7). */
export async function screenOpen(services: Services): Promise<number> {
  const version = await withSystem(services.pool, findActiveVersion);
  if (comparedVersions.get(services.pool) === version) return 0;
  const now = services.clock();
  const failed: unknown[] = [];
  let found = 0;
  let after: string | null = null;
  do {
    const [page, index] = await withSystem(services.pool, async (tx) => [
      await findOpenWallets(tx, after),
      await loadSanctionsIndex(tx, version),
    ]);
    for (const order of page)
      if (isListed(screenAddress(index, order, now)))
        await holdListed(services, order, now).then(
          (held) => held && found++,
          (fault) => failed.push(fault),
        );
    // A short page is the last one. Orders placed since are screened with this list version anyway.
    const isLast = new Set(page.map(({ id }) => id)).size < ordersPerPage;
    after = isLast ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
  if (failed.length > 0) throw failed[0];
  comparedVersions.set(services.pool, version);
  return found;
}

const isListed = ({ result }: { result: string }) => result === 'flagged' || result === 'high_risk';

const holdListed = (services: Services, { id, ...wallet }: WalletToScreen, now: Date): Promise<boolean> =>
  withSystem(services.pool, async (tx) => {
    const order = await findOrder(tx, id, true);
    if (!order || (order.state.held ? isWalletHold(order.holdReason) : !canHold(order))) return false;
    const screening = await screenAddressNow(tx, wallet, now);
    if (!isListed(screening)) return false;
    const holdReason = 'wallet_flagged';
    const step = { command: 'hold', reasonCode: holdReason, note: null, public: false, facts: { holdReason } } as const;
    // An order already on hold gets the reason of a list match below, so that its release takes two people.
    if (!order.state.held) await transitionOrder(tx, order, { step, mover: system, now });
    const { address } = wallet;
    const screeningId =
      address === getWallet(order)
        ? await saveScreening(tx, order, { screening, holdReason, at: now })
        : await saveSenderScreening(tx, order, { screening, address, holdReason, at: now });
    if (order.state.held) {
      const event = { reasonCode: holdReason, note: null };
      await recordScreened(tx, order, { event, screening, holdReason, screeningId, now });
    }
    await raiseListedAlert(tx, order, { screening, address, now, what: description });
    return true;
  });
