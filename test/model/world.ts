import { randomUUID } from 'node:crypto';
import { identityJobs } from '../../src/features/kyc/jobs.ts';
import { createPriceContext } from '../../src/features/prices/api.ts';
import { pricesJobs } from '../../src/features/prices/jobs.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { tradingJobs } from '../../src/features/trading/jobs.ts';
import { atHour, jamaicaDay } from '../../src/kernel/calendar.ts';
import { after } from '../../src/kernel/clock.ts';
import type { Mail } from '../../src/platform/email/mail.ts';
import { bitcoinAddress } from '../orders.ts';
import { createSession } from '../security/actors.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { type Answer, serverUnderTest, type TestServer } from '../worker.ts';
import {
  type ExternalServices,
  openExternalServices,
  type PriceState,
  type Screener,
  updatePriceState,
} from './external-services.ts';
import { type Audience, type OpenStream, openStreams } from './live-streams.ts';
import { assertNoSecrets } from './secrets.ts';

/** Two of finance and two of compliance, so that every proposal can be approved. */
export const staff = ['finance', 'finance2', 'compliance', 'compliance2', 'admin'] as const;
export type Staff = (typeof staff)[number];

export type Player = {
  readonly id: string;
  readonly cookie: string;
  readonly email: string;
  readonly name: string;
  readonly file: string;
  readonly wallet: string;
  readonly bank: string;
};

/** The test's own record of an order, compared with the product's. */
export type PlacedOrder = {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly reference: string;
  readonly customer: Player;
  readonly placedAt: Date;
  readonly requested: string;
  readonly agreed: string;
  readonly received: { readonly amount: string }[];
};

/** The test's own record of unallocated money, in units of 1/100,000,000. */
export type UnallocatedMoney = { readonly id: string; readonly asset: 'JMD' | 'BTC'; left: bigint; back: bigint };

export const parseUnits = (text: string): bigint => {
  const [whole = '0', rest = ''] = text.split('.');
  return BigInt(`${whole}${rest.padEnd(8, '0').slice(0, 8)}`);
};

export type Setup = {
  readonly server: TestServer;
  readonly outside: ExternalServices;
  readonly cookies: Readonly<Record<Staff, string>>;
  readonly listen: Awaited<ReturnType<typeof openStreams>>;
  /** Opens new live streams for a history, because the product closes a stream after 15 minutes. */
  readonly open: () => Promise<OpenStream[]>;
  readonly work: (name: string, data?: object) => Promise<unknown>;
  readonly mails: Mail[];
};

export type World = Setup & {
  readonly players: readonly [Player, Player];
  readonly orders: PlacedOrder[];
  readonly used: string[];
  readonly taken: Set<string>;
  readonly unallocated: UnallocatedMoney[];
  readonly shown: Record<UnallocatedMoney['asset'], bigint>;
  readonly lines: readonly OpenStream[];
  readonly concerned: Set<string>;
  readonly listed: Set<string>;
  readonly callAsStaff: (actor: Staff, path: string, input: object) => Promise<Answer>;
  /** Calls a command as the customer. Throws when the response reveals a suspicion. */
  readonly callAsCustomer: <T = Record<string, unknown>>(
    actor: Player,
    path: string,
    input: object,
  ) => Promise<Answer<T>>;
  now: Date;
  priceState: PriceState;
  screener: Screener;
  currentAction: string;
  joined: boolean;
};

export const orderLimits = { open: 4, perDay: 12, unpaid: 3 };

export async function openSetup(): Promise<Setup> {
  const outside = await openExternalServices();
  const server = await serverUnderTest(outside.environment);
  const { another, idOf } = setUpSuspicions(server);
  const [finance2, compliance2] = [await another('finance'), await another('compliance')];
  const cookies = { finance2: finance2.cookie, compliance2: compliance2.cookie };
  const listen = await openStreams(server);
  const names = ['finance', 'support', 'compliance', 'admin'] as const;
  const staffSessions = await Promise.all(
    names.map(async (name) => ({ name, id: await idOf(name), cookie: await createSession(server, name, day) })),
  );
  const getCookie = (name: Audience) => staffSessions.find((one) => one.name === name)?.cookie ?? '';
  const open = () =>
    Promise.all([
      listen('visitor', { id: '', cookie: '' }),
      ...staffSessions.map(({ name, ...actor }) => listen(name, actor)),
    ]);
  const limits = { ...demoSettings.order_limits, open: { none: 1, tier1: orderLimits.open, tier2: 20 } };
  await server.owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
    { ...limits, perDay: orderLimits.perDay, unpaid: orderLimits.unpaid },
  ]);
  const staffed = { finance: getCookie('finance'), compliance: getCookie('compliance'), admin: getCookie('admin') };
  return { server, outside, cookies: { ...cookies, ...staffed }, listen, open, ...createJobRunner(server) };
}
const day = "interval '1 day'";

