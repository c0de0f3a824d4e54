import type pg from 'pg';
import { asSystem } from '../../../platform/database.ts';
import { system } from '../../../platform/mover.ts';
import type { Services } from '../../../platform/procedure.ts';
import { sanctionsIndex, screenAddress } from '../../screening/screen-wallet.ts';
import { moveOrder } from '../moving/move-order.ts';
import { orderById } from '../order/history-store.ts';
import { mayHold } from '../order/order-balance.ts';
import { walletOf } from '../order/order-row.ts';
import { keepBeside, keepScreening, ordersAtATime, sanctionsNow, type Unscreened, underWay } from './judge-store.ts';
import { isWalletHold } from './release-rule.ts';
import { raiseLate, tellScreened } from './screen-waiting.ts';

const what = 'A wallet of an order whose coins or money are with us came on a list after the order was placed.';

/** The lists that everything under way was last compared with. */
const comparedWith = new WeakMap<pg.Pool, string>();

/**
 * Compares the wallets of all orders that are under way, or whose money is still here, with the lists, whenever those
 * have changed: who was clear yesterday may be listed today. What is found is held with an alert and a case, and
 * nothing of it shows to the customer (decisions A4, A7). Lists that are down find nothing; nobody is paid meanwhile
 * either. Answers how many were found.
 */
export async function screenOpen(services: Services): Promise<number> {
  const version = await asSystem(services.pool, sanctionsNow);
  if (comparedWith.get(services.pool) === version) return 0;
  const now = services.clock();
  const failed: unknown[] = [];
  let found = 0;
  let after: string | null = null;
  do {
    const [page, index] = await asSystem(services.pool, async (tx) => [
      await underWay(tx, after),
      await sanctionsIndex(tx, version),
    ]);
    for (const order of page)
      if (isListed(screenAddress(index, order, now)))
        // One that cannot be held now must not keep the others from it; all come again at the next look.
        await holdListed(services, order, now).then(
          (held) => held && found++,
          (fault) => failed.push(fault),
        );
    // What is placed meanwhile was compared with these lists: who waited for no more orders to come would wait all day.
    const isLast = new Set(page.map(({ id }) => id)).size < ordersAtATime;
    after = isLast ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
  if (failed.length > 0) throw failed[0];
  comparedWith.set(services.pool, version);
  return found;
}

const isListed = ({ result }: { result: string }) => result === 'flagged' || result === 'high_risk';

const holdListed = (services: Services, { id, ...wallet }: Unscreened, now: Date): Promise<boolean> =>
  asSystem(services.pool, async (tx) => {
    const order = await orderById(tx, id, true);
    if (!order || (order.state.held ? isWalletHold(order.holdReason) : !mayHold(order))) return false;
    const screening = screenAddress(await sanctionsIndex(tx, await sanctionsNow(tx)), wallet, now);
    if (!isListed(screening)) return false;
    const holdReason = 'wallet_flagged';
    const step = { command: 'hold', reasonCode: holdReason, note: null, public: false, facts: { holdReason } } as const;
    // One that is held for something else, its holder too, goes on being held, by this from now on: two release it.
    if (!order.state.held) await moveOrder(tx, order, { step, mover: system, now });
    const { address } = wallet;
    const screeningId =
      address === walletOf(order)
        ? await keepScreening(tx, order, { screening, holdReason, at: now })
        : await keepBeside(tx, order, { screening, address, holdReason, at: now });
    if (order.state.held) {
      const said = { reasonCode: holdReason, note: null };
      await tellScreened(tx, order, { said, screening, holdReason, screeningId, now });
    }
    await raiseLate(tx, order, { screening, address, now, what });
    return true;
  });
