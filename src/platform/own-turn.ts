import type pg from 'pg';
import { connectionOf, networkOf } from './connection.ts';
import { refuse } from './messages.ts';
import type { Comer } from './session.ts';
import { inTurn } from './turns.ts';

/** How many acts of one person run at the same time in one process, and how many may wait for their turn. */
type Room = { readonly places: number; readonly waiting: number };
type Line = { running: number; readonly waiting: (() => void)[] };

/** Tells whose token came in; what runs behind a session check calls it as soon as the database said so. */
export type Tell = (person: string) => void;

/** Sessions whose person is remembered; the oldest is forgotten first, and then counts by itself until it is learnt. */
const remembered = 10_000;

/**
 * Where the acts of one person wait for each other: before they take a connection, so that however many one account
 * sends, connections are left for everybody else. Acts that must not overlap wait here first and at the database's own
 * lock second, which is for other processes. Who finds the line full is refused (`general.busy`).
 *
 * A token whose person is not known here, such as that of a session that has ended, of which anybody gathers thousands,
 * waits as strangers do: each network and connection in turn, and only until the session check has said whose it is. So
 * a session waits there once in each process.
 */
class OwnTurns {
  readonly #lines = new Map<string, Line>();
  readonly #people = new Map<string, string>();
  readonly #together: Room;
  readonly #alone: Room = { places: 1, waiting: 200 };
  readonly #unknown: <T>(whose: readonly string[], act: () => Promise<T>) => Promise<T>;

  constructor(connections: number) {
    const places = Math.max(1, Math.floor(connections * 0.4));
    this.#together = { places, waiting: 200 };
    this.#unknown = inTurn({ places, waiting: 10_000, ofOne: [2_000, 1_000] });
  }

  /** Whose session this is, from its beginning or as its check told: all sessions of a person stand in one line. */
  learn(token: string, person: string): void {
    if (this.#people.get(token) === person) return;
    this.#people.set(token, person);
    const [oldest] = this.#people.keys();
    if (this.#people.size > remembered && oldest !== undefined) this.#people.delete(oldest);
  }

  async run<T>({ token, ip, alone }: Comer & { alone: boolean }, act: (tell: Tell) => Promise<T>): Promise<T> {
    const person = this.#people.get(token);
    const name = `${alone ? 'alone' : 'together'} ${person ?? token}`;
    // Whose session it is the first answer tells; until then it asks for one thing at a time.
    const room = alone || person === undefined ? this.#alone : this.#together;
    return this.#stand(name, room, () => this.#enter({ token, ip }, act));
  }

  /**
   * One act of a person at a time, for what goes on behind the session check in rows of theirs that each act waits for.
   * It is a line of its own, so that what stands in it may open transactions of its person.
   */
  oneAtATime<T>(person: string, act: () => Promise<T>): Promise<T> {
    return this.#stand(`behind ${person}`, this.#alone, act);
  }

  async #stand<T>(name: string, { places, waiting }: Room, act: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { running: 0, waiting: [] };
    this.#lines.set(name, line);
    if (line.running < places) line.running++;
    else if (line.waiting.length >= waiting) refuse('general.busy', {});
    else await new Promise<void>((turn) => line.waiting.push(turn));
    try {
      return await act();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) this.#lines.delete(name);
    }
  }

  async #enter<T>({ token, ip }: Comer, act: (tell: Tell) => Promise<T>): Promise<T> {
    // Whoever stood behind the first request of their session is known by now.
    if (this.#people.has(token)) return act((person) => this.learn(token, person));
    const { acting } = await this.#unknown([networkOf(ip), connectionOf(ip)], async () => {
      let known = () => {};
      const told = new Promise<void>((resolve) => {
        known = resolve;
      });
      const acting = act((person) => {
        this.learn(token, person);
        known();
      });
      await Promise.race([told, acting]).catch(() => undefined);
      return { acting };
    });
    return acting;
  }
}

const turns = new WeakMap<pg.Pool, OwnTurns>();

/** The lines before the connections of a pool. */
export function turnsBefore(pool: pg.Pool): OwnTurns {
  const known = turns.get(pool) ?? new OwnTurns(pool.options.max ?? 10);
  turns.set(pool, known);
  return known;
}
