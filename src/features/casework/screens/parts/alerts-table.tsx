import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { momentText } from '../../../../ui/format.ts';
import { alertTypes } from '../../../compliance/alerts.ts';
import { Clock } from '../../../compliance/screens/parts/clock.tsx';
import { RiskBar } from '../../../compliance/screens/parts/score.tsx';
import type { AlertLine } from '../../../compliance/views.ts';
import { priorityWords } from './words.ts';

type RowProps = {
  line: AlertLine;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  ahead: number;
  me: string;
  selected: boolean;
  onChoose: (event: MouseEvent, id: string) => void;
};

/** Drawn again only when something of its own changed: the clock beats by itself. */
const Row = memo(function Row({ line, ahead, me, selected, onChoose }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const { id, type, priority, customer, description, riskScore, assignee, createdAt, deadline, closedAt } = line;
  const { kind, text } = priorityWords[priority];
  return (
    <tr ref={row} aria-selected={selected} onClick={(event) => onChoose(event, id)}>
      <td>
        {closedAt ? (
          <span className="age sla">{momentText(closedAt)}</span>
        ) : (
          <Clock since={createdAt} until={deadline} ahead={ahead} />
        )}
      </td>
      <td className="ref">
        <Link to={`/admin/aml-compliance?alert=${id}&alone=1`}>{alertTypes[type]}</Link>
      </td>
      <td>{customer.name}</td>
      <td className="wide">{description}</td>
      <td className="r">
        <RiskBar score={riskScore} level={priority} />
      </td>
      <td>
        <Badge kind={kind}>{text}</Badge>
      </td>
      <td className="ink-2">{assignee && (assignee.id === me ? <b className="ink">You</b> : assignee.name)}</td>
      <td className="ink-2 num">{line.order?.reference}</td>
      <td className="ink-2 num">{line.caseNumber !== null && `Case ${line.caseNumber}`}</td>
    </tr>
  );
});

type AlertsTableProps = {
  lines: readonly AlertLine[];
  ahead: number;
  me: string;
  closed: boolean;
  selected: string | null;
  onChoose: RowProps['onChoose'];
};

/** One alert a row: what is due first stands first, of closed ones what was closed last. */
export const AlertsTable = ({ lines, selected, closed, ...row }: AlertsTableProps) => (
  <table className="q alerts">
    <thead>
      <tr>
        <th scope="col">{closed ? 'Closed' : 'Due in'}</th>
        <th scope="col">Alert</th>
        <th scope="col">Customer</th>
        <th scope="col">Why</th>
        <th scope="col" className="r">
          Score
        </th>
        <th scope="col">Priority</th>
        <th scope="col">With</th>
        <th scope="col">Order</th>
        <th scope="col">Case</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Row key={line.id} line={line} selected={line.id === selected} {...row} />
      ))}
    </tbody>
  </table>
);
