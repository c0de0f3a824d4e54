import { amountWords, unitsOf } from '../../../movements/amount.ts';
import { keptWords } from '../../../movements/movement.ts';
import { MovedLines } from '../../../movements/screens/moved-lines.tsx';
import type { ShownOrder } from './shown-order.ts';

/** What really moved for an order; and what is kept of it, where something went back or will. */
export function Moved({ shown: { moved, balance } }: { shown: ShownOrder }) {
  if (moved.length === 0) return null;
  const isInPart = unitsOf(balance.toReturn) > 0n || unitsOf(balance.returned) > 0n;
  const kept = {
    label: keptWords,
    note: unitsOf(balance.toReturn) > 0n && `${amountWords(balance.toReturn)} of it goes back to you`,
    figure: <span className="money">{amountWords(balance.kept)}</span>,
    sum: true,
  };
  return <MovedLines moved={moved} sum={isInPart ? kept : undefined} />;
}
