import { randomBytes, randomUUID } from 'node:crypto';
import { orderById } from '../../src/features/trading/history-store.ts';
import type { OrderState } from '../../src/features/trading/order.ts';
import { orderReference } from '../../src/kernel/ids.ts';
import { asSystem } from '../../src/platform/database.ts';
import { paidBuy, sell, upload } from '../orders.ts';
import type { TestServer } from '../worker.ts';

/** Everybody who can stand at a door. `staffOwner` is an admin whose own order it is. */
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

/** Which of the demo's people plays whom. */
export const played = {
  owner: 'tier2',
  other: 'tier1',
  staffOwner: 'enhanced',
  preparer: 'visitor',
} as const;

/** Words that stand in the owner's records alone: where they turn up for somebody else, a wall is open. */
export const canaries = [
  '9081726354',
  'Zebulon Canary-Owner',
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
  /** A file of the owner. */
  readonly proof: string;
  /** An order of the owner, or of the member of staff who is a customer, in the state asked for. */
  readonly order: (wish?: OrderWish) => Promise<string>;
  /** A payout of that order laid before a second person. */
  readonly prepared: (orderId: string, by: string) => Promise<void>;
};

export type OrderWish = Partial<OrderState> & { of?: 'owner' | 'staffOwner'; side?: 'buy' | 'sell' };

/** Sets the scene once for a test file: the people, their sessions, and one real order of each kind to copy. */
export async function openScene(server: TestServer): Promise<Scene> {
  const { owner: database, signIn, call } = server;
  const ids = await peopleIds(server);
  await database.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [ids.staffOwner]);
  const names = ['owner', 'other', 'support', 'compliance', 'finance', 'admin', 'staffOwner'] as const;
  const cookies = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await signIn(name in played ? playedBy(name) : name)])),
  );
  const expired = await signIn(played.owner);
  await database.query(`update auth.session set "expiresAt" = now() - interval '1 second' where token = $1`, [
    tokenOf(expired),
  ]);
  const signedOut = await signIn(played.owner);
  await call('accounts/signOut', undefined, signedOut);

  const originals = await placeOriginals(server, cookies);
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
      copyOrder(server, originals[`${of} ${side}`] ?? '', state, of === 'owner'),
    prepared: (orderId, by) => layPayout(server, orderId, by),
  };
}

const playedBy = (name: string) => played[name as keyof typeof played];

/** The token inside a session cookie, as the database knows it. */
export const tokenOf = (cookie: string) =>
  decodeURIComponent(cookie.split(';')[0]?.split('=')[1] ?? '').replace(/\.[^.]*$/, '');

async function peopleIds({ owner }: TestServer) {
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) "name" from profiles`,
  );
  const id = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
  return {
    owner: id(played.owner),
    other: id(played.other),
    staffOwner: id(played.staffOwner),
    preparer: id(played.preparer),
  };
}

/** One bought and one sold order for each of the two customers, placed through the front door. */
async function placeOriginals(server: TestServer, cookies: Record<string, string>): Promise<Record<string, string>> {
  const holders = { owner: 'Tamara Grant', staffOwner: 'Enid Morgan' } as const;
  const found: Record<string, string> = {};
  for (const of of ['owner', 'staffOwner'] as const) {
    const cookie = cookies[of] ?? '';
    found[`${of} buy`] = (await paidBuy(server, cookie)).orderId;
    found[`${of} sell`] = (await sell(server, cookie, { holder: holders[of] })).body.orderId;
  }
  return found;
}

const columnsOf = `select string_agg(quote_ident(column_name), ', ') list from information_schema.columns
  where table_schema = 'public' and table_name = 'transactions' and is_generated = 'NEVER'`;

/** Copies an order under a new id into another state. Only the owner's copies carry the canaries. */
async function copyOrder({ owner }: TestServer, from: string, state: Partial<OrderState>, marked: boolean) {
  const id = randomUUID();
  const payIn = state.payIn ?? 'awaiting';
  const changes = {
    id,
    reference: orderReference(randomBytes(7)),
    quote_id: randomUUID(),
    status: state.status ?? 'pending',
    pay_in: payIn,
    pay_out: state.payOut ?? 'none',
    held: state.held ?? false,
    received_reference: null,
    waiting_since: new Date().toISOString(),
    ...(marked && { account_number: account, account_holder_name: holder, bank_name: bank, wallet_address: address }),
    ...(marked && { received_reference: payIn === 'received' ? bankLine : null }),
  };
  const { rows } = await owner.query<{ list: string }>(columnsOf);
  await owner.query(
    `insert into transactions (${rows[0]?.list}) select ${rows[0]?.list}
       from jsonb_populate_record(null::transactions, (select to_jsonb(t) || $2::jsonb from transactions t where id = $1))`,
    [from, JSON.stringify(changes)],
  );
  return id;
}

async function layPayout({ owner, services }: TestServer, orderId: string, by: string) {
  const { payoutOf } = await import('../../src/features/trading/desk/steps.ts');
  const order = await asSystem(services.pool, (tx) => orderById(tx, orderId));
  if (!order) throw new Error('no such order');
  const payload = payoutOf(order, `PAY-${orderId.slice(-12)}`);
  await owner.query(`insert into proposals (kind, subject, payload, proposed_by) values ('payout', $1, $2, $3)`, [
    orderId,
    JSON.stringify(payload),
    by,
  ]);
}
