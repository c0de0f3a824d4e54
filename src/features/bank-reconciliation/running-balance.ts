import type { Day } from '../../kernel/calendar.ts';

export type BalancedRow = {
  readonly row: number;
  readonly day: Day | null;
  readonly cents: bigint | null;
  /** Null if unreadable. The next row then has no known change. */
  readonly balance: bigint | null;
};

const getMagnitude = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

const getChanges = (rows: readonly BalancedRow[]) =>
  rows.flatMap(({ row, cents, balance }, at) => {
    const before = rows[at - 1];
    if (!before || before.balance === null || balance === null || cents === null || cents === 0n) return [];
    return [{ row, cents, balance, change: balance - before.balance }];
  });

type Change = ReturnType<typeof getChanges>[number];
const countMatching = (changes: readonly Change[]): number =>
  changes.filter(({ cents, change }) => getMagnitude(cents) === getMagnitude(change)).length;
const getContradicted = (changes: readonly Change[]): Set<number> =>
  new Set(changes.filter(({ cents, change }) => change === -cents).map(({ row }) => row));

/** Orders rows by day, or by the order that fits the balances. In doubt, chooses the order with more contradictions. */
function orderChronologically(rows: readonly BalancedRow[]): readonly Change[] {
  const [older, newer] = [getChanges(rows), getChanges(rows.toReversed())];
  const days = rows.flatMap(({ day }) => day ?? []);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (first !== last) return first < last ? older : newer;
  const more = countMatching(newer) - countMatching(older) || getContradicted(newer).size - getContradicted(older).size;
  return more > 0 ? newer : older;
}

/**
 * Compares amounts with balance changes and returns row numbers. `proven`: both are equal. `differs`: they are
 * opposite. `unknown`: the change proves no direction. `balances`: the amount is the unchanged balance itself.
 */
export function compareBalance(rows: readonly BalancedRow[]) {
  const changes = orderChronologically(rows);
  const differs = getContradicted(changes);
  const known = new Set(
    changes.filter(({ cents, change }) => getMagnitude(change) === getMagnitude(cents)).map(({ row }) => row),
  );
  const unknown = differs.size === 0 ? [] : rows.filter(({ row, cents }) => cents !== null && !known.has(row));
  // Detects balance rows without their label, which may be in any language.
  const unmoved = changes.filter(({ cents, change, balance }) => change === 0n && cents === balance);
  const proven = new Set(changes.filter(({ cents, change }) => change === cents).map(({ row }) => row));
  const balances = new Set(unmoved.map(({ row }) => row));
  return { differs, proven, balances, unknown: new Set(unknown.map(({ row }) => row)) };
}
