import { type Amount, minorUnitsOf, replaceUnits } from './amount.ts';
import type { Movement } from './movement.ts';

export const sumMovements = (like: Amount, lines: readonly Movement[]): Amount =>
  replaceUnits(
    like,
    lines.reduce((total, { amount }) => total + minorUnitsOf(amount), 0n),
  );

/** Excludes returned and unlinked movements. */
export function activeMovements(movements: readonly Movement[], direction: Movement['direction']): Movement[] {
  const undone = movements.filter((line) => line.direction === 'bounced' || line.direction === 'off');
  const ids = new Set(undone.map(({ ofId }) => ofId));
  return movements.filter((line) => line.direction === direction && !ids.has(line.id));
}

/** Returns the received amount less refunds. Zero for an unlinked movement. */
export function getRemaining(line: Movement, movements: readonly Movement[]): Amount {
  const isActive = activeMovements(movements, 'in').includes(line);
  const back = activeMovements(movements, 'back').filter(({ ofId }) => ofId === line.id);
  return replaceUnits(
    line.amount,
    isActive ? minorUnitsOf(line.amount) - minorUnitsOf(sumMovements(line.amount, back)) : 0n,
  );
}
