import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

// The bare side: our SQL without framework, input checks or rules. It takes the same request bytes as our server.

const { DATABASE_URL = '', DATABASE_POOL = '10', AUTH_SECRET = '', PORT = '0' } = process.env;
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(DATABASE_POOL),
  options: '-c role=cryptocommerce_app -c search_path=public',
});

const prices = `select symbol, price_usd "priceUsd", percent_change_24h "change24h", volume_24h_usd "volume24hUsd",
  source, demo, observed_at "observedAt", last_updated "lastUpdated" from crypto_prices order by symbol`;
const settings = `select (select jsonb_object_agg(s.key, s.value) from (
  select distinct on (key) key, value from setting_versions where valid_from <= now()
  order by key, valid_from desc, id desc) s) settings`;
const ownTwenty = `select t.id, t.reference, t.type, t.status, t.pay_in, t.lapsed, t.crypto_symbol, t.crypto_amount,
  t.fiat_currency, t.fiat_amount, t.created_at
  from transactions t where t.user_id = $1 order by t.id desc limit 21`;

const columns = `reference user_id type pay_in held hold_reason payment_method fiat_currency fiat_amount jmd_amount
  fee_percent fee_amount_jmd net_jmd_amount crypto_symbol crypto_amount price_usd_used rate_used market_rate quote_id
  duplicate_key network wallet_address destination_tag sender_wallet_address sender_wallet_type company_wallet_address
  company_wallet_tag bank_name account_number account_holder_name routing_number purpose_of_transaction
  source_of_funds source_of_funds_file proof_file receipt created_at updated_at lapses_at claimed_at
  waiting_since idempotency_key request_hash`.split(/\s+/);
const insert = `insert into bare_transactions (${columns.join(', ')})
  values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`;

const bargain = {
  type: 'buy',
  pay_in: 'awaiting',
  held: false,
  payment_method: 'bank_transfer',
  fiat_currency: 'JMD',
  fiat_amount: '20000.00',
  jmd_amount: '20000.00',
  fee_percent: '8.00',
  fee_amount_jmd: '1600.00',
  net_jmd_amount: '18400.00',
  crypto_symbol: 'BTC',
  crypto_amount: '0.00088794',
  price_usd_used: '118412.57',
  rate_used: '175',
  market_rate: '160.5',
  network: 'bitcoin',
};

/** User ids by session token, loaded once. */
const owners = new Map<string, string>();

function tokenOf(request: IncomingMessage): string {
  const value = decodeURIComponent(/session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', AUTH_SECRET).update(token).digest();
  if (!timingSafeEqual(Buffer.from(value.slice(dot + 1), 'base64'), expected))
    throw new Error('invalid session cookie');
  return token;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function listPrices(): Promise<unknown> {
  const [list] = await Promise.all([
    pool.query({ name: 'prices', text: prices }),
    pool.query({ name: 'settings', text: settings }),
  ]);
  return { prices: list.rows };
}

/** Orders under row security like the product's, in as few round trips: one statement begins and checks the session. */
async function listOwn(request: IncomingMessage): Promise<unknown> {
  await bodyOf(request);
  const token = tokenOf(request);
  const client = await pool.connect();
  try {
    const opened = (await client.query(
      `begin; select * from app.authenticate_session('${token}')`,
    )) as unknown as pg.QueryResult[];
    const found = await client.query({ name: 'own', text: ownTwenty, values: [opened[1]?.rows[0]?.id] });
    await client.query('commit');
    return { orders: found.rows.slice(0, 20) };
  } finally {
    client.release();
  }
}

async function placeOrder(request: IncomingMessage): Promise<unknown> {
  const { json } = JSON.parse(await bodyOf(request)) as { json: { quoteId: string; walletAddress: string } };
  const now = new Date();
  const row: Record<string, unknown> = {
    ...bargain,
    reference: randomBytes(8).toString('hex'),
    user_id: owners.get(tokenOf(request)),
    quote_id: json.quoteId,
    duplicate_key: `buy BTC JMD 20000.00 bitcoin ${json.walletAddress}`,
    wallet_address: json.walletAddress,
    receipt: JSON.stringify({ ...bargain, wallet_address: json.walletAddress, timestamp: now }),
    created_at: now,
    updated_at: now,
    lapses_at: now,
    idempotency_key: randomUUID(),
    request_hash: randomBytes(32).toString('hex'),
  };
  await pool.query({ name: 'insert', text: insert, values: columns.map((name) => row[name] ?? null) });
  return { reference: row.reference };
}

const keepEvent = `insert into bare_card_events (provider, event_id, outcome, transaction_id, reference, amount, currency,
  name_on_card, card, happened_at, received_at) values ('sandbox', $1, $2, $3, $4, $5, $6, $7, $8, $9, now())`;

async function cardHook(request: IncomingMessage): Promise<unknown> {
  const { id, type, transaction, reference, amount, currency, name, card, at } = JSON.parse(await bodyOf(request));
  const values = [id, type, transaction, reference, amount, currency, name, card, at];
  await pool.query({ name: 'event', text: keepEvent, values });
  return { ok: true };
}

const routes: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
  '/api/prices': listPrices,
  '/api/rpc/trading/list': listOwn,
  '/api/rpc/trading/placeBuyOrder': placeOrder,
  '/api/hooks/card/sandbox': cardHook,
};

const sessions = new pg.Client({ connectionString: DATABASE_URL });
await sessions.connect();
const { rows } = await sessions.query<{ token: string; userId: string }>('select token, "userId" from auth.session');
for (const { token, userId } of rows) owners.set(token, userId);
await sessions.end();

const server = createServer((request, response) => {
  const send = (status: number, answer: unknown) => {
    const text = JSON.stringify(answer);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) };
    response.writeHead(status, headers).end(text);
  };
  const answer = routes[request.url ?? '']?.(request) ?? Promise.reject(new Error('unknown path'));
  answer.then(
    (value) => send(200, value),
    (error: Error) => send(500, { error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
server.listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
