import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Approved } from '../../src/features/approvals/decide.ts';
import { noParty } from '../../src/features/ledger/movement.ts';
import { reversalPayload } from '../../src/features/outgoing-money/undo.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { findOrder } from '../../src/features/trading/order/history-store.ts';
import type { OrderState } from '../../src/features/trading/order/order.ts';
import type { Order } from '../../src/features/trading/order/order-row.ts';
import { buildPayoutPayload, buildRefundPayload } from '../../src/features/trading/staff/pay-out-terms.ts';
import { formatReference } from '../../src/kernel/order-reference.ts';
import { withSystem } from '../../src/platform/database/database.ts';
import { sessionCookieName } from '../../src/platform/http/session.ts';
import { placePaidBuy, sell, upload } from '../orders.ts';
import type { TestServer } from '../worker.ts';

/** Users under test. `staffOwner` is an admin who owns the order. */
export const actors = [
  'visitor',
  'owner',
  'other',
  'support',
  'compliance',
  'finance',
  'admin',
  'staffOwner',
  'expired',
  'signedOut',
] as const;
export type Actor = (typeof actors)[number];

export const demoUsers = {
  owner: 'tier2',
  other: 'tier1',
  staffOwner: 'enhanced',
  preparer: 'visitor',
} as const;

/** Values that occur only in the owner's records. A response with one of them to another actor is a leak. */
export const canaries = [
  '9081726354',
  'Tamara Kanariensis',
  'Bank of Canary Cove',
  'bc1qcanaryaddress',
  '+18769990001',
  'Kanariensis',
  'BANK-CANARY-77',
] as const;
const [account, holder, bank, address, phone, surname, bankLine] = canaries;

export type Scene = {
  readonly server: TestServer;
  readonly cookies: Readonly<Record<Actor, string | undefined>>;
  readonly ids: Readonly<Record<'owner' | 'other' | 'staffOwner' | 'preparer', string>>;
  readonly proof: string;
  readonly order: (wish?: OrderOptions) => Promise<string>;
  /** Inserts an open proposal on an order: payout, refund or undo. Returns its id. */
  readonly prepared: (orderId: string, by: string, kind?: NewProposal['kind']) => Promise<string>;
  readonly approved: (orderId: string, by: string, kind?: 'payout' | 'return') => Promise<string>;
};

export type OrderOptions = Partial<OrderState> & { of?: 'owner' | 'staffOwner'; side?: 'buy' | 'sell' };

/** Creates users, sessions and one order of each kind to copy. Call it once per test file. */
export async function createScene(server: TestServer): Promise<Scene> {
  const { owner: database, call } = server;
  const ids = await findUserIds(server);
  await database.query(`insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'support')`, [
    ids.staffOwner,
    ids.preparer,
  ]);
  const names = ['owner', 'other', 'support', 'compliance', 'finance', 'admin', 'staffOwner'] as const;
  const cookies = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await createSession(server, getDemoName(name))])),
  );
  const expired = await createSession(server, demoUsers.owner, "interval '-1 second'");
  const signedOut = await createSession(server, demoUsers.owner);
  await call('accounts/signOut', undefined, signedOut);

  const originals = await placeOriginals(server, cookies);
  await placePaidBuy(server, cookies['other'] ?? '', { amount: '4000' });
  const { body: file } = await upload(server, cookies['owner']);
  await database.query('update profiles set phone_number = $1, last_name = $2 where id = $3', [
    phone,
    surname,
    ids.owner,
  ]);
  return {
    server,
    ids,
    cookies: { ...cookies, visitor: undefined, expired, signedOut } as Scene['cookies'],
    proof: file.id,
    order: ({ of = 'owner', side = 'buy', ...state } = {}) =>
      copyOrder(server, originals[`${of} ${side}`] ?? '', { state, marked: of === 'owner' }),
    prepared: (orderId, by, kind = 'payout') => insertProposal(server, orderId, { by, kind, second: null }),
    approved: (orderId, by, kind = 'payout') => insertProposal(server, orderId, { by, kind, second: ids.other }),
  };
}

export const getDemoName = (actor: string): string =>
  Object.hasOwn(demoUsers, actor) ? demoUsers[actor as keyof typeof demoUsers] : actor;

/** Inserts a session and returns its cookie. Signing in would be slow. */
export async function createSession(
  { owner, services }: Pick<TestServer, 'owner' | 'services'>,
  name: string,
  lifetime = "interval '1 hour'",
) {
  const token = randomBytes(24).toString('hex');
  const { rowCount } = await owner.query(
    `insert into auth.session (token, "userId", "expiresAt")
     select $1, id, now() + ${lifetime} from auth."user" where email = $2`,
    [token, name.includes('@') ? name : `${name}@demo.test`],
  );
  if (rowCount !== 1) throw new Error(`the user ${name} does not exist`);
  const signature = createHmac('sha256', services.config.authSecret).update(token).digest('base64');
  return `${sessionCookieName(services.config.mode)}=${encodeURIComponent(`${token}.${signature}`)}`;
}

export async function insertUser({ owner }: TestServer, email: string, verified: boolean): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into auth."user" (name, email, "emailVerified", first_signed_in_at)
     values ('Test Person', $1, $2, case when $2 then now() end) returning id`,
    [email, verified],
  );
  await owner.query(`insert into auth.account ("userId", password) select $1, password from auth.account limit 1`, [
    rows[0]?.id,
  ]);
}

async function findUserIds({ owner }: TestServer) {
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) "name" from profiles`,
  );
  const id = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
  return {
    owner: id(demoUsers.owner),
    other: id(demoUsers.other),
    staffOwner: id(demoUsers.staffOwner),
    preparer: id(demoUsers.preparer),
  };
}

