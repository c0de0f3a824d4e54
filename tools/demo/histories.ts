import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordedReadings } from '../../fakes/prices/recorded.ts';
import { type AssetSymbol, assets } from '../../src/features/assets/assets.ts';
import type { Network } from '../../src/features/assets/networks.ts';
import { createReference } from '../../src/features/ledger/reference-store.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import {
  applyCommand,
  awaitingParty,
  type OrderCommand,
  type OrderState,
  placedOrder,
} from '../../src/features/trading/order/order.ts';
import type { Order } from '../../src/features/trading/order/order-row.ts';
import { priceBuy, priceSell } from '../../src/features/trading/quoting/pricing.ts';
import { buildStoredReceipt, type Terms } from '../../src/features/trading/quoting/terms.ts';
import { buildPayoutPayload } from '../../src/features/trading/staff/pay-out-terms.ts';
import { after, days, hours } from '../../src/kernel/clock.ts';
import { formatBaseUnits } from '../../src/kernel/coins.ts';
import { decimal, formatDecimal } from '../../src/kernel/decimal.ts';
import { formatMinorUnits, jmd } from '../../src/kernel/money.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { accountFor, walletFor } from './invented.ts';
import { insertMovements, requireOrder } from './movements.ts';

/** Demo order: what the customer ordered, how long ago, and the commands since then. */
type DemoOrder = {
  readonly email: string;
  readonly side: 'buy' | 'sell';
  readonly symbol: AssetSymbol;
  readonly network: Network;
  readonly amount: bigint;
  readonly daysAgo: number;
  readonly moves: readonly [command: OrderCommand, hoursLater: number, reason?: string][];
};

const completedSteps: DemoOrder['moves'] = [
  ['claim', 1],
  ['receive', 5],
  ['startProcessing', 6],
  ['preparePayout', 7],
  ['approvePayout', 8],
  ['complete', 9],
];
const paidOut = completedSteps.slice(1);

/** Demo orders: completed, cancelled or failed, waiting for the customer, and waiting for staff. */
const demoOrders: readonly DemoOrder[] = [
  {
    email: 'tier1@demo.test',
    side: 'buy',
    symbol: 'BTC',
    network: 'bitcoin',
    amount: 2_500_000n,
    daysAgo: 40,
    moves: completedSteps,
  },
  {
    email: 'tier1@demo.test',
    side: 'buy',
    symbol: 'SOL',
    network: 'solana',
    amount: 1_200_000n,
    daysAgo: 21,
    moves: [['lapse', 72]],
  },
  {
    email: 'tier1@demo.test',
    side: 'buy',
    symbol: 'ETH',
    network: 'erc20',
    amount: 1_800_000n,
    daysAgo: 6,
    moves: [
      ['claim', 2],
      ['receive', 9],
      ['startProcessing', 10],
      ['fail', 30, 'network_unavailable'],
      ['returnMoney', 33, 'order_stopped'],
    ],
  },
  {
    email: 'tier1@demo.test',
    side: 'buy',
    symbol: 'USDT',
    network: 'trc20',
    amount: 1_000_000n,
    daysAgo: 1,
    moves: [['claim', 3]],
  },
  {
    email: 'tier2@demo.test',
    side: 'sell',
    symbol: 'USDT',
    network: 'trc20',
    amount: 200_000_000n,
    daysAgo: 30,
    moves: paidOut,
  },
  {
    email: 'tier2@demo.test',
    side: 'buy',
    symbol: 'XRP',
    network: 'xrp',
    amount: 4_000_000n,
    daysAgo: 12,
    moves: completedSteps,
  },
  {
    email: 'tier2@demo.test',
    side: 'sell',
    symbol: 'BTC',
    network: 'bitcoin',
    amount: 250_000n,
    daysAgo: 2,
    moves: paidOut.slice(0, 3),
  },
  {
    email: 'enhanced@demo.test',
    side: 'buy',
    symbol: 'BTC',
    network: 'bitcoin',
    amount: 30_000_000n,
    daysAgo: 25,
    moves: completedSteps,
  },
  {
    email: 'enhanced@demo.test',
    side: 'buy',
    symbol: 'ETH',
    network: 'erc20',
    amount: 16_000_000n,
    daysAgo: 3,
    moves: completedSteps.slice(0, 3),
  },
];

