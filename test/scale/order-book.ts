import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Customer } from '../../tools/bench/scene.ts';
import { newPicture } from '../orders.ts';
import { type OrderRequest, orderFrom } from '../reliability/customer.ts';

/** What a customer asked for, under its key, and what we told them of it. */
type Entry = {
  readonly request: OrderRequest;
  readonly customer: Customer;
  readonly amount: string;
  /** Told to be placed, told to be refused, or never told anything that decides. */
  told: 'placed' | 'refused' | 'nothing';
  sends: number;
  orderId?: string;
  reference?: string;
  /** What the customer did with it afterwards, and was told is done. */
  afterwards?: 'called off' | 'claimed';
  /** The slip that was uploaded for it. */
  slip?: string;
};

type Row = {
  readonly key: string;
  readonly id: string;
  readonly reference: string;
  readonly userId: string;
  readonly amount: string;
  readonly status: string;
  readonly payIn: string;
  readonly slip: string | null;
  readonly judged: number;
};

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

/** An answer that settles what was asked: done, or refused for good. */
type Send = (origin: string) => Promise<Answer | null>;

/** `claims`: some upload a slip and say that they paid. */
type Wish = { readonly customers: readonly Customer[]; readonly origins: readonly string[]; readonly claims?: boolean };

const decides = ({ status }: Answer) => status < 500 && status !== 429 && status !== 408;

/** How long a browser waits for an answer, ms. */
const patience = 15_000;

/**
 * Customers who order as their browsers do: the same request under the same key until an answer decides, wherever it is
 * given. It remembers every answer, and says afterwards whether the database tells the same.
 */
export class OrderBook {
  readonly #entries: Entry[] = [];
  readonly #customers: readonly Customer[];
  readonly #origins: readonly string[];
  readonly #claims: boolean;
  /** Answers by status, and requests that got none. */
  readonly answers: Record<string, number> = {};
  readonly refusals: Record<string, number> = {};
  /** When each order was acknowledged (ms of the steady clock), and by which process. */
  readonly acknowledged: { readonly at: number; readonly by: string }[] = [];
  #next = 0;
  #stopped = false;
  /** Nobody begins another order while this is so. */
  paused = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor({ customers, origins, claims = false }: Wish) {
    this.#customers = customers;
    this.#origins = origins;
    this.#claims = claims;
  }

  get placed(): number {
    return this.acknowledged.length;
  }

  /** So many order at the same time, each with a pause of so many ms between two orders. */
  begin(clients: number, pause: number): void {
    const client = async () => {
      while (!this.#stopped) {
        if (!this.paused) await this.#one();
        await sleep(this.paused ? 100 : pause);
      }
    };
    this.#working = Promise.all(Array.from({ length: clients }, client));
    this.#working.catch(() => undefined);
  }

  /** Lets everybody come to the end of what they have in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  async #one(): Promise<void> {
    const nth = this.#next++;
    const customer = this.#customers[nth % this.#customers.length];
    if (!customer) throw new Error('nobody orders');
    const amount = `${5_000 + (nth % 10_000)}.00`;
    const wish = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount };
    const quote = await this.#settled(nth, command(customer, 'trading/quoteBuy', wish));
    if (quote?.status !== 200) return this.#refused(quote);
    const request = { ...orderFrom(String(quote.body['id'])), key: randomUUID() };
    const entry: Entry = { request, customer, amount, told: 'nothing', sends: 0 };
    this.#entries.push(entry);
    const answer = await this.#settled(nth, command(customer, 'trading/placeBuyOrder', request), entry);
    if (!answer) return;
    if (answer.status !== 200) {
      entry.told = 'refused';
      return this.#refused(answer);
    }
    entry.told = 'placed';
    Object.assign(entry, answer.body);
    if (nth % 5 === 0) await this.#callOff(nth, entry);
    else if (this.#claims && nth % 10 === 3) await this.#claim(nth, entry);
  }

  /** Asked a second time they are told that it cannot be done any more: it was. */
  async #callOff(nth: number, entry: Entry): Promise<void> {
    const { customer, orderId } = entry;
    if (await this.#settled(nth, command(customer, 'trading/cancelOwn', { orderId }))) entry.afterwards = 'called off';
  }

  async #claim(nth: number, entry: Entry): Promise<void> {
    const { customer, orderId } = entry;
    const picture = new Uint8Array(newPicture());
    const kept = await this.#settled(nth, (origin) => upload(origin, customer, picture));
    if (kept?.status !== 200) return this.#refused(kept);
    entry.slip = String(kept.body['id']);
    const claim = { orderId, proofFile: entry.slip };
    if (await this.#settled(nth, command(customer, 'trading/claimPayment', claim))) entry.afterwards = 'claimed';
  }

