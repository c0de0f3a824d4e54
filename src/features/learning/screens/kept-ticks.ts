import { useState } from 'react';

/** What was chosen, by question. */
type Ticks = Readonly<Record<string, readonly number[]>>;

const isTicks = (kept: unknown): kept is Ticks =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.values(kept).every((chosen) => Array.isArray(chosen) && chosen.every((at) => Number.isInteger(at)));

function ticksOf(key: string): Ticks {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isTicks(kept) ? kept : {};
  } catch {
    return {};
  }
}

function keep(key: string, ticks: Ticks): void {
  try {
    if (Object.keys(ticks).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(ticks));
  } catch {
    // Nothing to keep them in: they stand as long as the page does.
  }
}

const keyOf = (name: string): string => `ticks:${name}`;

/** What was handed in is not kept any longer. */
export const forgetTicks = (name: string): void => keep(keyOf(name), {});

/**
 * What is ticked and not handed in yet: kept in this tab, so that a reload takes none of it. `name` says of what, as
 * the try at a quiz or a lesson, whose questions and their order stay the same.
 */
export function useTicks(name: string): [Ticks, (ticks: Ticks) => void] {
  const key = keyOf(name);
  const [ticks, setTicks] = useState(() => ticksOf(key));
  return [
    ticks,
    (next) => {
      keep(key, next);
      setTicks(next);
    },
  ];
}
