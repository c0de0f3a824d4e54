import { type Amount, alike, unitsOf } from './amount.ts';
import type { Movement } from './movement.ts';

/** What lines come to. */
export const sumOf = (like: Amount, lines: readonly Movement[]): Amount =>
  alike(
    like,
    lines.reduce((total, { amount }) => total + unitsOf(amount), 0n),
  );

/** Lines of a direction that stand: one that bounced is as if it had not left, one taken off as if it had not come. */
export function standing(movements: readonly Movement[], direction: Movement['direction']): Movement[] {
  const undone = movements.filter((line) => line.direction === 'bounced' || line.direction === 'off');
  const ids = new Set(undone.map(({ ofId }) => ofId));
  return movements.filter((line) => line.direction === direction && !ids.has(line.id));
}

/** What is left of a line that came in: less what went back of it and stayed away. Of one taken off nothing is. */
export function leftOf(line: Movement, movements: readonly Movement[]): Amount {
  const isHere = standing(movements, 'in').includes(line);
  const back = standing(movements, 'back').filter(({ ofId }) => ofId === line.id);
  return alike(line.amount, isHere ? unitsOf(line.amount) - unitsOf(sumOf(line.amount, back)) : 0n);
}
