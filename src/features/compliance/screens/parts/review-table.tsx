import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { several } from '../../../../ui/figures.ts';
import { dateText, dayText } from '../../../../ui/format.ts';
import type { CustomerLine } from '../../views.ts';
import { levelWords } from './review-words.ts';
import { RiskBar } from './score.tsx';

type RowProps = {
  line: CustomerLine;
  selected: boolean;
  onOpen: (id: string) => void;
  onReview: (line: CustomerLine) => void;
};

const Reviewed = ({ line: { lastReviewedAt, lastReviewedBy, nextReviewOn, reviewDue } }: { line: CustomerLine }) => (
  <>
    {reviewDue ? (
      <span className="age late">due</span>
    ) : (
      nextReviewOn && <span className="ink-2">until {dateText(nextReviewOn)}</span>
    )}{' '}
    <span className="ink-3">
      {lastReviewedAt
        ? `${dayText(lastReviewedAt, { year: true })}${lastReviewedBy ? `, ${lastReviewedBy}` : ''}`
        : 'never reviewed'}
    </span>
  </>
);

function Row({ line, selected, onOpen, onReview }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const { customer, level, openAlerts, openCases } = line;
  return (
    <tr
      ref={row}
      aria-selected={selected}
      onClick={(event) => {
        // Links and buttons of the row go their own way, and a new tab stays a new tab.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
        if (event.target instanceof Element && event.target.closest('a, button')) return;
        onOpen(customer.id);
      }}
    >
      <td>
        <RiskBar score={line.score} level={level} />
      </td>
      <td className="ref">
        <Link to={`/admin/customers/${customer.id}`}>{customer.name}</Link>{' '}
        <span className="ink-3 mail">{customer.email}</span>
      </td>
      <td>
        <Badge kind={levelWords[level].kind}>{levelWords[level].text}</Badge>
      </td>
      <td>
        {openAlerts > 0 ? (
          <Link className="link" to={`/admin/aml-compliance?search=${encodeURIComponent(customer.email)}`}>
            {several(openAlerts, 'alert', 'alerts')}
          </Link>
        ) : (
          <span className="ink-3">no alerts</span>
        )}
        {openCases > 0 && `, ${several(openCases, 'case', 'cases')}`}
      </td>
      <td>
        {line.tier === 0 ? 'No tier' : `Tier ${line.tier}`}
        {line.pep && <b>, exposed</b>}
      </td>
      <td className="num">
        <Reviewed line={line} />
      </td>
      <td className="r">
        <Button look="line" size="small" label={`Mark reviewed: ${customer.name}`} onClick={() => onReview(line)}>
          Mark reviewed
        </Button>
      </td>
    </tr>
  );
}

type TableProps = Omit<RowProps, 'line' | 'selected'> & { lines: readonly CustomerLine[]; selected: string | null };

/** One customer a row, the highest score first. */
export const ReviewTable = ({ lines, selected, ...row }: TableProps) => (
  <table className="q reviews">
    <thead>
      <tr>
        <th scope="col">Score</th>
        <th scope="col">Customer</th>
        <th scope="col">Level</th>
        <th scope="col">Open</th>
        <th scope="col">Identified</th>
        <th scope="col">Review</th>
        <th scope="col">
          <span className="sr">Act</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Row key={line.customer.id} line={line} selected={line.customer.id === selected} {...row} />
      ))}
    </tbody>
  </table>
);
