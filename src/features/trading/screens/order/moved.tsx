import { Slip, type SlipRow } from '../../../../ui/slip.tsx';
import { amountWords, unitsOf } from '../../movements/amount.ts';
import { keptWords, type MovedLine, movedDetails, movedWords } from '../../movements/movement.ts';
import type { ShownOrder } from './shown-order.ts';

const row = (line: MovedLine): SlipRow => ({
  label: movedWords[line.kind],
  figure: <span className="money plain">{amountWords(line.amount)}</span>,
  note: movedDetails(line),
});

/** What really came in, left and went back, line by line, and what is kept of it. */
export function Moved({ shown: { moved, balance } }: { shown: ShownOrder }) {
  if (moved.length === 0) return null;
  const kept: SlipRow = {
    label: keptWords,
    note: unitsOf(balance.toReturn) > 0n && `${amountWords(balance.toReturn)} of it goes back to you`,
    figure: <span className="money">{amountWords(balance.kept)}</span>,
    sum: true,
  };
  return (
    <section>
      <h2 className="ruled">What moved</h2>
      <Slip rows={[...moved.map(row), kept]} />
    </section>
  );
}
