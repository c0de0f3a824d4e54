import { type BreakdownRow, PriceBreakdown } from '../../../ui/price-breakdown.tsx';
import { formatAmount } from '../amount.ts';
import { type CustomerMovement, formatMovementDetails, movementLabels } from '../movement.ts';

const toRow = (line: CustomerMovement): BreakdownRow => ({
  label: movementLabels[line.kind],
  figure: <span className="money plain">{formatAmount(line.amount)}</span>,
  note: formatMovementDetails(line),
});

export const MovementList = ({ moved, sum }: { moved: readonly CustomerMovement[]; sum?: BreakdownRow }) => (
  <section>
    <h2 className="ruled">Payments</h2>
    <PriceBreakdown rows={[...moved.map(toRow), ...(sum ? [sum] : [])]} />
  </section>
);