  #refused(answer: Answer | null): void {
    const code = String(answer?.body['code'] ?? 'no answer');
    this.refusals[code] = (this.refusals[code] ?? 0) + 1;
  }

  /** Asks until an answer decides, of one process after the other; null where none ever did. */
  async #settled(nth: number, send: Send, entry?: Entry): Promise<Answer | null> {
    const end = performance.now() + 180_000;
    for (let tries = 0; performance.now() < end; tries++) {
      const origin = this.#origins[(nth + tries) % this.#origins.length] ?? '';
      if (entry) entry.sends++;
      const answer = await send(origin);
      const kind = answer ? String(answer.status) : 'none';
      this.answers[kind] = (this.answers[kind] ?? 0) + 1;
      if (entry && answer?.status === 200) this.acknowledged.push({ at: performance.now(), by: origin });
      if (answer && decides(answer)) return answer;
      await sleep(Math.min(1_000, 100 * (tries + 1)));
    }
    return null;
  }

  /** The longest time without an acknowledgement between two moments, of any process and of each. */
  longestSilence(from: number, until: number): { all: number; each: number } {
    const gaps = (of: readonly { at: number }[]) => {
      const moments = [from, ...of.map(({ at }) => at).filter((at) => at > from && at < until), until];
      return Math.max(...moments.slice(1).map((at, nth) => at - (moments[nth] ?? at)));
    };
    const each = this.#origins.map((origin) => gaps(this.acknowledged.filter(({ by }) => by === origin)));
    return { all: gaps(this.acknowledged), each: Math.max(...each) };
  }

  /** Who said that they paid, and by which slip. */
  claimed(): { cookie: string; slip: string }[] {
    return this.#entries.flatMap(({ customer: { cookie }, slip, afterwards }) =>
      afterwards === 'claimed' && slip ? [{ cookie, slip }] : [],
    );
  }

  /** What the database tells of all that was asked for, against what customers were told. */
  async compare(owner: pg.Client | pg.Pool) {
    const { rows } = await owner.query<Row>(
      `select t.idempotency_key "key", t.id, t.reference, t.user_id "userId", t.fiat_amount::text amount, t.status,
         t.pay_in "payIn", t.proof_file slip,
         (select count(*)::int from risk_assessments a where a.order_id = t.id) judged
       from transactions t where t.idempotency_key is not null and t.user_id = any($1)`,
      [this.#customers.map(({ id }) => id)],
    );
    const found = new Map<string, Row[]>();
    for (const row of rows) found.set(row.key, [...(found.get(row.key) ?? []), row]);
    const count = (holds: (entry: Entry, of: readonly Row[]) => boolean) =>
      this.#entries.filter((entry) => holds(entry, found.get(entry.request.key) ?? [])).length;
    const isTheSame = (entry: Entry, row: Row | undefined) =>
      row !== undefined &&
      row.id === entry.orderId &&
      row.reference === entry.reference &&
      row.userId === entry.customer.id &&
      Number(row.amount) === Number(entry.amount) &&
      row.judged === 1;
    const asked = new Set<string>(this.#entries.map(({ request }) => request.key));
    return {
      asked: this.#entries.length,
      acknowledged: count(({ told }) => told === 'placed'),
      sentAgain: count(({ sends }) => sends > 1),
      undecided: count(({ told }) => told === 'nothing'),
      lost: count((entry, of) => entry.told === 'placed' && of.length === 0),
      doubled: count((_entry, of) => of.length > 1),
      refusedAndThere: count((entry, of) => entry.told === 'refused' && of.length > 0),
      otherThanTold: count((entry, of) => entry.told === 'placed' && of.length === 1 && !isTheSame(entry, of[0])),
      calledOff: count(({ afterwards }) => afterwards === 'called off'),
      claimed: count(({ afterwards }) => afterwards === 'claimed'),
      otherState: count((entry, [row]) => entry.told === 'placed' && row !== undefined && !isSo(entry, row)),
      neverAsked: rows.filter(({ key }) => !asked.has(key)).length,
    };
  }
}

export type Compared = Awaited<ReturnType<OrderBook['compare']>>;

/** Whether the database holds exactly what customers were told. */
export const isAsTold = (of: Compared): boolean =>
  [of.undecided, of.lost, of.doubled, of.refusedAndThere, of.otherThanTold, of.otherState, of.neverAsked].every(
    (count) => count === 0,
  );

const isSo = ({ afterwards, slip }: Entry, row: Row): boolean =>
  (row.status === 'cancelled') === (afterwards === 'called off') &&
  (row.payIn === 'claimed') === (afterwards === 'claimed') &&
  (afterwards !== 'claimed' || row.slip === slip);

/** One command as a browser sends it. */
const command =
  ({ cookie }: Customer, path: string, input: object): Send =>
  (origin) =>
    ask(`${origin}/api/rpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: input }),
    });

const upload = (origin: string, { cookie }: Customer, body: Uint8Array<ArrayBuffer>) =>
  ask(`${origin}/api/files?purpose=transaction-proof`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png', cookie },
    body,
  });

/** Null where no whole answer came. */
async function ask(url: string, sent: RequestInit): Promise<Answer | null> {
  try {
    const answer = await fetch(url, { ...sent, signal: AbortSignal.timeout(patience) });
    const text = await answer.text();
    const read = (text === '' ? {} : JSON.parse(text)) as { json?: Answer['body'] };
    return { status: answer.status, body: read.json ?? (read as Answer['body']) };
  } catch {
    return null;
  }
}
