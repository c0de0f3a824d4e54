import { randomUUID } from 'node:crypto';
import { identityJobs } from '../../src/features/identity/jobs.ts';
import { priceContext } from '../../src/features/prices/api.ts';
import { pricesJobs } from '../../src/features/prices/jobs.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { tradingJobs } from '../../src/features/trading/jobs.ts';
import { atHour, jamaicaDay } from '../../src/kernel/calendar.ts';
import { after } from '../../src/kernel/clock.ts';
import type { Mail } from '../../src/platform/mail.ts';
import { bitcoinAddress } from '../orders.ts';
import { sessionFor } from '../security/actors.ts';
import { newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import { type Answer, serverUnderTest, type TestServer } from '../worker.ts';
import { type Ear, type Line, openSwitchboard } from './lines.ts';
import { type Believed, believe, type Outside, openOutside, type Screener } from './outside.ts';
import { refuseSecrets } from './secrets.ts';

/** Who works at the desk: two of finance and two of compliance, so that every act finds its second person. */
export const staff = ['finance', 'finance2', 'compliance', 'compliance2', 'admin'] as const;
export type Staff = (typeof staff)[number];

/** One of the two accounts of a history, and what we know of it beside the product. */
export type Player = {
  readonly id: string;
  readonly cookie: string;
  readonly email: string;
  readonly name: string;
  readonly file: string;
  readonly wallet: string;
  readonly bank: string;
};

/** An order as this test knows it: what it gave, in its own books. */
export type Known = {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  /** What its customer writes on a transfer. */
  readonly reference: string;
  readonly of: Player;
  readonly placedAt: Date;
  readonly asked: string;
  /** What it got by the bargain: coins of a buy, J$ of a sell. */
  readonly agreed: string;
  /** Lines that stand on it, as the bank or the chain showed them. */
  readonly came: { readonly amount: string }[];
};

/** Money or coins on no order, in our own books: what is left of it, and what went back. Units are 1/100,000,000. */
export type Loose = { readonly id: string; readonly asset: 'JMD' | 'BTC'; left: bigint; back: bigint };

/** Decimal text in units of our books. */
export const unitsOf = (text: string): bigint => {
  const [whole = '0', rest = ''] = text.split('.');
  return BigInt(`${whole}${rest.padEnd(8, '0').slice(0, 8)}`);
};

/** What histories that run one after the other share: a server with its own database, and whoever is around it. */
export type Lane = {
  readonly server: TestServer;
  readonly outside: Outside;
  readonly cookies: Readonly<Record<Staff, string>>;
  readonly listen: Awaited<ReturnType<typeof openSwitchboard>>;
  /** Opens the pages of the desk and of a visitor, for one history: the product ends one after a quarter of an hour. */
  readonly open: () => Promise<Line[]>;
  /** Runs what the product has put off, or does at set times. Letters arrive in `mails`. */
  readonly work: (name: string, data?: object) => Promise<unknown>;
  readonly mails: Mail[];
};

export type World = Lane & {
  readonly players: readonly [Player, Player];
  readonly orders: Known[];
  /** References that were taken once, in some spelling. */
  readonly used: string[];
  readonly taken: Set<string>;
  readonly loose: Loose[];
  /** Everything that came in from outside. */
  readonly shown: Record<Loose['asset'], bigint>;
  readonly lines: readonly Line[];
  /** Of whom something happened that they may hear of. */
  readonly concerned: Set<string>;
  /** Orders whose wallet or sender somebody called listed. */
  readonly listed: Set<string>;
  /** An act of somebody at the desk. */
  readonly atDesk: (who: Staff, path: string, input: object) => Promise<Answer>;
  /** An act of a customer; whatever comes back tells no suspicion. */
  readonly byPlayer: <T = Record<string, unknown>>(who: Player, path: string, input: object) => Promise<Answer<T>>;
  now: Date;
  believed: Believed;
  screener: Screener;
  /** What is being done: an act that chooses another one says which. */
  doing: string;
  /** Whether compliance found the two accounts to be one person's. */
  joined: boolean;
};

/** Nobody has more under way than this, so that histories get there; and a day has an end. */
export const bounds = { open: 4, perDay: 12, unpaid: 3 };

/** Sets up a server, the desk, other companies and open pages. */
export async function openLane(): Promise<Lane> {
  const outside = await openOutside();
  const server = await serverUnderTest(outside.environment);
  const { another, idOf } = suspicionsOn(server);
  const [finance2, compliance2] = [await another('finance'), await another('compliance')];
  const cookies = { finance2: finance2.cookie, compliance2: compliance2.cookie };
  const listen = await openSwitchboard(server);
  const names = ['finance', 'support', 'compliance', 'admin'] as const;
  const own = await Promise.all(
    names.map(async (name) => ({ name, id: await idOf(name), cookie: await sessionFor(server, name, day) })),
  );
  const cookieOf = (name: Ear) => own.find((one) => one.name === name)?.cookie ?? '';
  const open = () =>
    Promise.all([listen('visitor', { id: '', cookie: '' }), ...own.map(({ name, ...who }) => listen(name, who))]);
  const limits = { ...demoSettings.order_limits, open: { none: 1, tier1: bounds.open, tier2: 20 } };
  await server.owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
    { ...limits, perDay: bounds.perDay, unpaid: bounds.unpaid },
  ]);
  const staffed = { finance: cookieOf('finance'), compliance: cookieOf('compliance'), admin: cookieOf('admin') };
  return { server, outside, cookies: { ...cookies, ...staffed }, listen, open, ...workshop(server) };
}
const day = "interval '1 day'";