/** Terms at the recorded price of now, because the demo has no earlier prices. */
function createTerms({ side, symbol, amount }: DemoOrder, at: Date): Terms {
  const reading = recordedReadings(at).find((line) => line.symbol === symbol);
  if (!reading) throw new Error(`no recorded price of ${symbol}`);
  const { decimals } = assets[symbol];
  const common = { priceUsd: decimal(reading.priceUsd), feeBasisPoints: 800n, decimals, marketRate: decimal('160.50') };
  const networkCost = jmd(0n);
  const { priceUsd, marketRate } = common;
  const rest = { side, symbol, feeBasisPoints: 800n, discount: null, priceUsd, marketRate, networkCost };
  const source = { priceSource: 'Demo', priceObservedAt: at, demo: true };
  if (side === 'buy') {
    const {
      jmd: gross,
      coinsBase,
      ...priced
    } = priceBuy({ ...common, networkCost, payment: jmd(amount), buyRate: decimal('175') });
    const coins = { symbol, base: coinsBase, decimals };
    return { ...rest, ...priced, ...source, gross, fiat: gross, coins, rate: decimal('175') };
  }
  const priced = priceSell({ ...common, coinsBase: amount, sellRate: decimal('150') });
  const coins = { symbol, base: amount, decimals };
  return { ...rest, ...priced, ...source, fiat: priced.net, coins, rate: decimal('150') };
}

