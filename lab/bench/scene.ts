import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { assets } from '../../src/features/assets/assets.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { priceBuy } from '../../src/features/trading/quoting/pricing.ts';
import { writeTerms } from '../../src/features/trading/quoting/terms.ts';
import { decimal } from '../../src/kernel/decimal.ts';
import { jmd } from '../../src/kernel/money.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { walletFor } from '../../tools/demo/invented.ts';
import { prepareDemo } from '../../tools/demo/prepare-demo.ts';
import type { Request } from './load.ts';

export const secret = 'measuring-secret-0123456789-abcdefghij';

/** Each customer has their own wallet, because a shared one would link their accounts. */
export type Customer = { id: string; cookie: string; wallet: string };
export type Quote = { id: string; customer: Customer };

export type Scene = { url: string; owner: pg.Client; customers: Customer[] };

export type Size = { customers: number; transactions: number; withCopy: boolean };

/** Order limits high enough for a thousand customers who place all orders of the benchmark. */
const unbounded = {
  open: { none: 1000, tier1: 1000, tier2: 1000 },
  unpaid: 1000,
  perDay: 1000,
  perPicture: 1,
  heldBeforeCase: 2,
};

/** Creates a migrated database with demo users, `size.customers` more customers and their past orders. */
export async function createBenchDatabase(server: string, name: string, size: Size): Promise<Scene> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = server.replace(/\/postgres$/, `/${name}`);
  await migrate(url);
  await prepareDemo(url, { histories: null });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const customers = await addCustomers(owner, size.customers);
  await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1), ('first_order', $2)`, [
    unbounded,
    { lesson: 'not_asked' },
  ]);
  const orders = { customers, count: size.transactions };
  await addPast(owner, 'transactions', orders);
  await addScreeningsAndRisk(owner);
  if (size.withCopy) await addCopy(owner, orders);
  return { url, owner, customers };
}

/** Inserts tier 2 customers, who have no monthly limit, with a session each. */
async function addCustomers(owner: pg.Client, count: number): Promise<Customer[]> {
  await owner.query(
    `insert into auth."user" (name, email, "emailVerified")
       select 'Customer ' || n, 'customer' || n || '@bench.test', true from generate_series(1, $1::int) n`,
    [count],
  );
  await owner.query(`
    insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth,
        country_of_residence, declared_country, nationality, occupation)
      select id, email, 'Customer', id::text, name, '+18765550100', '1990-04-12', 'JM', 'JM', 'JM', 'Teacher'
        from auth."user" where email like '%@bench.test';
    insert into kyc_submissions (user_id, tier, status, decided_at)
      select id, tier, 'approved', now() from auth."user", generate_series(1, 2) tier where email like '%@bench.test';
    insert into auth.session ("expiresAt", token, "userId")
      select now() + interval '1 day', replace(gen_random_uuid()::text, '-', ''), id
        from auth."user" where email like '%@bench.test'`);
  const { rows } = await owner.query<{ id: string; token: string }>(
    `select "userId" id, token from auth.session s join auth."user" u on u.id = s."userId" where u.email like '%@bench.test'`,
  );
  return rows.map(({ id, token }) => ({
    id,
    cookie: `session=${encodeURIComponent(signed(token))}`,
    wallet: walletFor('bitcoin', id),
  }));
}

const signed = (token: string) => `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;

/** Statement that inserts three years of orders. The newest 200 are open, and some older ones are cancelled. */
const insertOrders = (table: string) => `
  with buyers as (
    select $2::uuid[] ids, $3::text[] wallets
  ), placement as (
    select n, 1 + (hashint4(n) & 2147483647) % cardinality($2::uuid[]) buyer, now() - interval '3 years' * (1 - n::float8 / $1::int) - interval '1 minute' as placed,
           case when n > $1::int - 200 then 'processing' when n % 17 = 0 then 'cancelled' else 'completed' end status
      from generate_series(1, $1::int) n
  )
  insert into ${table} (id, reference, user_id, type, status, pay_in, pay_out, fiat_currency, fiat_amount, jmd_amount,
      fee_percent, fee_amount_jmd, net_jmd_amount, crypto_symbol, crypto_amount, price_usd_used, rate_used, quote_id,
      duplicate_key, network, wallet_address, receipt, created_at, updated_at, waiting_since)
    select uuidv7(placed - now()), 'P-' || upper(substr(md5(n::text), 1, 12)),
           ids[buyer], 'buy', status,
           case status when 'cancelled' then 'awaiting' else 'received' end,
           case status when 'completed' then 'sent' else 'none' end,
           'JMD', 20000, 20000, 8, 1600, 18400, 'BTC', 0.00088794, 118412.57, 175, uuidv7(placed - now()),
           'buy BTC JMD 20000.00 bitcoin ' || wallets[buyer], 'bitcoin', wallets[buyer],
           jsonb_build_object('crypto_symbol', 'BTC', 'original_amount_jmd', '20000.00', 'timestamp', placed), placed, placed,
           case status when 'processing' then placed end
      from placement, buyers order by n`;

