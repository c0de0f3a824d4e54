import type pg from 'pg';
import { refuse } from './messages.ts';

/** How many acts of one person run at the same time in one process, and how many may wait for their turn. */
type Room = { readonly places: number; readonly waiting: number };
type Line = { running: number; readonly waiting: (() => void)[] };

/** Sessions whose person is remembered; the oldest is forgotten first, and then counts by itself until it is learnt. */
const remembered = 10_000;

/**
 * Where the acts of one person wait for each other: before they take a connection, so that however many one account
 * sends, connections are left for everybody else. Acts that must not overlap wait here first and at the database's own
 * lock second, which is for other processes. Who finds the line full is refused (`general.busy`).
 */
class OwnTurns {
  readonly #lines = new Map<string, Line>();
  readonly #people = new Map<string, string>();
  readonly #together: Room;
  readonly #alone: Room = { places: 1, waiting: 200 };

  constructor(connections: number) {
    this.#together = { places: Math.max(1, Math.floor(connections * 0.4)), waiting: 200 };
  }

  /** Whose session this is, from its beginning or as the door told: all sessions of a person stand in one line. */
  learn(token: string, person: string): void {
    if (this.#people.get(token) === person) return;
    this.#people.set(token, person);
    const [oldest] = this.#people.keys();
    if (this.#people.size > remembered && oldest !== undefined) this.#people.delete(oldest);
  }

  async run<T>({ token, alone }: { token: string; alone: boolean }, act: () => Promise<T>): Promise<T> {
    const person = this.#people.get(token);
    const name = `${alone ? 'alone' : 'together'} ${person ?? token}`;
    const line = this.#lines.get(name) ?? { running: 0, waiting: [] };
    this.#lines.set(name, line);
    // Whose session it is the first answer tells; until then it asks for one thing at a time.
    const { places, waiting } = alone || person === undefined ? this.#alone : this.#together;
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
}

const turns = new WeakMap<pg.Pool, OwnTurns>();

/** The lines before the connections of a pool. */
export function turnsBefore(pool: pg.Pool): OwnTurns {
  const known = turns.get(pool) ?? new OwnTurns(pool.options.max ?? 10);
  turns.set(pool, known);
  return known;
}
