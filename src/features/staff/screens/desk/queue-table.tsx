import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { coinsWords } from '../../../../ui/coins-text.tsx';
import { ageText } from '../../../../ui/format.ts';
import { nextAction } from '../../../trading/order.ts';
import { actionWords, ageTint, columnMoney, sideWords, stateWord } from '../../../trading/screens/desk-words.ts';
import type { QueueLine } from './data.ts';

type RowProps = {
  line: QueueLine;
  now: Date;
  lateBefore: Date;
  selected: boolean;
  onChoose: (event: MouseEvent, id: string) => void;
};

/** Drawn again only when something of its own changed: two hundred of them stand below each other. */
const Row = memo(function Row({ line, now, lateBefore, selected, onChoose }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const { id, reference, side, coins, gross, net, waitingSince } = line;
  const state = stateWord(line);
  const action = nextAction(line, side);
  return (
    <tr ref={row} aria-selected={selected} onClick={(event) => onChoose(event, id)}>
      <td>
        <span className={`age ${ageTint(waitingSince, lateBefore, now)}`}>{ageText(waitingSince, now)}</span>
      </td>
      <td className="ref">
        <Link to={`/admin/orders/${id}`}>{reference}</Link>
      </td>
      <td>{line.customer}</td>
      <td>
        {action ? actionWords[action] : line.extras > 0 ? 'Return another payment' : 'Look at it'},{' '}
        {sideWords[side].toLowerCase()} {coinsWords(coins, true)} {coins.symbol}
      </td>
      <td className="r b in-jmd">{columnMoney((side === 'buy' ? gross : net).minor)}</td>
      <td>
        <Badge kind={state.kind}>{state.text}</Badge>
      </td>
      <td className="ink-2">{line.preparedBy}</td>
    </tr>
  );
});

type QueueTableProps = Omit<RowProps, 'line' | 'selected'> & { lines: readonly QueueLine[]; selected: string | null };

/** One order a row, the one that waits longest first. Amounts are J$: the payment of a buy, the pay-out of a sell. */
export const QueueTable = ({ lines, selected, ...row }: QueueTableProps) => (
  <table className="q">
    <thead>
      <tr>
        <th scope="col">Age</th>
        <th scope="col">Ref</th>
        <th scope="col">Customer</th>
        <th scope="col">What</th>
        <th scope="col" className="r">
          J$
        </th>
        <th scope="col">State</th>
        <th scope="col">Prepared by</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Row key={line.id} line={line} selected={line.id === selected} {...row} />
      ))}
    </tbody>
  </table>
);
