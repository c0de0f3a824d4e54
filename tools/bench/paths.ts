import { askOnce, type Request } from './load.ts';
import { type Contest, contest, type Outcome, type Side } from './rounds.ts';
import { addQuotes, askOrder, askOwn, askPrices, type Scene, settle } from './scene.ts';
import type { ServerProcess } from './server-process.ts';

export type Load = Omit<Contest, 'sides'>;

export type Stage = { scene: Scene; first: ServerProcess; second: ServerProcess; load: Load };

/** More orders per second than our machines place. */
const ordersPerSecond = 6_000;

/** Public price list: ours is rendered once for everyone and at most 1.5 s old; the bare side queries. */
export async function priceList({ first, second, load }: Stage): Promise<Outcome> {
  await sameAnswers([first, second], askPrices, { part: '"priceUsd"', times: 6 });
  const next = () => askPrices;
  return contest({ ...load, sides: [side(first, next), side(second, next)] });
}

/** The user's newest 20 orders, with session check and row security on both sides. */
export async function ownTransactions({ scene, first, second, load }: Stage): Promise<Outcome> {
  const requests = scene.customers.map(askOwn);
  for (const request of requests.slice(0, 3))
    await sameAnswers([first, second], request, { part: '"reference"', times: 20 });
  await settle(scene);
  const next = inTurn(requests);
  return contest({ ...load, sides: [side(first, next), side(second, next)] });
}

/** Orders through all our checks, against one bare insert each. */
export async function placeOrder({ scene, first, second, load }: Stage): Promise<Outcome> {
  const orders = await ordersFrom(scene, load);
  const bareOrders = await ordersFrom(scene, load);
  await settle(scene);
  const before = await ordersIn(scene);
  const outcome = await contest({ ...load, sides: [side(first, bareOrders.next), side(second, orders.next)] });
  const made = (await ordersIn(scene)) - before;
  if (made !== orders.asked()) throw new Error(`${orders.asked()} orders were answered for, ${made} exist`);
  return outcome;
}

const side = (server: ServerProcess, next: () => Request): Side => ({ server, next });

/** Order requests, each with its own quote, as many as a round may use. */
export async function ordersFrom(scene: Scene, load: Load) {
  const quotes = await addQuotes(scene, ordersPerSecond * (load.rounds * load.seconds + 2));
  let at = 0;
  const next = () => {
    const quote = quotes[at++];
    if (!quote) throw new Error('all offers are used up: measure for a shorter time');
    return askOrder(quote);
  };
  return { next, asked: () => at };
}

export function inTurn(requests: readonly Request[]): () => Request {
  let at = 0;
  return () => requests[at++ % requests.length] as Request;
}

/** Both servers must answer alike before their speed is compared. */
export async function sameAnswers(
  servers: ServerProcess[],
  request: Request,
  { part, times }: { part: string; times: number },
) {
  for (const { port } of servers) {
    const { status, body } = await askOnce(port, request);
    if (status !== 200 || body.split(part).length <= times)
      throw new Error(`not the expected answer, status ${status}: ${body.slice(0, 400)}`);
  }
}

async function ordersIn({ owner }: Scene): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int n from transactions');
  return rows[0]?.n ?? 0;
}
