import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Approved } from '../../src/features/approvals/decide.ts';
import { noParty } from '../../src/features/movements/movement.ts';
import { undoOf } from '../../src/features/movements/undoing.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { payoutOf, returnOf } from '../../src/features/trading/desk/pay-out-terms.ts';
import { orderById } from '../../src/features/trading/order/history-store.ts';
import type { OrderState } from '../../src/features/trading/order/order.ts';
import type { Order } from '../../src/features/trading/order/order-row.ts';
import { orderReference } from '../../src/kernel/ids.ts';
import { asSystem } from '../../src/platform/database.ts';
import { sessionCookieName } from '../../src/platform/session.ts';
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
  /** A file of the owner. */
  readonly proof: string;
  /** An order of the owner, or of the member of staff who is a customer, in the state asked for. */
  readonly order: (wish?: OrderWish) => Promise<string>;
  /** A payout of that order, the return of its money, or undoing one, laid before a second person. */
  readonly prepared: (orderId: string, by: string, kind?: Layer['kind']) => Promise<string>;
  /** The same, on which two people agreed. */
  readonly approved: (orderId: string, by: string, kind?: 'payout' | 'return') => Promise<string>;
};

export type OrderWish = Partial<OrderState> & { of?: 'owner' | 'staffOwner'; side?: 'buy' | 'sell' };

/** Sets the scene once for a test file: the people, their sessions, and one real order of each kind to copy. */
export async function openScene(server: TestServer): Promise<Scene> {
  const { owner: database, call } = server;
  const ids = await peopleIds(server);
  await database.query(`insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'support')`, [
    ids.staffOwner,
    ids.preparer,
  ]);
  const names = ['owner', 'other', 'support', 'compliance', 'finance', 'admin', 'staffOwner'] as const;
  const cookies = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await sessionFor(server, nameOf(name))])),
  );
  const expired = await sessionFor(server, played.owner, "interval '-1 second'");
  const signedOut = await sessionFor(server, played.owner);
  await call('accounts/signOut', undefined, signedOut);

  const originals = await placeOriginals(server, cookies);
  await paidBuy(server, cookies['other'] ?? '', { amount: '4000' });
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
    prepared: (orderId, by, kind = 'payout') => layOut(server, orderId, { by, kind, second: null }),
    approved: (orderId, by, kind = 'payout') => layOut(server, orderId, { by, kind, second: ids.other }),
  };
}

/** The demo's name of whoever plays an actor with a session. */
export const nameOf = (actor: string): string =>
  Object.hasOwn(played, actor) ? played[actor as keyof typeof played] : actor;

/** The cookie of a session laid down by hand: signing in is slow on purpose, and tested elsewhere. */
export async function sessionFor(
  { owner, services }: Pick<TestServer, 'owner' | 'services'>,
  name: string,
  lasting = "interval '1 hour'",
) {
  const token = randomBytes(24).toString('hex');
  const { rowCount } = await owner.query(
    `insert into auth.session (token, "userId", "expiresAt")
     select $1, id, now() + ${lasting} from auth."user" where email = $2`,
    [token, name.includes('@') ? name : `${name}@demo.test`],
  );
  if (rowCount !== 1) throw new Error(`nobody is called ${name}`);
  const signature = createHmac('sha256', services.config.authSecret).update(token).digest('base64');
  return `${sessionCookieName(services.config.mode)}=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Somebody with the password of the demo, verified or still to be. */
export async function addPerson({ owner }: TestServer, email: string, verified: boolean): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into auth."user" (name, email, "emailVerified", first_signed_in_at)
     values ('Test Person', $1, $2, case when $2 then now() end) returning id`,
    [email, verified],
  );
  await owner.query(`insert into auth.account ("userId", password) select $1, password from auth.account limit 1`, [
    rows[0]?.id,
  ]);
}

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

type Copy = { state: Partial<OrderState>; marked: boolean };

/**
 * Copies an order under a new id into another state, of somebody whom compliance stopped no longer. Only the owner's
 * copies carry the canaries.
 */
