import { Slip, type SlipRow } from '../../../ui/slip.tsx';
import { amountWords } from '../amount.ts';
import { type MovedLine, movedDetails, movedWords } from '../movement.ts';

const row = (line: MovedLine): SlipRow => ({
  label: movedWords[line.kind],
  figure: <span className="money plain">{amountWords(line.amount)}</span>,
  note: movedDetails(line),
});

/** What really came in, left and went back, line by line, and what it comes to. */
export const MovedLines = ({ moved, sum }: { moved: readonly MovedLine[]; sum?: SlipRow }) => (
  <section>
    <h2 className="ruled">What moved</h2>
    <Slip rows={[...moved.map(row), ...(sum ? [sum] : [])]} />
  </section>
);
