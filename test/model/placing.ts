import { randomUUID } from 'node:crypto';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { sellFields } from '../orders.ts';
import type { Answer } from '../worker.ts';
import { type Act, type Draw, onOrder, pick } from './draw.ts';
import { standing } from './laws.ts';
import { isOfNow } from './outside.ts';
import { bounds, type Known, type Player, proofOf, type World } from './world.ts';

const amounts = ['1000', '2000', '20000.99', '150000', '262500'] as const;
const coins = ['0.0004', '0.001', '0.008'] as const;

/** Where coins go, or come from: mostly a wallet of one's own, at times one that a list knows. */
const walletFor = ({ wallet }: Player, { twist }: Draw): string => {
  if (twist % 20 === 7) return demoAddresses.sanctioned[0] ?? '';
  return twist % 20 === 13 ? (demoAddresses.watch[0] ?? '') : wallet;
};

const noFunds = { sourceOfFunds: null, sourceOfFundsFile: null };

export async function buy(world: World, draw: Draw): Promise<Answer> {
  const of = world.players[draw.who % 2 === 0 ? 0 : 1];
  const amount = pick(amounts, draw.size) ?? '';
  const offer = { symbol: 'BTC', currency: 'JMD', amount, network: 'bitcoin' };
  const quote = await world.byPlayer<{ id: string }>(of, 'trading/quoteBuy', offer);
  if (quote.status !== 200) return quote;
  const form = { quoteId: quote.body.id, network: 'bitcoin', walletAddress: walletFor(of, draw), destinationTag: '' };
  const more = { key: randomUUID(), sourceOfFunds: 'salary', sourceOfFundsFile: null, another: true };
  return place(world, { side: 'buy', of, asked: amount }, { ...form, ...more });
}

export async function sell(world: World, draw: Draw): Promise<Answer> {
  const of = world.players[draw.who % 2 === 0 ? 0 : 1];
  const amount = pick(coins, draw.size) ?? '';
  const quote = await world.byPlayer<{ id: string }>(of, 'trading/quoteSell', { symbol: 'BTC', amount });
  if (quote.status !== 200) return quote;
  // One time in four the picture that was shown before.
  const proofFile = draw.twist % 4 === 0 ? of.file : await proofOf(world.server, of.id);
  const form = {
    ...sellFields(of.name),
    quoteId: quote.body.id,
    key: randomUUID(),
    proofFile,
    ...noFunds,
    another: true,
  };
  const from = { senderWalletAddress: walletFor(of, draw), walletType: 'exodus', accountNumber: of.bank };
  return place(world, { side: 'sell', of, asked: amount }, { ...form, ...from });
}

type Wish = Pick<Known, 'side' | 'of' | 'asked'>;

async function place(world: World, wish: Wish, form: object): Promise<Answer> {
  const before = world.outside.asked();
  const path = wish.side === 'buy' ? 'trading/placeBuyOrder' : 'trading/placeSellOrder';
  const placed = await world.byPlayer<{ orderId: string; reference: string }>(wish.of, path, form);
  if (placed.status !== 200) return placed;
  const { orderId: id, reference } = placed.body;
  world.concerned.add(wish.of.id);
  if (world.screener === 'listed' && world.outside.asked() > before) world.listed.add(id);
  const { gets, ...row } = await rowOf(world, id);
  await holdPlacing(world, wish, row);
  world.orders.push({ ...wish, id, reference, placedAt: world.now, came: [], agreed: gets });
  return placed;
}

type Row = { readonly gets: string; readonly held: boolean; readonly price: number };

const rowOf = async ({ server }: World, id: string): Promise<Row> => {
  const { rows } = await server.owner.query<Row>(
    `select case type when 'buy' then crypto_amount else net_jmd_amount end::text gets, held,
        price_usd_used::float price from transactions where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error(`order ${id} was placed and is not there`);
  return rows[0];
};

/** What must hold at the moment at which an order comes to be. */
async function holdPlacing(world: World, wish: Wish, { held, price }: Omit<Row, 'gets'>): Promise<void> {
  const { side, of } = wish;
  const { believed, now, screener } = world;
  if (price !== believed.standing.usd || !isOfNow(believed.standing, now))
    throw new Error(`an order at ${price}, where ${JSON.stringify(believed)} stood at ${now.toISOString()}`);
  if (!held && screener !== 'clear') throw new Error(`an order went on while the screening was ${screener}`);
  const frozen = (await standing(world)).get(of.id)?.frozen === true;
  if (frozen && (side === 'buy' || !held)) throw new Error('an order of somebody who is frozen went on');
  if (!held) await holdCaps(world, wish);
}

/**
 * Tier 1: US$1,500 a month at J$175, and so many orders under way, in a day, and unpaid at a price that binds us (for
 * an hour, or to the end of the next day). Of a person, and not of an account.
 */
async function holdCaps({ server, players, joined, now }: World, { of, side }: Wish): Promise<void> {
  const person = joined ? players.map(({ id }) => id) : [of.id];
  const { rows } = await server.owner.query<Record<keyof typeof bounds | 'net', number>>(
    `with own as (select *, status in ('pending', 'processing') going,
          case type when 'sell' then created_at + interval '60 minutes'
            else ((created_at at time zone 'America/Jamaica')::date + 2)::timestamp at time zone 'America/Jamaica' end
            ends
        from transactions where user_id = any($1))
     select (coalesce(sum(net_jmd_amount) filter (where (going or status = 'completed')
          and date_trunc('month', created_at, 'UTC') = date_trunc('month', $2::timestamptz, 'UTC')), 0))::float net,
        count(*) filter (where going)::int "open",
        count(*) filter (where date_trunc('day', created_at, 'UTC') = date_trunc('day', $2::timestamptz, 'UTC')
          and (going or status = 'completed'))::int "perDay",
        count(*) filter (where type = $3 and pay_in in ('awaiting', 'claimed') and ends > $2)::int unpaid
       from own`,
    [person, now, side],
  );
  const [used = { net: 0, open: 0, perDay: 0, unpaid: 0 }] = rows;
  const { net, open, perDay, unpaid } = used;
  if (net > 1500 * 175 || open > bounds.open || perDay > bounds.perDay || unpaid > bounds.unpaid)
    throw new Error(`beyond the caps of a person: ${JSON.stringify({ ...used, joined })}`);
}

/** A customer about an order: their own, or for once that of the other one. */
const byCustomer = (path: string, more: (world: World, order: Known) => Promise<object> = async () => ({})): Act =>
  onOrder(async (world, order, draw) => {
    const { players } = world;
    const stranger = draw.twist % 6 === 0;
    const who = players.find((one) => (one.id === order.of.id) !== stranger) ?? players[0];
    const answer = await world.byPlayer(who, path, { orderId: order.id, ...(await more(world, order)) });
    if (stranger && answer.status === 200) throw new Error(`${path} by somebody else`);
    return answer;
  });

export const claim = byCustomer('trading/claimPayment', async ({ server }, { of }) => ({
  proofFile: await proofOf(server, of.id),
}));
export const takePrice = byCustomer('trading/choosePrice', async (_, { side }) => ({
  seen: side === 'buy' ? '0.00000001' : '0.01',
}));
export const leavePrice = byCustomer('trading/choosePrice', async () => ({ seen: null }));
export const cancelOwn = byCustomer('trading/cancelOwn');
