import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askOnce, type Request } from './bench/load.ts';
import { type Contest, contest, type Outcome } from './bench/rounds.ts';
import {
  addQuotes,
  askOrder,
  askOwn,
  askPrices,
  type Customer,
  layScene,
  type Quote,
  type Scene,
  settle,
} from './bench/scene.ts';
import { type ServerProcess, startServer } from './bench/server-process.ts';
import { startPostgres } from './embedded-postgres.ts';

// How fast the product is, as ratios within one run: each path against a bare node:http + pg server that does the same
// SQL on the same database, in turns. `--json` puts the ratios on one last line; `--grow` asks another question: how
// much longer an order takes after 2,000,000 past ones than after 10,000.

const { values: wish } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    grow: { type: 'boolean', default: false },
    only: { type: 'string' },
    transactions: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
  },
});

const load = { connections: 16, rounds: Number(wish.rounds), seconds: Number(wish.seconds) };
const customers = 1_000;

/** No machine that this runs on places more orders in a second. */
const ordersPerSecond = 3_000;

const tell = (text: string) => console.info(text);

/** Hands out the things in turn, from the first again after the last. */
function inTurn<T>(things: readonly T[]): () => T {
  let at = 0;
  return () => things[at++ % things.length] as T;
}

/** Hands out each thing once. */
function once<T>(things: readonly T[]): () => T {
  let at = 0;
  return () => {
    const thing = things[at++];
    if (thing === undefined) throw new Error('all quotes are used up: measure for a shorter time');
    return thing;
  };
}

/** Enough offers for every order that one side could place. */
const quotesFor = (scene: Scene) => addQuotes(scene, ordersPerSecond * (load.rounds * load.seconds + 2));

const count = (text: string, part: string) => text.split(part).length - 1;

/** Both servers must give the same things before their speed is compared. */
async function sameAnswers(servers: readonly ServerProcess[], request: Request, part: string, times: number) {
  for (const { port } of servers) {
    const { status, body } = await askOnce(port, request);
    if (status !== 200 || count(body, part) < times)
      throw new Error(`not the expected answer, status ${status}: ${body.slice(0, 400)}`);
  }
}

const ordersIn = async ({ owner }: Scene): Promise<number> =>
  Number((await owner.query('select count(*)::int n from transactions')).rows[0].n);

/** Orders on one side; afterwards there must be as many more as were answered for. */
async function orderContest(scene: Scene, sides: Contest['sides']): Promise<Outcome> {
  return contest({ ...load, sides });
}

const pathNames = ['priceList', 'ownTransactions', 'placeOrder'] as const;
type PathName = (typeof pathNames)[number];
type Ratios = Partial<Record<PathName, Outcome>>;
