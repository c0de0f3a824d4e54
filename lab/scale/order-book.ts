import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newPicture } from '../../test/orders.ts';
import { buildOrder, type OrderRequest } from '../../test/reliability/customer.ts';
import type { Customer } from '../bench/scene.ts';

type Entry = {
  readonly request: OrderRequest;
  readonly customer: Customer;
  readonly amount: string;
  outcome: 'placed' | 'refused' | 'none';
  sends: number;
  orderId?: string;
  reference?: string;
  followUp?: 'cancelled' | 'claimed';
  proofFile?: string;
};

type Row = {
  readonly key: string;
  readonly id: string;
  readonly reference: string;
  readonly userId: string;
  readonly amount: string;
  readonly status: string;
  readonly payIn: string;
  readonly proofFile: string | null;
  readonly assessments: number;
};

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

/** Sends a request to a process. Resolves to null when no complete response arrived. */
type Send = (origin: string) => Promise<Answer | null>;

/** `claims`: some customers also upload a proof and claim their payment. */
type Options = {
  readonly customers: readonly Customer[];
  readonly origins: readonly string[];
  readonly claims?: boolean;
};

const isFinal = ({ status }: Answer) => status < 500 && status !== 429 && status !== 408;

const timeoutMs = 15_000;

/** Simulates customers, who retry each request with its idempotency key, on any process, until a final response. */
export class OrderBook {
  readonly #entries: Entry[] = [];
  readonly #customers: readonly Customer[];
  readonly #origins: readonly string[];
  readonly #claims: boolean;
  readonly answers: Record<string, number> = {};
  readonly refusals: Record<string, number> = {};
  /** Acknowledged orders: time in ms of the monotonic clock, and the process. */
  readonly acknowledged: { readonly at: number; readonly by: string }[] = [];
  #next = 0;
  #stopped = false;
  paused = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor({ customers, origins, claims = false }: Options) {
    this.#customers = customers;
    this.#origins = origins;
    this.#claims = claims;
  }

  get placed(): number {
    return this.acknowledged.length;
  }

