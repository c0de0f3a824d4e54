import { randomUUID } from 'node:crypto';
import { lapseOrders } from '../../src/features/trading/jobs.ts';
import { atHour, jamaicaDay } from '../../src/kernel/calendar.ts';
import { after } from '../../src/kernel/clock.ts';
import { sessionFor } from '../security/actors.ts';
import { newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import type { Answer, TestServer } from '../worker.ts';

/** Who works at the desk: two of finance and two of compliance, so that every act finds its second person. */
export const staff = ['finance', 'finance2', 'compliance', 'compliance2', 'admin'] as const;
export type Staff = (typeof staff)[number];

/** One of the two customers of a history, and what we know of them beside the product. */
export type Player = { readonly id: string; readonly cookie: string; readonly name: string; readonly file: string };

/** An order as this test knows it: what it gave, in its own books. */
export type Known = {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly of: Player;
  readonly placedAt: Date;
  readonly asked: string;
  /** What it got by the bargain: coins of a buy, J$ of a sell. */
  readonly agreed: string;
  /** Lines the product took in, as the bank or the chain showed them. */
  readonly came: { amount: string; movedAt: Date }[];
};

export type World = {
  readonly server: TestServer;
  readonly cookies: Readonly<Record<Staff, string>>;
  readonly players: readonly [Player, Player];
  readonly orders: Known[];
  /** References that were taken once, in some spelling. */
  readonly used: string[];
  /** An act of somebody at the desk. */
  readonly atDesk: (who: Staff, path: string, input: object) => Promise<Answer>;
  now: Date;
  /** What a coin costs, in per cent of 100,000 US$. */
  price: number;
};

/** The cookies of the desk, laid down once. */
export async function openDesk(server: TestServer): Promise<World['cookies']> {
  const { another } = suspicionsOn(server);
  const [finance2, compliance2] = [await another('finance'), await another('compliance')];
  return {
    finance: await sessionFor(server, 'finance'),
    finance2: finance2.cookie,
    compliance: await sessionFor(server, 'compliance'),
    compliance2: compliance2.cookie,
    admin: await sessionFor(server, 'admin'),
  };
}

/** A customer whose first tier a person approved. */
async function somebody(server: TestServer, name: string): Promise<Player> {
  const { id, cookie } = await newCustomer(server, name);
  await server.owner.query(
    `insert into kyc_submissions (user_id, tier, status, waits_for, decided_at, decided_by, created_at)
     select $1, 1, 'approved', 'nobody', now(), p.id, now() from profiles p where p.email = 'compliance@demo.test'`,
    [id],
  );
  return { id, cookie, name, file: await proofOf(server, id) };
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

/** A world before anything happened: two customers, fresh prices, and the desk. */
export async function newWorld(server: TestServer, cookies: World['cookies'], start: Date): Promise<World> {
  const players = [await somebody(server, 'Ina Brown'), await somebody(server, 'Owen Clarke')] as const;
  const atDesk: World['atDesk'] = (who, path, input) => server.call(path, input, cookies[who]);
  const world: World = { server, cookies, players, orders: [], used: [], atDesk, now: start, price: 100 };
  server.setTime(start);
  // What an earlier history met is told there.
  server.faults.length = 0;
  await server.owner.query('delete from price_history where at >= $1', [start]);
  await tellPrice(world);
  return world;
}

/** The price provider answers, at this moment. */
export async function tellPrice({ server, now, price }: World): Promise<void> {
  await server.owner.query(
    `insert into price_history (symbol, at, price_usd, source) values ('BTC', $2, 1000 * $1::numeric, 'kraken')
     on conflict (symbol, at) do update set price_usd = excluded.price_usd`,
    [price, now],
  );
  await server.owner.query(
    `update crypto_prices set price_usd = 1000 * $1::numeric, observed_at = $2, last_updated = $2 where symbol = 'BTC'`,
    [price, now],
  );
}

/** Time passes, and what the product does by itself at such moments is done. */
export async function pass(world: World, span: number, provider: 'answers' | 'silent'): Promise<void> {
  world.now = after(world.now, span);
  world.server.setTime(world.now);
  if (provider === 'answers') await tellPrice(world);
  await lapseOrders(world.server.services);
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