async function placeOriginals(server: TestServer, cookies: Record<string, string>): Promise<Record<string, string>> {
  const holders = { owner: 'Tamara Grant', staffOwner: 'Enid Morgan' } as const;
  const orderIds: Record<string, string> = {};
  for (const of of ['owner', 'staffOwner'] as const) {
    const cookie = cookies[of] ?? '';
    orderIds[`${of} buy`] = (await placePaidBuy(server, cookie)).orderId;
    orderIds[`${of} sell`] = (await sell(server, cookie, { holder: holders[of] })).body.orderId;
  }
  return orderIds;
}

const columnsQuery = `select string_agg(quote_ident(column_name), ', ') list from information_schema.columns
  where table_schema = 'public' and table_name = 'transactions' and is_generated = 'NEVER'`;

type Copy = { state: Partial<OrderState>; marked: boolean };

/** Copies an order in another state, and lifts the customer's freezes. Only copies of the owner have the canaries. */
async function copyOrder({ owner }: TestServer, from: string, { state, marked: hasCanaries }: Copy) {
  const id = randomUUID();
  const payIn = state.payIn ?? 'awaiting';
  const changes = {
    id,
    reference: formatReference(randomInt(2 ** 32), randomUUID()),
    quote_id: randomUUID(),
    status: state.status ?? 'pending',
    pay_in: payIn,
    pay_out: state.payOut ?? 'none',
    held: state.held ?? false,
    idempotency_key: null,
    waiting_since: new Date().toISOString(),
    ...(hasCanaries && {
      account_number: account,
      account_holder_name: holder,
      bank_name: bank,
      wallet_address: address,
    }),
  };
  await owner.query(
    `delete from account_freezes
      where cause <> 'not_me' and user_id = (select user_id from transactions where id = $1)`,
    [from],
  );
  const { rows } = await owner.query<{ list: string }>(columnsQuery);
  await owner.query(
    `insert into transactions (${rows[0]?.list}) select ${rows[0]?.list}
       from jsonb_populate_record(null::transactions, (select to_jsonb(t) || $2::jsonb from transactions t where id = $1))`,
    [from, JSON.stringify(changes)],
  );
  if (payIn === 'received' || payIn === 'returned') await insertMovement(owner, id, hasCanaries ? bankLine : 'LINE');
  await clearOrder(owner, id);
  return id;
}

const insertMovement = (owner: TestServer['owner'], orderId: string, line: string) =>
  owner.query(
    `insert into movements (id, order_id, user_id, direction, asset, amount, rail, reference, reference_key, bank, account,
        holder, address, moved_at, recorded_at)
     select id, id, user_id, 'in', case when type = 'buy' then fiat_currency else crypto_symbol end,
         case when type = 'buy' then fiat_amount else crypto_amount end,
         case when type = 'buy' then 'bank' else network end, $2, upper($2), 'Demo Bank', '404512345', 'A. Payer',
         case when type = 'sell' then coalesce(wallet_address, sender_wallet_address) end, now(), now()
       from transactions where id = $1`,
    [orderId, `${line}-${orderId}`],
  );

/** Marks the payer of an order or payment as screened and clear. Returns `dueId`. */
export const clearPayer = async (owner: TestServer['owner'], dueId: string): Promise<string> => {
  await owner.query(`update payer_screenings set list_versions = 'a test' where due_id = $1`, [dueId]);
  return dueId;
};

const clearOrder = async (owner: TestServer['owner'], orderId: string) => {
  await clearPayer(owner, orderId);
  await owner.query(
    `with screened as (insert into blockchain_screening (user_id, wallet_address, crypto_symbol, network, risk_score,
        screening_result, provider, list_versions, evidence, created_at)
       select user_id, coalesce(wallet_address, sender_wallet_address), crypto_symbol, network, 0, 'clear', 'test', '[]', '{}',
         now() from transactions where id = $1 returning id)
     update transactions set blockchain_screening_id = (select id from screened) where id = $1`,
    [orderId],
  );
};

type NewProposal = { by: string; kind: 'payout' | 'return' | 'undo'; second: string | null };

async function insertProposal(
  { owner, services }: TestServer,
  orderId: string,
  { by, kind, second }: NewProposal,
): Promise<string> {
  const order = await withSystem(services.pool, (tx) => findOrder(tx, orderId));
  if (!order) throw new Error('no such order');
  const [line] = order.movements;
  const to = line?.party ?? noParty;
  const payload =
    kind === 'payout' || !line
      ? buildPayoutPayload(order, demoSettings)
      : kind === 'return'
        ? buildRefundPayload(order, { line, to, reasonCode: 'order_stopped' }, demoSettings)
        : await buildReversal(owner, order);
  const { rows } = await owner.query<{ id: string }>(
    `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [kind, orderId, JSON.stringify(payload), by, second ? 'approved' : 'open', second, second && new Date()],
  );
  return rows[0]?.id ?? '';
}

async function buildReversal(owner: TestServer['owner'], order: Order) {
  const { rows } = await owner.query<Approved>(
    `select id, kind, payload from proposals where subject = $1 and state = 'approved' order by id desc limit 1`,
    [order.id],
  );
  if (!rows[0]) throw new Error('the order has no approved proposal to undo');
  const why = { reasonCode: 'never_sent', evidence: 'The account shows no such line since.' };
  const sentMovement = order.movements.find(({ proposalId }) => proposalId === rows[0]?.id) ?? null;
  return reversalPayload(order, { ...rows[0], sentMovement }, { ...why, reference: '', movedOn: '', movedTime: '' });
}
