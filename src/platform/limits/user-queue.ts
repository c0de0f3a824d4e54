import type pg from 'pg';
import { getConnectionKey, getNetworkKey } from '../http/client-network.ts';
import type { RequestCredentials } from '../http/session-user.ts';
import { refuse } from '../messages.ts';
import { fairQueue } from './fair-queue.ts';

type QueueLimits = { readonly concurrency: number; readonly maxWaiting: number };
type UserQueue = { running: number; readonly waiting: (() => void)[] };

export type OnUserKnown = (person: string) => void;

const maxRemembered = 10_000;

/** Queues calls per user before they connect; a full one refuses (`general.busy`). Unknown tokens share one queue. */
class UserQueues {
  readonly #queues = new Map<string, UserQueue>();
  readonly #usersByToken = new Map<string, string>();
  readonly #parallelLimits: QueueLimits;
  readonly #serialLimits: QueueLimits = { concurrency: 1, maxWaiting: 200 };
  readonly #anonymousQueue: <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

  constructor(connections: number) {
    const concurrency = Math.max(1, Math.floor(connections * 0.4));
    this.#parallelLimits = { concurrency, maxWaiting: 200 };
    this.#anonymousQueue = fairQueue({ concurrency, maxWaiting: 10_000, maxWaitingPerKey: [2_000, 1_000] });
  }

  rememberUser(token: string, person: string): void {
    if (this.#usersByToken.get(token) === person) return;
    this.#usersByToken.set(token, person);
    const [oldest] = this.#usersByToken.keys();
    if (this.#usersByToken.size > maxRemembered && oldest !== undefined) this.#usersByToken.delete(oldest);
  }

  async run<T>(
    { token, ip, isSerial }: RequestCredentials & { isSerial: boolean },
    work: (onUserKnown: OnUserKnown) => Promise<T>,
  ): Promise<T> {
    const person = this.#usersByToken.get(token);
    const name = `${isSerial ? 'serial' : 'parallel'} ${person ?? token}`;
    const limits = isSerial || person === undefined ? this.#serialLimits : this.#parallelLimits;
    return this.#runQueued(name, limits, () => this.#runIdentified({ token, ip }, work));
  }

  /** Uses a separate queue, so that the call can open transactions without a deadlock. */
  runExclusive<T>(person: string, work: () => Promise<T>): Promise<T> {
    return this.#runQueued(`exclusive ${person}`, this.#serialLimits, work);
  }

  async #runQueued<T>(name: string, { concurrency, maxWaiting }: QueueLimits, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? { running: 0, waiting: [] };
    this.#queues.set(name, queue);
    if (queue.running < concurrency) queue.running++;
    else if (queue.waiting.length >= maxWaiting) refuse('general.busy', {});
    else await new Promise<void>((start) => queue.waiting.push(start));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) this.#queues.delete(name);
    }
  }

  async #runIdentified<T>(
    { token, ip }: RequestCredentials,
    work: (onUserKnown: OnUserKnown) => Promise<T>,
  ): Promise<T> {
    if (this.#usersByToken.has(token)) return work((person) => this.rememberUser(token, person));
    const { running } = await this.#anonymousQueue([getNetworkKey(ip), getConnectionKey(ip)], async () => {
      let onKnown = () => {};
      const userKnown = new Promise<void>((resolve) => {
        onKnown = resolve;
      });
      const running = work((person) => {
        this.rememberUser(token, person);
        onKnown();
      });
      await Promise.race([userKnown, running]).catch(() => undefined);
      return { running };
    });
    return running;
  }
}

const queuesByPool = new WeakMap<pg.Pool, UserQueues>();

export function userQueueFor(pool: pg.Pool): UserQueues {
  const queues = queuesByPool.get(pool) ?? new UserQueues(pool.options.max ?? 10);
  queuesByPool.set(pool, queues);
  return queues;
}
