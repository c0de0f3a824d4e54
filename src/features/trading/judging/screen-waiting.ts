import { audit } from '../../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../../platform/database.ts';
import { system } from '../../../platform/mover.ts';
import type { Services } from '../../../platform/procedure.ts';
import { openCase } from '../../compliance/open-case.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import { askToday } from '../../screening/questions.ts';
import { sanctionsIndex, screenAddress, type WalletScreening } from '../../screening/screen-wallet.ts';
import { withProviders } from '../../screening/wallet-providers.ts';
import { addEvent } from '../moving/move-store.ts';
import { orderById } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { readReason } from '../order/reasons.ts';
import { bySystem } from './by-system.ts';
import { keepScreening, sanctionsNow, type Unscreened, unscreened } from './judge-store.ts';

/**
 * Screens the orders that were placed while no screening was to be had, once the lists are fresh again (decision A4).
 * They stay held: a person releases them, two where the wallet turned out to be listed. Answers how many were screened.
 */
export async function screenWaiting(services: Services): Promise<number> {
  const now = services.clock();
  let screened = 0;
  let after: string | null = null;
  for (;;) {
    const page: Unscreened[] = await asSystem(services.pool, (tx) => unscreened(tx, after));
    for (const waiting of page) if (await screenOne(services, waiting, now)) screened += 1;
    after = page.at(-1)?.id ?? null;
    if (after === null) return screened;
  }
}

/** Providers are asked before the transaction opens, as at placing, and as often as its customer may ask. */
async function screenOne(services: Services, { id, userId, ...wallet }: Unscreened, now: Date): Promise<boolean> {
  const answers = await askToday(services, wallet, { userId });
  return asSystem(services.pool, async (tx) => {
    const order = await orderById(tx, id, true);
    if (order?.holdReason !== 'screening_down' || !order.state.held) return false;
    const listed = screenAddress(await sanctionsIndex(tx, await sanctionsNow(tx)), wallet, now);
    const screening = withProviders(listed, answers);
    if (screening.result === 'error') return false;
    await keepResult(tx, order, { screening, address: wallet.address, now });
    return true;
  });
}

type Found = { screening: WalletScreening; address: string; now: Date };

/** Records the result with the order. The customer is told nothing: for them nothing has changed (decision A7). */
async function keepResult(tx: Db, order: Order, { screening, address, now }: Found): Promise<void> {
  const holdReason = screening.result === 'clear' ? 'screened_later' : 'wallet_blocked';
  const note = readReason('hold', holdReason)?.staff ?? '';
  const screeningId = await keepScreening(tx, order, { screening, holdReason, note, at: now });
  await tellScreened(tx, order, { said: { note }, screening, holdReason, screeningId, now });
  if (holdReason === 'wallet_blocked') await raiseLate(tx, order, { screening, address, now, what: whileDown });
}

type Screened = {
  said: { reasonCode?: string; note: string | null };
  screening: WalletScreening;
  holdReason: string;
  screeningId: string;
  now: Date;
};

/** A line in the story of an order that was placed before, for staff alone, and one in the audit log. */
export async function tellScreened(tx: Db, order: Order, { said, now, ...found }: Screened): Promise<void> {
  const { screening, holdReason, screeningId } = found;
  await addEvent(tx, order, { step: { command: 'screened', ...said, public: false }, mover: system, now });
  const before = { holdReason: order.holdReason };
  const after = { holdReason, result: screening.result, screeningId };
  await audit(tx, { ...bySystem(order), action: 'trading.screened_late', before, after });
  announce(tx, 'desk');
}

const whileDown = 'The wallet of an order that was placed while screening was down stands on a list.';

/** The alert and the case of an order whose wallet was found on a list after it had been placed. */
export async function raiseLate(
  tx: Db,
  order: Order,
  { screening, address, now, what }: Found & { what: string },
): Promise<void> {
  const { result, riskScore, categories, lists, matches } = screening;
  const { userId, network } = order;
  const alert = await raiseAlert(tx, {
    transactionId: order.id,
    userId,
    type: 'wallet_blocked',
    priority: 'urgent',
    riskScore,
    description: [what, ...matches.map((match) => `${match}.`)].join(' '),
    details: { riskFactors: [], behavioralFlags: [], wallet: { address, network, result, matches, categories, lists } },
    rules: ['wallet_blocked'],
    at: now,
  });
  await openCase(tx, { userId, kind: 'wallet', title: 'A wallet on a list', alerts: [alert], by: null, at: now });
}
