import { askOnce, type Request } from './load.ts';
import { type Comparison, compareSides, type Outcome, type Side } from './rounds.ts';
import {
  addQuotes,
  askPrices,
  listOrdersRequest,
  placeOrderRequest,
  type Scene,
  vacuumAndCheckpoint,
} from './scene.ts';
import type { ServerProcess } from './server-process.ts';

export type Load = Omit<Comparison, 'sides'>;

export type Stage = { scene: Scene; first: ServerProcess; second: ServerProcess; load: Load };

/** Upper bound of the orders per second that a machine can place. Each needs a quote. */
const ordersPerSecond = 6_000;

/** Measures the public price list. The product caches it for at most 1.5 s; the bare server queries each time. */
export async function priceList({ first, second, load }: Stage): Promise<Outcome> {
  await sameAnswers([first, second], askPrices, { part: '"priceUsd"', times: 6 });
  const next = () => askPrices;
  return compareSides({ ...load, sides: [side(first, next), side(second, next)] });
}

/** Measures the newest 20 orders of a user, with session check and row security on both sides. */
export async function ownTransactions({ scene, first, second, load }: Stage): Promise<Outcome> {
  const requests = scene.customers.map(listOrdersRequest);
  for (const request of requests.slice(0, 3))
    await sameAnswers([first, second], request, { part: '"reference"', times: 20 });
  await vacuumAndCheckpoint(scene);
  const next = inTurn(requests);
  return compareSides({ ...load, sides: [side(first, next), side(second, next)] });
}

/** Measures placing orders: all checks of the product against one bare insert each. */
export async function placeOrder({ scene, first, second, load }: Stage): Promise<Outcome> {
  const orders = await ordersFrom(scene, load);
  const bareOrders = await ordersFrom(scene, load);
  await vacuumAndCheckpoint(scene);
  const before = await ordersIn(scene);
  const outcome = await compareSides({ ...load, sides: [side(first, bareOrders.next), side(second, orders.next)] });
  const placed = (await ordersIn(scene)) - before;
  if (placed !== orders.requested()) throw new Error(`${orders.requested()} orders were requested, ${placed} exist`);
  return outcome;
}

const side = (server: ServerProcess, next: () => Request): Side => ({ server, next });

/** Order requests, each with its own quote. `requested` returns how many were used. */
export async function ordersFrom(scene: Scene, load: Load) {
  const quotes = await addQuotes(scene, ordersPerSecond * (load.rounds * load.seconds + 2));
  let at = 0;
  const next = () => {
    const quote = quotes[at++];
    if (!quote) throw new Error('all quotes are used up: use fewer --seconds or --rounds');
    return placeOrderRequest(quote);
  };
  return { next, requested: () => at };
}

export function inTurn(requests: readonly Request[]): () => Request {
  let at = 0;
  return () => requests[at++ % requests.length] as Request;
}

/** Throws unless each server answers 200 with at least `times` occurrences of `part`. Call before comparing speed. */
export async function sameAnswers(
  servers: ServerProcess[],
  request: Request,
  { part, times }: { part: string; times: number },
) {
  for (const { port } of servers) {
    const { status, body } = await askOnce(port, request);
    if (status !== 200 || body.split(part).length <= times)
      throw new Error(`unexpected response, status ${status}: ${body.slice(0, 400)}`);
  }
}

async function ordersIn({ owner }: Scene): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int n from transactions');
  return rows[0]?.n ?? 0;
}
