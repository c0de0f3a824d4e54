import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { dayText } from '../../../../ui/format.ts';
import { tiers } from '../../../identity/tiers.ts';
import type { CustomerLine } from './data.ts';
import { statusWords } from './words.ts';

type RowProps = { line: CustomerLine; selected: boolean; onOpen: (id: string) => void };

function Row({ line, selected, onOpen }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <tr
      ref={row}
      aria-selected={selected}
      onClick={(event) => {
        // The link of the row goes its own way, and a new tab stays a new tab.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
        onOpen(line.id);
      }}
    >
      <td className="ref">
        <Link to={`/admin/customers/${line.id}`} onClick={(event) => event.stopPropagation()}>
          {line.name}
        </Link>
      </td>
      <td className="ink-2">{line.email}</td>
      {tiers.map((tier) => (
        <td key={tier}>
          <span className="narrow-only ink-3">Tier {tier}: </span>
          <Badge kind={statusWords[line.status[tier]].kind}>{statusWords[line.status[tier]].text}</Badge>
        </td>
      ))}
      <td className="num ink-2">{dayText(line.createdAt, { year: true })}</td>
    </tr>
  );
}

type CustomerTableProps = {
  lines: readonly CustomerLine[];
  selected: string | null;
  onOpen: (id: string) => void;
};

/** One customer a row, with where each tier stands. */
export const CustomerTable = ({ lines, selected, onOpen }: CustomerTableProps) => (
  <table className="q customers">
    <thead>
      <tr>
        <th scope="col">Customer</th>
        <th scope="col">E-mail</th>
        {tiers.map((tier) => (
          <th scope="col" key={tier}>
            Tier {tier}
          </th>
        ))}
        <th scope="col">Since</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Row key={line.id} line={line} selected={line.id === selected} onOpen={onOpen} />
      ))}
    </tbody>
  </table>
);
