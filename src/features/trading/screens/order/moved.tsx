import { amountWords, unitsOf } from '../../../movements/amount.ts';
import { keptWords } from '../../../movements/movement.ts';
import { MovedLines } from '../../../movements/screens/moved-lines.tsx';
import { lineToCopy, type ShownOrder } from './shown-order.ts';

/**
 * What really moved for an order, but for the reference that stands above already; and what is kept of it, where
 * something went back or will.
 */
export function Moved({ shown }: { shown: ShownOrder }) {
  const { moved, balance } = shown;
  if (moved.length === 0) return null;
  const copied = lineToCopy(shown);
  const lines = moved.map((line) => (line === copied ? { ...line, reference: null } : line));
  const isInPart = unitsOf(balance.toReturn) > 0n || unitsOf(balance.returned) > 0n;
  const kept = {
    label: keptWords,
    note: unitsOf(balance.toReturn) > 0n && `${amountWords(balance.toReturn)} of it goes back to you`,
    figure: <span className="money">{amountWords(balance.kept)}</span>,
    sum: true,
  };
  return <MovedLines moved={lines} sum={isInPart ? kept : undefined} />;
}
