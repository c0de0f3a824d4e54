import { refuse } from '../messages.ts';

/**
 * Whose an act is, from the widest to the narrowest: the network, the connection (`whoseOf` in connection.ts) and the
 * account. Turns are given out among the widest first, so that one network with a thousand accounts has one turn, not
 * a thousand.
 */
export type Whose = readonly string[];

/** What waits, and in which order it comes: one of each name in turn, and behind a name in the same way. */
class Line<T> {
  private readonly own: T[] = [];
  private readonly others = new Map<string, Line<T>>();
  size = 0;

  add(item: T, [name, ...narrower]: Whose): void {
    this.size++;
    if (name === undefined) return void this.own.push(item);
    const line = this.others.get(name) ?? new Line<T>();
    this.others.set(name, line);
    line.add(item, narrower);
  }

  next(): T | undefined {
    if (this.size === 0) return undefined;
    this.size--;
    const [first] = this.others;
    if (!first) return this.own.shift();
    const [name, line] = first;
    const item = line.next();
    this.others.delete(name);
    // Whoever had a turn stands behind all the others again.
    if (line.size > 0) this.others.set(name, line);
    return item;
  }

  /** How many wait under each of these names, the widest first. */
  waiting([name, ...narrower]: Whose): number[] {
    const line = name === undefined ? undefined : this.others.get(name);
    return line ? [line.size, ...line.waiting(narrower)] : [];
  }
}

type Room = {
  /** Acts at the same time. */
  readonly places: number;
  /** Acts that may wait, altogether and of each name, the widest first. */
  readonly waiting: number;
  readonly ofOne: readonly number[];
};

/**
 * For work that takes a core or much memory: so many acts run at the same time, the others wait for their turn, fairly:
 * one account's tenth stands behind another account's first. Who finds no room left is refused (`general.busy`).
 */
export function inTurn({ places, waiting, ofOne }: Room): <T>(whose: Whose, act: () => Promise<T>) => Promise<T> {
  const line = new Line<() => void>();
  const full = (whose: Whose) =>
    line.size >= waiting || line.waiting(whose).some((mine, n) => mine >= (ofOne[n] ?? waiting));
  let free = places;
  return async (whose, act) => {
    if (free > 0) free--;
    else if (full(whose)) refuse('general.busy', {});
    else await new Promise<void>((resolve) => line.add(resolve, whose));
    try {
      return await act();
    } finally {
      const next = line.next();
      if (next) next();
      else free++;
    }
  };
}
