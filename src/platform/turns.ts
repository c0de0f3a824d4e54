import { refusal, refuse } from './messages.ts';

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

  /** The lines in which these names stand, the widest first. */
  along([name, ...narrower]: Whose): Line<T>[] {
    const line = name === undefined ? undefined : this.others.get(name);
    return line ? [this, ...line.along(narrower)] : [this];
  }

  /** How many wait behind a name. */
  behind = (name: string | undefined): number => (name === undefined ? this.size : (this.others.get(name)?.size ?? 0));

  /** The name behind which most wait; of several, that whose turn comes last. */
  longest(): string | undefined {
    let most: string | undefined;
    for (const [name, { size }] of this.others) if (most === undefined || size >= this.behind(most)) most = name;
    return most;
  }

  /** Takes out the last of those who wait under a name. */
  dropLast(name: string | undefined): T | undefined {
    this.size--;
    const line = name === undefined ? undefined : this.others.get(name);
    if (!line || name === undefined) return this.own.pop();
    const item = line.dropLast(line.longest());
    if (line.size === 0) this.others.delete(name);
    return item;
  }
}

type Room = {
  /** Acts at the same time. */
  readonly places: number;
  /** Acts that may wait, altogether and of each name, the widest first. */
  readonly waiting: number;
  readonly ofOne: readonly number[];
};

type Turn = { readonly come: () => void; readonly sendAway: (why: unknown) => void };

/**
 * For work that takes a core or much memory: so many acts run at the same time, the others wait for their turn, fairly:
 * one account's tenth stands behind another account's first. Where there is no room left, the last of those who have
 * most waiting makes some for whoever has less; else the newcomer is refused. Both read `general.busy`.
 */
export function inTurn({ places, waiting, ofOne }: Room): <T>(whose: Whose, act: () => Promise<T>) => Promise<T> {
  const line = new Line<Turn>();
  const makeRoom = (whose: Whose) => {
    const lines = line.along(whose);
    const full = lines.findLastIndex(({ size }, n) => size >= ([waiting, ...ofOne][n] ?? waiting));
    if (full < 0) return;
    const [narrowest, name] = [lines[full] ?? line, whose[full]];
    const most = narrowest.longest();
    // By two at least, or each of two would send the other away in turn.
    if (most === undefined || narrowest.behind(most) < narrowest.behind(name) + 2) refuse('general.busy', {});
    const wider = lines.slice(0, full);
    for (const each of wider) each.size--;
    narrowest.dropLast(most)?.sendAway(refusal('general.busy', {}));
  };
  let free = places;
  return async (whose, act) => {
    if (free > 0) free--;
    else {
      makeRoom(whose);
      await new Promise<void>((come, sendAway) => line.add({ come, sendAway }, whose));
    }
    try {
      return await act();
    } finally {
      const next = line.next();
      if (next) next.come();
      else free++;
    }
  };
}