/** The product's own jobs, run when a history says so instead of by the clock. */
function workshop({ services }: TestServer): Pick<Lane, 'work' | 'mails'> {
  const mails: Mail[] = [];
  const mail = async (one: Mail) => void mails.push(one);
  const all = [
    ...tradingJobs(services, mail),
    ...identityJobs(services, mail),
    ...pricesJobs(priceContext(services)),
  ] as { name: string; run: (data: object) => Promise<unknown> }[];
  const work: Lane['work'] = (name, data = {}) => {
    const job = all.find((one) => one.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    return job.run(data);
  };
  return { work, mails };
}

/** Runs what was put off under this name: letters, or screenings of whoever sent coins. */
export async function workOff({ server, work }: Lane, name: string): Promise<number> {
  const taken = `delete from pgboss.job where name = $1 and state = 'created' returning data`;
  const { rows } = await server.owner.query<{ data: object }>(taken, [name]);
  for (const { data } of rows) await work(name, data);
  return rows.length;
}

/** A customer whose first tier a person approved. */
async function somebody(server: TestServer, name: string, has: { wallet: string; bank: string }): Promise<Player> {
  const { id, email, cookie } = await newCustomer(server, name);
  await server.owner.query(
    `insert into kyc_submissions (user_id, tier, status, waits_for, decided_at, decided_by, created_at)
     select $1, 1, 'approved', 'nobody', now(), p.id, now() from profiles p where p.email = 'compliance@demo.test'`,
    [id],
  );
  return { id, email, cookie, name, file: await proofOf(server, id), ...has };
}

/** The picture of a bank slip, as it stands once it was uploaded. Each is another picture. */
export async function proofOf({ owner }: TestServer, userId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, state)
     values ($1, 'transaction-proof', $2, 'slip.jpg', 'image/jpeg', 1000, $3, 'clean') returning id`,
    [userId, `transaction-proofs/${userId}/${randomUUID()}`, randomUUID()],
  );
  return rows[0]?.id ?? '';
}

/** What a history leaves behind that the next would find under its hands. */
const leftovers = `truncate transactions, quotes, transaction_alerts, cases, account_links, person_marks,
    joined_accounts, account_freezes cascade;
  update crypto_prices set last_updated = '2020-01-01', jump_price = null, jump_source = null, jump_observed_at = null;
  delete from pgboss.job where name in ('trading.letter', 'trading.screen_sender')`;

/**
 * A world before anything happened: two accounts, fresh prices, and the desk. Where they are one person's, both
 * have the same wallet and bank account; nobody has noticed yet.
 */
export async function newWorld(lane: Lane, start: Date, onePerson: boolean): Promise<World> {
  const { server, outside } = lane;
  await server.owner.query(leftovers);
  const own = { wallet: bitcoinAddress, bank: '123-456-789' };
  const other = { wallet: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', bank: '404-512-345' };
  const players = [
    await somebody(server, 'Ina Brown', own),
    await somebody(server, 'Owen Clarke', onePerson ? own : other),
  ] as const;
  const lines = [
    ...(await lane.open()),
    ...(await Promise.all(players.map((player) => lane.listen('customer', player)))),
  ];
  const atDesk: World['atDesk'] = (who, path, input) => server.call(path, input, lane.cookies[who]);
  const byPlayer: World['byPlayer'] = async (who, path, input) =>
    refuseSecrets(path, await server.call(path, input, who.cookie));
  const books = {
    orders: [],
    used: [],
    taken: new Set<string>(),
    loose: [],
    shown: { JMD: 0n, BTC: 0n },
    concerned: new Set<string>(),
    listed: new Set<string>(),
  };
  const believed = { standing: { usd: 100_000, at: start }, jump: null };
  const how = { now: start, believed, screener: 'clear', joined: false, doing: '' } as const;
  const world: World = { ...lane, players, lines, atDesk, byPlayer, ...books, ...how };
  server.setTime(start);
  // What an earlier history met is told there.
  server.faults.length = 0;
  lane.mails.length = 0;
  outside.told.usd = 100_000;
  outside.screenAs('clear');
  await server.owner.query('delete from price_history where at >= $1', [start]);
  await tellPrice(world, 'two');
  return world;
}

/** Price providers answer, at this moment: two of them, or one alone. */
export async function tellPrice(world: World, by: 'two' | 'one'): Promise<void> {
  const { outside, work, now } = world;
  outside.told.now = now;
  outside.prices.setMode('coingecko', by === 'two' ? 'ok' : 'failing');
  world.believed = believe(world.believed, { usd: outside.told.usd, at: now }, by);
  await work('prices.refresh');
}

/** Time passes, and what the product does by itself at such moments is done. */
export async function pass(world: World, span: number, provider: 'answers' | 'silent'): Promise<void> {
  world.now = after(world.now, span);
  world.server.setTime(world.now);
  if (provider === 'answers') await tellPrice(world, 'two');
  await world.work('trading.lapse');
  await world.work('trading.choices');
}

/** A moment as the desk types it: day and time in Jamaica, without seconds. */
export const asTyped = (moment: Date) => {
  const day = jamaicaDay(moment);
  const minute = Math.floor((moment.getTime() - atHour(day, 0).getTime()) / 60_000);
  const two = (n: number) => String(n).padStart(2, '0');
  return { movedOn: day, movedTime: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` };
};

/** The moment that those two words mean. */
export const minuteOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 60_000) * 60_000);