  /** Starts `clients` customers in parallel, with a pause in ms between two orders of each. */
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

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  async #one(): Promise<void> {
    const nth = this.#next++;
    const customer = this.#customers[nth % this.#customers.length];
    if (!customer) throw new Error('there are no customers');
    const amount = `${5_000 + (nth % 10_000)}.00`;
    const options = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount };
    const quote = await this.#sendUntilFinal(nth, sendCommand(customer, 'trading/quoteBuy', options));
    if (quote?.status !== 200) return this.#refused(quote);
    const request = { ...buildOrder(String(quote.body['id'])), key: randomUUID() };
    const entry: Entry = { request, customer, amount, outcome: 'none', sends: 0 };
    this.#entries.push(entry);
    const answer = await this.#sendUntilFinal(nth, sendCommand(customer, 'trading/placeBuyOrder', request), entry);
    if (!answer) return;
    if (answer.status !== 200) {
      entry.outcome = 'refused';
      return this.#refused(answer);
    }
    entry.outcome = 'placed';
    Object.assign(entry, answer.body);
    if (nth % 5 === 0) await this.#cancel(nth, entry);
    else if (this.#claims && nth % 10 === 3) await this.#claim(nth, entry);
  }

  /** Cancels an order, with retries. A refused retry means that the first try succeeded. */
  async #cancel(nth: number, entry: Entry): Promise<void> {
    const { customer, orderId } = entry;
    if (await this.#sendUntilFinal(nth, sendCommand(customer, 'trading/cancelOwn', { orderId })))
      entry.followUp = 'cancelled';
  }

  async #claim(nth: number, entry: Entry): Promise<void> {
    const { customer, orderId } = entry;
    const picture = new Uint8Array(newPicture());
    const stored = await this.#sendUntilFinal(nth, (origin) => uploadProof(origin, customer, picture));
    if (stored?.status !== 200) return this.#refused(stored);
    entry.proofFile = String(stored.body['id']);
    const claim = { orderId, proofFile: entry.proofFile };
    if (await this.#sendUntilFinal(nth, sendCommand(customer, 'trading/claimPayment', claim)))
      entry.followUp = 'claimed';
  }

  #refused(answer: Answer | null): void {
    const code = String(answer?.body['code'] ?? 'no answer');
    this.refusals[code] = (this.refusals[code] ?? 0) + 1;
  }

  /** Retries on alternating processes until a final response. Returns null when none arrives. */
  async #sendUntilFinal(nth: number, send: Send, entry?: Entry): Promise<Answer | null> {
    const end = performance.now() + 180_000;
    for (let tries = 0; performance.now() < end; tries++) {
      const origin = this.#origins[(nth + tries) % this.#origins.length] ?? '';
      if (entry) entry.sends++;
      const answer = await send(origin);
      const kind = answer ? String(answer.status) : 'none';
      this.answers[kind] = (this.answers[kind] ?? 0) + 1;
      if (entry && answer?.status === 200) this.acknowledged.push({ at: performance.now(), by: origin });
      if (answer && isFinal(answer)) return answer;
      await sleep(Math.min(1_000, 100 * (tries + 1)));
    }
    return null;
  }

  /** Longest time in ms without an acknowledgement: by any process (`all`), and by the worst process (`each`). */
  longestSilence(from: number, until: number): { all: number; each: number } {
    const longestGap = (rows: readonly { at: number }[]) => {
      const moments = [from, ...rows.map(({ at }) => at).filter((at) => at > from && at < until), until];
      return Math.max(...moments.slice(1).map((at, nth) => at - (moments[nth] ?? at)));
    };
    const each = this.#origins.map((origin) => longestGap(this.acknowledged.filter(({ by }) => by === origin)));
    return { all: longestGap(this.acknowledged), each: Math.max(...each) };
  }

  claimed(): { cookie: string; proofFile: string }[] {
    return this.#entries.flatMap(({ customer: { cookie }, proofFile, followUp }) =>
      followUp === 'claimed' && proofFile ? [{ cookie, proofFile }] : [],
    );
  }

  async compare(owner: pg.Client | pg.Pool) {
    const { rows } = await owner.query<Row>(
      `select t.idempotency_key "key", t.id, t.reference, t.user_id "userId", t.fiat_amount::text amount, t.status,
         t.pay_in "payIn", t.proof_file "proofFile",
         (select count(*)::int from risk_assessments a where a.order_id = t.id) assessments
       from transactions t where t.idempotency_key is not null and t.user_id = any($1)`,
      [this.#customers.map(({ id }) => id)],
    );
    const found = new Map<string, Row[]>();
    for (const row of rows) found.set(row.key, [...(found.get(row.key) ?? []), row]);
    const count = (holds: (entry: Entry, rows: readonly Row[]) => boolean) =>
      this.#entries.filter((entry) => holds(entry, found.get(entry.request.key) ?? [])).length;
    const isSameOrder = (entry: Entry, row: Row | undefined) =>
      row !== undefined &&
      row.id === entry.orderId &&
      row.reference === entry.reference &&
      row.userId === entry.customer.id &&
      Number(row.amount) === Number(entry.amount) &&
      row.assessments === 1;
    const requestedKeys = new Set<string>(this.#entries.map(({ request }) => request.key));
    return {
      requested: this.#entries.length,
      acknowledged: count(({ outcome }) => outcome === 'placed'),
      retried: count(({ sends }) => sends > 1),
      undecided: count(({ outcome }) => outcome === 'none'),
      lost: count((entry, rows) => entry.outcome === 'placed' && rows.length === 0),
      doubled: count((_entry, rows) => rows.length > 1),
      refusedButPlaced: count((entry, rows) => entry.outcome === 'refused' && rows.length > 0),
      different: count(
        (entry, rows) => entry.outcome === 'placed' && rows.length === 1 && !isSameOrder(entry, rows[0]),
      ),
      cancelled: count(({ followUp }) => followUp === 'cancelled'),
      claimed: count(({ followUp }) => followUp === 'claimed'),
      wrongState: count(
        (entry, [row]) => entry.outcome === 'placed' && row !== undefined && !hasExpectedState(entry, row),
      ),
      unrequested: rows.filter(({ key }) => !requestedKeys.has(key)).length,
    };
  }
}

export type Compared = Awaited<ReturnType<OrderBook['compare']>>;

/** True when the database equals the answers that customers received. */
export const matchesAnswers = (rows: Compared): boolean =>
  [
    rows.undecided,
    rows.lost,
    rows.doubled,
    rows.refusedButPlaced,
    rows.different,
    rows.wrongState,
    rows.unrequested,
  ].every((count) => count === 0);

const hasExpectedState = ({ followUp, proofFile }: Entry, row: Row): boolean =>
  (row.status === 'cancelled') === (followUp === 'cancelled') &&
  (row.payIn === 'claimed') === (followUp === 'claimed') &&
  (followUp !== 'claimed' || row.proofFile === proofFile);

const sendCommand =
  ({ cookie }: Customer, path: string, input: object): Send =>
  (origin) =>
    request(`${origin}/api/rpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: input }),
    });

const uploadProof = (origin: string, { cookie }: Customer, body: Uint8Array<ArrayBuffer>) =>
  request(`${origin}/api/files?purpose=transaction-proof`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png', cookie },
    body,
  });

async function request(url: string, init: RequestInit): Promise<Answer | null> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = await answer.text();
    const read = (text === '' ? {} : JSON.parse(text)) as { json?: Answer['body'] };
    return { status: answer.status, body: read.json ?? (read as Answer['body']) };
  } catch {
    return null;
  }
}
