import { Link } from 'react-router';
import type { Column } from '../../../../ui/admin/list.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatCoins } from '../../../../ui/coins-text.tsx';
import { formatAge } from '../../../../ui/format.ts';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { nextAction } from '../../../trading/order/order.ts';
import {
  actionLabels,
  formatColumnMoney,
  getAgeTint,
  getStateLabel,
  sideLabels,
} from '../../../trading/screens/staff-labels.ts';
import type { QueueLine } from '../data.ts';

function formatTask(line: QueueLine): string {
  const { side, coins, extras } = line;
  const action = nextAction(line, side);
  const next = action ? actionLabels[action] : extras > 0 ? 'Refund extra payment' : 'Review';
  return `${next}, ${sideLabels[side].toLowerCase()} ${formatWithUnit(formatCoins(coins, true), coins.symbol)}`;
}

function StateBadge({ line }: { line: QueueLine }) {
  const { kind, text } = getStateLabel(line);
  return <Badge kind={kind}>{text}</Badge>;
}

/** Longest wait first. The J$ column shows the payment of a buy or the payout of a sell. */
export const queueColumns = (now: Date, lateBefore: Date): readonly Column<QueueLine>[] => [
  {
    name: 'Age',
    of: ({ waitingSince }) => (
      <span className={`age ${getAgeTint(waitingSince, lateBefore, now)}`}>{formatAge(waitingSince, now)}</span>
    ),
  },
  { name: 'Ref', className: 'ref', of: ({ id, reference }) => <Link to={`/admin/orders/${id}`}>{reference}</Link> },
  { name: 'Customer', of: ({ customer }) => customer },
  { name: 'Task', of: formatTask },
  {
    name: 'J$',
    right: true,
    className: 'b in-jmd',
    of: ({ side, gross, net }) => formatColumnMoney((side === 'buy' ? gross : net).minor),
  },
  { name: 'State', of: (line) => <StateBadge line={line} /> },
  { name: 'Prepared by', className: 'ink-2', of: ({ preparedBy }) => preparedBy },
];
