import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { coinsWords } from '../../../../ui/coins-text.tsx';
import type { Column } from '../../../../ui/desk/list.tsx';
import { withUnit } from '../../../../ui/figures.ts';
import { ageText } from '../../../../ui/format.ts';
import { nextAction } from '../../../trading/order/order.ts';
import { actionWords, ageTint, columnMoney, sideWords, stateWord } from '../../../trading/screens/desk-words.ts';
import type { QueueLine } from './data.ts';

function whatNext(line: QueueLine): string {
  const { side, coins, extras } = line;
  const action = nextAction(line, side);
  const next = action ? actionWords[action] : extras > 0 ? 'Return another payment' : 'Look at it';
  return `${next}, ${sideWords[side].toLowerCase()} ${withUnit(coinsWords(coins, true), coins.symbol)}`;
}

function StateBadge({ line }: { line: QueueLine }) {
  const { kind, text } = stateWord(line);
  return <Badge kind={kind}>{text}</Badge>;
}

/** One order a row, the one that waits longest first. Amounts are J$: the payment of a buy, the pay-out of a sell. */
export const queueColumns = (now: Date, lateBefore: Date): readonly Column<QueueLine>[] => [
  {
    name: 'Age',
    of: ({ waitingSince }) => (
      <span className={`age ${ageTint(waitingSince, lateBefore, now)}`}>{ageText(waitingSince, now)}</span>
    ),
  },
  { name: 'Ref', className: 'ref', of: ({ id, reference }) => <Link to={`/admin/orders/${id}`}>{reference}</Link> },
  { name: 'Customer', of: ({ customer }) => customer },
  { name: 'What', of: whatNext },
  {
    name: 'J$',
    right: true,
    className: 'b in-jmd',
    of: ({ side, gross, net }) => columnMoney((side === 'buy' ? gross : net).minor),
  },
  { name: 'State', of: (line) => <StateBadge line={line} /> },
  { name: 'Prepared by', className: 'ink-2', of: ({ preparedBy }) => preparedBy },
];