function createJobRunner({ services }: TestServer): Pick<Setup, 'work' | 'mails'> {
  const mails: Mail[] = [];
  const mail = async (one: Mail) => void mails.push(one);
  const all = [
    ...tradingJobs(services, mail),
    ...identityJobs(services, mail),
    ...pricesJobs(createPriceContext(services)),
  ] as { name: string; run: (data: object) => Promise<unknown> }[];
  const work: Setup['work'] = (name, data = {}) => {
    const job = all.find((one) => one.name === name);
    if (!job) throw new Error(`the job ${name} does not exist`);
    return job.run(data);
  };
  return { work, mails };
}

export async function runQueuedJobs({ server, work }: Setup, name: string): Promise<number> {
  const takeJobs = `delete from pgboss.job where name = $1 and state = 'created' returning data`;
  const { rows } = await server.owner.query<{ data: object }>(takeJobs, [name]);
  for (const { data } of rows) await work(name, data);
  return rows.length;
}

async function createPlayer(
  server: TestServer,
  name: string,
  accounts: { wallet: string; bank: string },
): Promise<Player> {
  const { id, email, cookie } = await newCustomer(server, name);
  await server.owner.query(
    `insert into kyc_submissions (user_id, tier, status, waits_for, decided_at, decided_by, created_at)
     select $1, 1, 'approved', 'none', now(), p.id, now() from profiles p where p.email = 'compliance@demo.test'`,
    [id],
  );
  return { id, email, cookie, name, file: await addProofFile(server, id), ...accounts };
}

/** Inserts a clean proof with unique content. Returns the file id. */
export async function addProofFile({ owner }: TestServer, userId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, state)
     values ($1, 'transaction-proof', $2, 'slip.jpg', 'image/jpeg', 1000, $3, 'clean') returning id`,
    [userId, `transaction-proofs/${userId}/${randomUUID()}`, randomUUID()],
  );
  return rows[0]?.id ?? '';
}

const leftovers = `truncate transactions, quotes, transaction_alerts, cases, account_links, identity_hashes,
    merged_accounts, account_freezes cascade;
  update crypto_prices set last_updated = '2020-01-01', jump_price = null, jump_source = null, jump_observed_at = null;
  delete from pgboss.job where name in ('trading.send_email', 'trading.screen_new_sender')`;

/** Creates a world with two accounts and fresh prices. With `onePerson` both share a wallet and bank account. */
export async function newWorld(setup: Setup, start: Date, onePerson: boolean): Promise<World> {
  const { server, outside } = setup;
  await server.owner.query(leftovers);
  const staffSessions = { wallet: bitcoinAddress, bank: '123-456-789' };
  const otherPerson = { wallet: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', bank: '404-512-345' };
  const players = [
    await createPlayer(server, 'Ina Brown', staffSessions),
    await createPlayer(server, 'Owen Clarke', onePerson ? staffSessions : otherPerson),
  ] as const;
  const lines = [
    ...(await setup.open()),
    ...(await Promise.all(players.map((player) => setup.listen('customer', player)))),
  ];
  const callAsStaff: World['callAsStaff'] = (actor, path, input) => server.call(path, input, setup.cookies[actor]);
  const callAsCustomer: World['callAsCustomer'] = async (actor, path, input) =>
    assertNoSecrets(path, await server.call(path, input, actor.cookie));
  const books = {
    orders: [],
    used: [],
    taken: new Set<string>(),
    unallocated: [],
    shown: { JMD: 0n, BTC: 0n },
    concerned: new Set<string>(),
    listed: new Set<string>(),
  };
  const priceState = { accepted: { usd: 100_000, at: start }, jump: null };
  const state = { now: start, priceState, screener: 'clear', joined: false, currentAction: '' } as const;
  const world: World = { ...setup, players, lines, callAsStaff, callAsCustomer, ...books, ...state };
  server.setTime(start);
  server.faults.length = 0;
  setup.mails.length = 0;
  outside.reported.usd = 100_000;
  outside.screenAs('clear');
  await server.owner.query('delete from price_history where at >= $1', [start]);
  await reportPrice(world, 'two');
  return world;
}

export async function reportPrice(world: World, by: 'two' | 'one'): Promise<void> {
  const { outside, work, now } = world;
  outside.reported.now = now;
  outside.prices.setMode('coingecko', by === 'two' ? 'ok' : 'failing');
  world.priceState = updatePriceState(world.priceState, { usd: outside.reported.usd, at: now }, by);
  await work('prices.refresh');
}

export async function passTime(world: World, span: number, provider: 'answers' | 'silent'): Promise<void> {
  world.now = after(world.now, span);
  world.server.setTime(world.now);
  if (provider === 'answers') await reportPrice(world, 'two');
  await world.work('trading.expire_orders');
  await world.work('trading.end_price_choices');
}

export const formatTyped = (moment: Date) => {
  const day = jamaicaDay(moment);
  const minute = Math.floor((moment.getTime() - atHour(day, 0).getTime()) / 60_000);
  const two = (n: number) => String(n).padStart(2, '0');
  return { movedOn: day, movedTime: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` };
};

export const floorToMinute = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 60_000) * 60_000);
