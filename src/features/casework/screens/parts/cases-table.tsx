import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { ageText, momentText } from '../../../../ui/format.ts';
import { caseKinds } from '../../../compliance/cases.ts';
import type { CaseLine } from '../../../compliance/views.ts';
import { caseStateWords } from './words.ts';

type RowProps = {
  line: CaseLine;
  now: Date;
  me: string;
  selected: boolean;
  onChoose: (event: MouseEvent, id: string) => void;
};

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

const Row = memo(function Row({ line, now, me, selected, onChoose }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const { id, number, kind, title, state, customer, assignee, openedAt, updatedAt } = line;
  const word = caseStateWords[state];
  return (
    <tr ref={row} aria-selected={selected} onClick={(event) => onChoose(event, id)}>
      <td>
        <span className="age">{ageText(openedAt, now)}</span>
      </td>
      <td className="ref">
        <Link to={`/admin/aml-compliance/cases/${id}`}>Case {number}</Link>
      </td>
      <td>{customer.name}</td>
      <td className="wide">
        {title}
        {title !== caseKinds[kind] && <span className="ink-3"> · {caseKinds[kind]}</span>}
      </td>
      <td className="ink-2">{assignee && (assignee.id === me ? <b className="ink">You</b> : assignee.name)}</td>
      <td>
        <Badge kind={word.kind}>{word.text}</Badge>
      </td>
      <td className="ink-2 num">
        {counted(line.alerts, 'alert')}, {counted(line.orders, 'order')}
      </td>
      <td className="ink-2 num">{momentText(updatedAt)}</td>
    </tr>
  );
});

type CasesTableProps = Omit<RowProps, 'line' | 'selected'> & { lines: readonly CaseLine[]; selected: string | null };

/** One case a row. */
export const CasesTable = ({ lines, selected, ...row }: CasesTableProps) => (
  <table className="q cases">
    <thead>
      <tr>
        <th scope="col">Age</th>
        <th scope="col">Case</th>
        <th scope="col">Customer</th>
        <th scope="col">About</th>
        <th scope="col">With</th>
        <th scope="col">State</th>
        <th scope="col">Gathers</th>
        <th scope="col">Last change</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Row key={line.id} line={line} selected={line.id === selected} {...row} />
      ))}
    </tbody>
  </table>
);
