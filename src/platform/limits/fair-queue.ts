import { refusal, refuse } from '../messages.ts';

/** A caller's network, connection and account. A network gets one turn, however many accounts it has. */
export type QueueKeys = readonly string[];

/** Tree of waiting items by key. Takes items round-robin from the keys of each level. */
class QueueNode<T> {
  private readonly items: T[] = [];
  private readonly children = new Map<string, QueueNode<T>>();
  size = 0;

  add(item: T, [name, ...narrower]: QueueKeys): void {
    this.size++;
    if (name === undefined) return void this.items.push(item);
    const node = this.children.get(name) ?? new QueueNode<T>();
    this.children.set(name, node);
    node.add(item, narrower);
  }

  next(): T | undefined {
    if (this.size === 0) return undefined;
    this.size--;
    const [first] = this.children;
    if (!first) return this.items.shift();
    const [name, node] = first;
    const item = node.next();
    this.children.delete(name);
    if (node.size > 0) this.children.set(name, node);
    return item;
  }

  findPath([name, ...narrower]: QueueKeys): QueueNode<T>[] {
    const node = name === undefined ? undefined : this.children.get(name);
    return node ? [this, ...node.findPath(narrower)] : [this];
  }

  countBehind = (name: string | undefined): number =>
    name === undefined ? this.size : (this.children.get(name)?.size ?? 0);

  /** Returns the key with the most items, or the last of several. */
  findLongest(): string | undefined {
    let longestName: string | undefined;
    for (const [name, { size }] of this.children)
      if (longestName === undefined || size >= this.countBehind(longestName)) longestName = name;
    return longestName;
  }

  remove(item: T, [name, ...narrower]: QueueKeys): boolean {
    const node = name === undefined ? undefined : this.children.get(name);
    const index = name === undefined ? this.items.indexOf(item) : -1;
    const isFound = node?.remove(item, narrower) ?? (index >= 0 && this.items.splice(index, 1).length > 0);
    if (isFound) this.size--;
    if (name !== undefined && node?.size === 0) this.children.delete(name);
    return isFound;
  }

  dropLast(name: string | undefined): T | undefined {
    this.size--;
    const node = name === undefined ? undefined : this.children.get(name);
    if (!node || name === undefined) return this.items.pop();
    const item = node.dropLast(node.findLongest());
    if (node.size === 0) this.children.delete(name);
    return item;
  }
}

type QueueLimits = {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: readonly number[];
};

type FairQueue = <T>(keys: QueueKeys, work: () => Promise<T>, deadline?: AbortSignal) => Promise<T>;
type Waiter = { readonly start: () => void; readonly reject: (why: unknown) => void };

/**
 * Runs work in `concurrency` slots, with fair turns for all callers. A full queue evicts the newest item of the key
 * with most items, or refuses the caller (`general.busy`). Refuses waiting work at its deadline (`general.overloaded`).
 */
export function fairQueue({ concurrency, maxWaiting, maxWaitingPerKey }: QueueLimits): FairQueue {
  const node = new QueueNode<Waiter>();
  const evictOrRefuse = (keys: QueueKeys) => {
    const path = node.findPath(keys);
    const fullLevel = path.findLastIndex(({ size }, n) => size >= ([maxWaiting, ...maxWaitingPerKey][n] ?? maxWaiting));
    if (fullLevel < 0) return;
    const [narrowest, name] = [path[fullLevel] ?? node, keys[fullLevel]];
    const longestName = narrowest.findLongest();
    // With a difference of one, two callers would evict each other in turn.
    if (longestName === undefined || narrowest.countBehind(longestName) < narrowest.countBehind(name) + 2)
      refuse('general.busy', {});
    const ancestors = path.slice(0, fullLevel);
    for (const node of ancestors) node.size--;
    narrowest.dropLast(longestName)?.reject(refusal('general.busy', {}));
  };
  const waitForTurn = (keys: QueueKeys, deadline?: AbortSignal) =>
    new Promise<void>((start, reject) => {
      const waiter = { start, reject };
      node.add(waiter, keys);
      const onDeadline = () => node.remove(waiter, keys) && reject(refusal('general.overloaded', {}));
      deadline?.addEventListener('abort', onDeadline, { once: true });
    });
  let free = concurrency;
  return async (keys, work, deadline) => {
    if (deadline?.aborted) refuse('general.overloaded', {});
    if (free > 0) free--;
    else {
      evictOrRefuse(keys);
      await waitForTurn(keys, deadline);
    }
    try {
      return await work();
    } finally {
      const next = node.next();
      if (next) next.start();
      else free++;
    }
  };
}
