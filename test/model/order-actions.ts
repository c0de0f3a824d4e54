import { randomUUID } from 'node:crypto';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { sellFields } from '../orders.ts';
import type { Answer } from '../worker.ts';
import { type Action, type Choice, onOrder, pick } from './choice.ts';
import { isFresh } from './external-services.ts';
import { loadOutgoing } from './invariants.ts';
import { addProofFile, orderLimits, type PlacedOrder, type Player, type World } from './world.ts';

const amounts = ['1000', '2000', '20000.99', '150000', '262500'] as const;
const coins = ['0.0004', '0.001', '0.008'] as const;

const pickWallet = ({ wallet }: Player, { variant }: Choice): string => {
  if (variant % 20 === 7) return demoAddresses.sanctioned[0] ?? '';
  return variant % 20 === 13 ? (demoAddresses.watch[0] ?? '') : wallet;
};

const noFunds = { sourceOfFunds: null, sourceOfFundsFile: null };

export async function buy(world: World, choice: Choice): Promise<Answer> {
  const customer = world.players[choice.actor % 2 === 0 ? 0 : 1];
  const amount = pick(amounts, choice.size) ?? '';
  const offer = { symbol: 'BTC', currency: 'JMD', amount, network: 'bitcoin' };
  const quote = await world.callAsCustomer<{ id: string }>(customer, 'trading/quoteBuy', offer);
  if (quote.status !== 200) return quote;
  const form = {
    quoteId: quote.body.id,
    network: 'bitcoin',
    walletAddress: pickWallet(customer, choice),
    destinationTag: '',
  };
  const more = { key: randomUUID(), sourceOfFunds: 'salary', sourceOfFundsFile: null, another: true };
  return place(world, { side: 'buy', customer, requested: amount }, { ...form, ...more });
}

export async function sell(world: World, choice: Choice): Promise<Answer> {
  const customer = world.players[choice.actor % 2 === 0 ? 0 : 1];
  const amount = pick(coins, choice.size) ?? '';
  const quote = await world.callAsCustomer<{ id: string }>(customer, 'trading/quoteSell', { symbol: 'BTC', amount });
  if (quote.status !== 200) return quote;
  // Every fourth sell reuses an earlier picture.
  const proofFile = choice.variant % 4 === 0 ? customer.file : await addProofFile(world.server, customer.id);
  const form = {
    ...sellFields(customer.name),
    quoteId: quote.body.id,
    key: randomUUID(),
    proofFile,
    ...noFunds,
    another: true,
  };
  const from = {
    senderWalletAddress: pickWallet(customer, choice),
    walletType: 'exodus',
    accountNumber: customer.bank,
  };
  return place(world, { side: 'sell', customer, requested: amount }, { ...form, ...from });
}

type OrderInput = Pick<PlacedOrder, 'side' | 'customer' | 'requested'>;

async function place(world: World, input: OrderInput, form: object): Promise<Answer> {
  const before = world.outside.countRequests();
  const path = input.side === 'buy' ? 'trading/placeBuyOrder' : 'trading/placeSellOrder';
  const placed = await world.callAsCustomer<{ orderId: string; reference: string }>(input.customer, path, form);
  if (placed.status !== 200) return placed;
  const { orderId: id, reference } = placed.body;
  world.concerned.add(input.customer.id);
  if (world.screener === 'listed' && world.outside.countRequests() > before) world.listed.add(id);
  const { payout, ...row } = await findRow(world, id);
  await assertPlacing(world, input, row);
  world.orders.push({ ...input, id, reference, placedAt: world.now, received: [], agreed: payout });
  return placed;
}

type Row = { readonly payout: string; readonly held: boolean; readonly price: number };

const findRow = async ({ server }: World, id: string): Promise<Row> => {
  const { rows } = await server.owner.query<Row>(
    `select case type when 'buy' then crypto_amount else net_jmd_amount end::text payout, held,
        price_usd_used::float price from transactions where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error(`order ${id} was acknowledged but does not exist`);
  return rows[0];
};

/** Throws when the product accepted an order against its rules. */
async function assertPlacing(world: World, input: OrderInput, { held, price }: Omit<Row, 'payout'>): Promise<void> {
  const { side, customer } = input;
  const { priceState, now, screener } = world;
  if (price !== priceState.accepted.usd || !isFresh(priceState.accepted, now))
    throw new Error(`an order has the price ${price} instead of ${JSON.stringify(priceState)} at ${now.toISOString()}`);
  if (!held && screener !== 'clear') throw new Error(`an order was not held although the screening was ${screener}`);
  const frozen = (await loadOutgoing(world)).get(customer.id)?.frozen === true;
  if (frozen && (side === 'buy' || !held)) throw new Error('an order of a frozen customer continued');
  if (!held) await assertCaps(world, input);
}

/** Tier 1 limits per person: US$1,500 a month at J$175, and counts of open, daily and unpaid orders. */
async function assertCaps({ server, players, joined, now }: World, { customer, side }: OrderInput): Promise<void> {
  const person = joined ? players.map(({ id }) => id) : [customer.id];
  const { rows } = await server.owner.query<Record<keyof typeof orderLimits | 'net', number>>(
    `with own as (select *, status in ('pending', 'processing') is_open,
          case type when 'sell' then created_at + interval '60 minutes'
            else ((created_at at time zone 'America/Jamaica')::date + 2)::timestamp at time zone 'America/Jamaica' end
            ends
        from transactions where user_id = any($1))
     select (coalesce(sum(net_jmd_amount) filter (where (is_open or status = 'completed')
          and date_trunc('month', created_at, 'UTC') = date_trunc('month', $2::timestamptz, 'UTC')), 0))::float net,
        count(*) filter (where is_open)::int "open",
        count(*) filter (where date_trunc('day', created_at, 'UTC') = date_trunc('day', $2::timestamptz, 'UTC')
          and (is_open or status = 'completed'))::int "perDay",
        count(*) filter (where type = $3 and pay_in in ('awaiting', 'claimed') and ends > $2)::int unpaid
       from own`,
    [person, now, side],
  );
  const [used = { net: 0, open: 0, perDay: 0, unpaid: 0 }] = rows;
  const { net, open, perDay, unpaid } = used;
  if (net > 1500 * 175 || open > orderLimits.open || perDay > orderLimits.perDay || unpaid > orderLimits.unpaid)
    throw new Error(`the limits per person are exceeded: ${JSON.stringify({ ...used, joined })}`);
}

/** Every sixth call is made by the other customer and must be refused. */
const customerAction = (
  path: string,
  more: (world: World, order: PlacedOrder) => Promise<object> = async () => ({}),
): Action =>
  onOrder(async (world, order, choice) => {
    const { players } = world;
    const isOtherCustomer = choice.variant % 6 === 0;
    const actor = players.find((one) => (one.id === order.customer.id) !== isOtherCustomer) ?? players[0];
    const answer = await world.callAsCustomer(actor, path, { orderId: order.id, ...(await more(world, order)) });
    if (isOtherCustomer && answer.status === 200) throw new Error(`${path} succeeded for another customer`);
    return answer;
  });

export const claim = customerAction('trading/claimPayment', async ({ server }, { customer }) => ({
  proofFile: await addProofFile(server, customer.id),
}));
export const acceptPrice = customerAction('trading/choosePrice', async (_, { side }) => ({
  seen: side === 'buy' ? '0.00000001' : '0.01',
}));
export const declinePrice = customerAction('trading/choosePrice', async () => ({ seen: null }));
export const cancelOwn = customerAction('trading/cancelOwn');