async function copyOrder({ owner }: TestServer, from: string, { state, marked }: Copy) {
  const id = randomUUID();
  const payIn = state.payIn ?? 'awaiting';
  const changes = {
    id,
    reference: orderReference(randomInt(2 ** 32), randomUUID()),
    quote_id: randomUUID(),
    status: state.status ?? 'pending',
    pay_in: payIn,
    pay_out: state.payOut ?? 'none',
    held: state.held ?? false,
    idempotency_key: null,
    waiting_since: new Date().toISOString(),
    ...(marked && { account_number: account, account_holder_name: holder, bank_name: bank, wallet_address: address }),
  };
  await owner.query(
    `delete from account_freezes
      where cause <> 'not_me' and user_id = (select user_id from transactions where id = $1)`,
    [from],
  );
  const { rows } = await owner.query<{ list: string }>(columnsOf);
  await owner.query(
    `insert into transactions (${rows[0]?.list}) select ${rows[0]?.list}
       from jsonb_populate_record(null::transactions, (select to_jsonb(t) || $2::jsonb from transactions t where id = $1))`,
    [from, JSON.stringify(changes)],
  );
  if (payIn === 'received' || payIn === 'returned') await cameInFor(owner, id, marked ? bankLine : 'LINE');
  await screenClear(owner, id);
  return id;
}

/** The line under which the money or coins of a copied order came in; it has the order's own id. */
const cameInFor = (owner: TestServer['owner'], orderId: string, line: string) =>
  owner.query(
    `insert into movements (id, order_id, user_id, direction, asset, amount, rail, reference, reference_key, bank, account,
        holder, address, moved_at, recorded_at)
     select id, id, user_id, 'in', case when type = 'buy' then fiat_currency else crypto_symbol end,
         case when type = 'buy' then fiat_amount else crypto_amount end,
         case when type = 'buy' then 'bank' else network end, $2, upper($2), 'Demo Bank', '404512345', 'Somebody',
         case when type = 'sell' then coalesce(wallet_address, sender_wallet_address) end, now(), now()
       from transactions where id = $1`,
    [orderId, `${line}-${orderId}`],
  );

/** Who paid for something, laid down by hand, is as if found like nobody on a list. Answers what they paid for. */
export const payerClear = async (owner: TestServer['owner'], dueId: string): Promise<string> => {
  await owner.query(`update compared_payers set compared_with = 'a test' where due_id = $1`, [dueId]);
  return dueId;
};

/** A copied order stands on a screening of its own, of the wallet that it has now. */
const screenClear = async (owner: TestServer['owner'], orderId: string) => {
  await payerClear(owner, orderId);
  await owner.query(
    `with screened as (insert into blockchain_screening (user_id, wallet_address, crypto_symbol, network, risk_score,
        screening_result, provider, list_versions, evidence, created_at)
       select user_id, coalesce(wallet_address, sender_wallet_address), crypto_symbol, network, 0, 'clear', 'test', '[]', '{}',
         now() from transactions where id = $1 returning id)
     update transactions set blockchain_screening_id = (select id from screened) where id = $1`,
    [orderId],
  );
};

type Layer = { by: string; kind: 'payout' | 'return' | 'undo'; second: string | null };

async function layOut({ owner, services }: TestServer, orderId: string, { by, kind, second }: Layer): Promise<string> {
  const order = await asSystem(services.pool, (tx) => orderById(tx, orderId));
  if (!order) throw new Error('no such order');
  const [line] = order.movements;
  const to = line?.party ?? noParty;
  const payload =
    kind === 'payout' || !line
      ? payoutOf(order, demoSettings)
      : kind === 'return'
        ? returnOf(order, { line, to, reasonCode: 'order_stopped' }, demoSettings)
        : await undoing(owner, order);
  const { rows } = await owner.query<{ id: string }>(
    `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [kind, orderId, JSON.stringify(payload), by, second ? 'approved' : 'open', second, second && new Date()],
  );
  return rows[0]?.id ?? '';
}

/** Undoing the newest approval of an order. */
async function undoing(owner: TestServer['owner'], order: Order) {
  const { rows } = await owner.query<Approved>(
    `select id, kind, payload from proposals where subject = $1 and state = 'approved' order by id desc limit 1`,
    [order.id],
  );
  if (!rows[0]) throw new Error('nothing was approved that could be undone');
  const why = { reasonCode: 'never_sent', evidence: 'The account shows no such line since.' };
  const left = order.movements.find(({ proposalId }) => proposalId === rows[0]?.id) ?? null;
  return undoOf(order.id, { ...rows[0], left }, { ...why, reference: '', movedOn: '', movedTime: '' });
}
