import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { ageText, momentText } from '../../../../ui/format.ts';
import type { IdentityLine } from './data.ts';
import { lineWord, promiseTint, riskWords, tierWord } from './words.ts';

type RowProps = {
  line: IdentityLine;
  now: Date;
  personId: string;
  /** What stands behind a submission's address, so that the part of the queue goes along. */
  query: string;
  selected: boolean;
  onChoose: (event: MouseEvent, id: string) => void;
};

/** What makes this one different from others: who approved first, its risk, how often it was tried. */
function remarks({ firstApprover, risk, dueDiligence, earlier }: IdentityLine): string {
  const found = [
    firstApprover && `${firstApprover} approved first`,
    risk && `${riskWords[risk].text} risk`,
    dueDiligence && 'due diligence',
    earlier > 0 && (earlier === 1 ? '1 earlier try' : `${earlier} earlier tries`),
  ].filter(Boolean);
  return found.join(', ');
}

/** Drawn again only when something of its own changed. */
const Row = memo(function Row({ line, now, personId, query, selected, onChoose }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const state = lineWord(line, personId);
  const tint = line.waitsFor === 'customer' ? '' : promiseTint(line, now);
  return (
    <tr ref={row} aria-selected={selected} onClick={(event) => onChoose(event, line.id)}>
      <td>
        <span className={`age ${tint}`}>{ageText(line.submittedAt, now)}</span>
      </td>
      <td className="ref">
        <Link to={`/admin/identity/${line.id}${query}`}>{line.customer}</Link>
      </td>
      <td>{tierWord(line.tier)}</td>
      <td className="ink-2">{line.email}</td>
      <td className="num">{momentText(line.dueAt)}</td>
      <td>
        <Badge kind={state.kind}>{state.text}</Badge>
      </td>
      <td className="ink-2">{remarks(line)}</td>
    </tr>
  );
});

type IdentityTableProps = Omit<RowProps, 'line' | 'selected'> & {
  lines: readonly IdentityLine[];
  selected: string | null;
};

/** One submission a row, the oldest first. */
export const IdentityTable = ({ lines, selected, ...row }: IdentityTableProps) => (
  <table className="q identity">
    <thead>
      <tr>
        <th scope="col">Age</th>
        <th scope="col">Customer</th>
        <th scope="col">Tier</th>
        <th scope="col">E-mail</th>
        <th scope="col">Due</th>
        <th scope="col">State</th>
        <th scope="col">Remarks</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Row key={line.id} line={line} selected={line.id === selected} {...row} />
      ))}
    </tbody>
  </table>
);