type Past = { customers: readonly Customer[]; count: number };

async function addPast(owner: pg.Client, table: 'transactions' | 'bare_transactions', { customers, count }: Past) {
  await owner.query(insertOrders(table), [count, customers.map(({ id }) => id), customers.map(({ wallet }) => wallet)]);
}

/** Inserts a wallet screening and a risk assessment per past order, so that these tables grow with the orders. */
async function addScreeningsAndRisk(owner: pg.Client) {
  await owner.query(`
    insert into blockchain_screening (id, user_id, wallet_address, crypto_symbol, network, risk_score, screening_result,
        provider, list_versions, evidence, created_at)
      select uuidv7(created_at - now()), user_id, wallet_address, crypto_symbol, network, 0, 'clear', 'lists',
             '[{"source": "demo"}]', '{"hits": []}', created_at from transactions order by id;
    insert into risk_assessments (id, user_id, order_id, outcome, risk_level, risk_score, risk_factors,
        behavioral_flags, rules_triggered, rule_set_id, inputs, created_at)
      select uuidv7(t.created_at - now()), user_id, t.id, 'accepted', 'low', 0, '[]', '[]', '{}', r.id,
             jsonb_build_object('amount', t.jmd_amount::text, 'hour', 12), t.created_at
        from transactions t, (select id from risk_rule_sets order by version desc limit 1) r order by t.id`);
}

/** Creates the table of the bare server: same columns, checks, indexes and rows, without row security. */
async function addCopy(owner: pg.Client, orders: Past) {
  await owner.query('create table bare_transactions (like transactions including all)');
  await owner.query('grant insert on bare_transactions to cryptocommerce_app');
  await addPast(owner, 'bare_transactions', orders);
}

const batchSize = 5_000;

/** Inserts quotes that are valid for 3 minutes, in varied amounts below the US$1,000 gate. */
export async function addQuotes({ owner, customers }: Scene, count: number): Promise<Quote[]> {
  const quotes: Quote[] = [];
  const now = new Date();
  for (let start = 0; start < count; start += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, count - start) }, (_, index) => start + index);
    const buyers = numbers.map((index) => customers[index % customers.length] as Customer);
    const terms = numbers.map((index) => JSON.stringify(writeTerms(termsOf(index, now))));
    const { rows } = await owner.query<{ id: string; user_id: string }>(
      `insert into quotes (user_id, side, terms, created_at, expires_at)
         select user_id, 'buy', terms, $3::timestamptz, $3::timestamptz + interval '3 minutes' from unnest($1::uuid[], $2::jsonb[]) o(user_id, terms)
         returning id, user_id`,
      [buyers.map(({ id }) => id), terms, now],
    );
    const byId = new Map(customers.map((customer) => [customer.id, customer]));
    quotes.push(...rows.map((row) => ({ id: row.id, customer: byId.get(row.user_id) as Customer })));
  }
  return quotes;
}

function termsOf(index: number, now: Date) {
  const fiat = jmd(BigInt(500_000 + (index % 1_000_000)));
  const { decimals } = assets.BTC;
  const rate = decimal(demoSettings.rates.buy);
  const feeBasisPoints = BigInt(demoSettings.fee.basisPoints);
  const priceUsd = decimal('118412.57');
  const marketRate = demoSettings.rates.market && decimal(demoSettings.rates.market.rate);
  const networkCost = jmd(BigInt(demoSettings.order_sizes.networkCost.bitcoin) * 100n);
  const shared = { priceUsd, feeBasisPoints, discount: null, marketRate, networkCost };
  const { jmd: gross, coinsBase, ...priced } = priceBuy({ payment: fiat, buyRate: rate, decimals, ...shared });
  const coins = { symbol: 'BTC' as const, base: coinsBase, decimals };
  const seen = { priceSource: 'Demo', priceObservedAt: now, demo: true };
  return { side: 'buy' as const, symbol: 'BTC' as const, fiat, rate, gross, coins, ...shared, ...seen, ...priced };
}

/** Vacuums and writes a checkpoint, so that earlier writes do not slow the measurement. */
export const vacuumAndCheckpoint = ({ owner }: Scene) =>
  owner.query('vacuum analyze').then(() => owner.query('checkpoint'));

export function post(path: string, cookie: string, input: object): Request {
  const body = JSON.stringify({ json: input });
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json', `cookie: ${cookie}`];
  return Buffer.from(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

export const askPrices: Request = Buffer.from('GET /api/prices HTTP/1.1\r\nhost: localhost\r\n\r\n');

export const listOrdersRequest = ({ cookie }: Customer): Request => post('/api/rpc/trading/list', cookie, {});

export const placeOrderRequest = ({ id, customer }: Quote): Request =>
  post('/api/rpc/trading/placeBuyOrder', customer.cookie, {
    key: randomUUID(),
    quoteId: id,
    network: 'bitcoin',
    walletAddress: customer.wallet,
    destinationTag: '',
    sourceOfFunds: null,
    sourceOfFundsFile: null,
    another: true,
  });
