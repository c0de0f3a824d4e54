import { formatAmount, minorUnitsOf } from '../../../movements/amount.ts';
import { keptLabel } from '../../../movements/movement.ts';
import { MovementList } from '../../../movements/screens/movement-list.tsx';
import { getCopyableMovement, type ShownOrder } from './shown-order.ts';

export function OrderMovements({ shown }: { shown: ShownOrder }) {
  const { moved, balance } = shown;
  if (moved.length === 0) return null;
  const copiedMovement = getCopyableMovement(shown);
  const lines = moved.map((line) => (line === copiedMovement ? { ...line, reference: null } : line));
  const isInPart = minorUnitsOf(balance.toReturn) > 0n || minorUnitsOf(balance.returned) > 0n;
  const keptRow = {
    label: keptLabel,
    note: minorUnitsOf(balance.toReturn) > 0n && `${formatAmount(balance.toReturn)} will be refunded to you`,
    figure: <span className="money">{formatAmount(balance.kept)}</span>,
    sum: true,
  };
  return <MovementList moved={lines} sum={isInPart ? keptRow : undefined} />;
}