/** Inserts all demo orders. Applies the product's own transitions to each order. */
export async function insertOrders(tx: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    select id, email, display_name "name" from profiles`.execute(tx);
  const people = new Map(rows.map((row) => [row.email, row]));
  const staff = [people.get('finance@demo.test')?.id ?? '', people.get('admin@demo.test')?.id ?? ''] as const;
  for (const [n, demoOrder] of demoOrders.entries()) {
    const person = people.get(demoOrder.email);
    if (person) await insertOrder(tx, demoOrder, { who: person, staff, now, n });
  }
}

type OrderContext = { who: { id: string; name: string }; staff: readonly [string, string]; now: Date; n: number };

async function insertOrder(tx: Db, demoOrder: DemoOrder, { who, staff, now, n }: OrderContext): Promise<void> {
  const placedAt = after(now, -days(demoOrder.daysAgo));
  const terms = createTerms(demoOrder, placedAt);
  const steps = listSteps(demoOrder, placedAt);
  const end = steps.at(-1) ?? { state: placedOrder(demoOrder.side, false), at: placedAt };
  const at = (...commands: OrderCommand[]) => steps.find((step) => commands.includes(step.command))?.at ?? null;
  const sold = demoOrder.side === 'sell';
  const { rows } = await sql<{ id: string }>`
    insert into transactions (reference, user_id, type, status, pay_in, pay_out, lapsed, payment_method, fiat_currency,
      fiat_amount, jmd_amount, fee_percent, fee_amount_jmd, net_jmd_amount, crypto_symbol, crypto_amount, price_usd_used,
      rate_used, market_rate, quote_id, duplicate_key, network, wallet_address, sender_wallet_address, sender_wallet_type,
      company_wallet_address, bank_name, account_number, account_holder_name, routing_number, receipt, created_at, updated_at, lapses_at, claimed_at, received_at, closed_at, waiting_since)
    values (${await createReference(tx)}, ${who.id}, ${demoOrder.side},
      ${end.state.status}, ${end.state.payIn}, ${end.state.payOut}, ${end.state.lapsed}, ${sold ? 'crypto' : 'bank_transfer'},
      'JMD', ${formatMinorUnits(terms.fiat.minor)}, ${formatMinorUnits(terms.gross.minor)}, '8.00', ${formatMinorUnits(terms.fee.minor)},
      ${formatMinorUnits(terms.net.minor)}, ${demoOrder.symbol}, ${formatBaseUnits(terms.coins)}, ${formatDecimal(terms.priceUsd)},
      ${formatDecimal(terms.rate)}, '160.50', ${randomUUID()}, ${`demo ${n}`}, ${demoOrder.network},
      ${sold ? null : walletFor(demoOrder.network, demoOrder.email)}, ${sold ? walletFor(demoOrder.network, demoOrder.email) : null}, ${sold ? 'binance' : null},
      ${sold ? demoSettings.company_wallets[demoOrder.network].address : null}, ${sold ? 'Demo Bank of Jamaica' : null}, ${sold ? accountFor(demoOrder.email) : null},
      ${sold ? who.name : null}, ${sold ? 'Half Way Tree' : null}, ${JSON.stringify(buildStoredReceipt(terms, { selected_network: demoOrder.network }, placedAt))},
      ${placedAt}, ${end.at}, ${sold ? null : after(placedAt, hours(72))}, ${sold ? placedAt : at('claim')},
      ${at('receive')}, ${at('complete', 'fail', 'lapse', 'cancel')}, ${awaitingParty(end.state) === 'staff' ? end.at : null})
    returning id`.execute(tx);
  const orderId = rows[0]?.id ?? '';
  await insertTimeline(tx, orderId, { who: who.id, staff, placedAt, steps });
  await insertMovements(tx, orderId, { staff, n, at, name: who.name, email: demoOrder.email });
  if (end.state.payOut === 'prepared') await insertPayoutProposal(tx, await requireOrder(tx, orderId), staff[0]);
}

const insertPayoutProposal = (tx: Db, order: Order, by: string) =>
  sql`insert into proposals (kind, subject, payload, customer_id, proposed_by)
    values ('payout', ${order.id}, ${JSON.stringify(buildPayoutPayload(order, demoSettings))}, ${order.userId},
      ${by})`.execute(tx);

type OrderStep = { command: OrderCommand; state: OrderState; at: Date; reason: string | null };

function listSteps(demoOrder: DemoOrder, placedAt: Date): OrderStep[] {
  const steps: OrderStep[] = [];
  let state = placedOrder(demoOrder.side, false);
  for (const [command, hoursLater, reason] of demoOrder.moves) {
    const moved = applyCommand(state, command);
    if (!moved.ok) throw new Error(`a demo order cannot ${command}: ${moved.reason}`);
    state = moved.state;
    steps.push({ command, state, at: after(placedAt, hours(hoursLater)), reason: reason ?? null });
  }
  return steps;
}

type DemoEntry = {
  at: Date;
  kind: 'customer' | 'staff' | 'system';
  actor?: string | null;
  reason?: string | null;
};

type Timeline = { who: string; staff: readonly [string, string]; placedAt: Date; steps: readonly OrderStep[] };

/** Inserts the timeline of an order after its placement, with audit entries. */
async function insertTimeline(tx: Db, orderId: string, { who, staff, placedAt, steps }: Timeline): Promise<void> {
  const record = (action: string, { at, kind, actor = null, reason = null }: DemoEntry) => sql`
    insert into audit_log (id, at, actor_id, actor_role, action, subject_type, subject_id, reason_code)
      values (uuidv7(${at}::timestamptz - now()), ${at}, ${actor}, ${kind}, ${action}, 'order', ${orderId}, ${reason})`;
  const line = ({ event, ...entry }: DemoEntry & { event: string }) =>
    sql`with entry as (
        insert into order_events (order_id, user_id, at, event, actor_kind, actor_id, reason_code, public)
        values (${orderId}, ${who}, ${entry.at}, ${event}, ${entry.kind}, ${entry.actor ?? null}, ${entry.reason ?? null},
          ${!event.endsWith('Payout')})) ${record(`trading.${event}`, entry)}`.execute(tx);
  await record('trading.order_placed', { at: placedAt, kind: 'customer', actor: who }).execute(tx);
  for (const { command, at, reason } of steps) {
    const entry = { event: command, at };
    if (command === 'claim') await line({ ...entry, kind: 'customer', actor: who });
    else if (command === 'lapse') await line({ ...entry, kind: 'system' });
    else await line({ ...entry, kind: 'staff', actor: command === 'approvePayout' ? staff[1] : staff[0], reason });
  }
}
