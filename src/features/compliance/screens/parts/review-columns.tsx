import { Link } from 'react-router';
import type { Column } from '../../../../ui/admin/list.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { formatDate, formatDay } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import type { CustomerLine } from '../../views.ts';
import { levelLabels } from './review-labels.ts';
import { RiskBar } from './score.tsx';

const Reviewed = ({ line: { lastReviewedAt, lastReviewedBy, nextReviewOn, reviewDue } }: { line: CustomerLine }) => (
  <>
    {reviewDue ? (
      <span className="age late">due</span>
    ) : (
      nextReviewOn && <span className="ink-2">due by {formatDate(nextReviewOn)}</span>
    )}{' '}
    <span className="ink-3">
      {lastReviewedAt
        ? `${formatDay(lastReviewedAt, { year: true })}${lastReviewedBy ? `, ${lastReviewedBy}` : ''}`
        : 'never reviewed'}
    </span>
  </>
);

const Open = ({ line: { customer, openAlerts, openCases } }: { line: CustomerLine }) => (
  <>
    {openAlerts > 0 ? (
      <Link className="link" to={`/admin/aml-compliance?search=${encodeURIComponent(customer.email)}`}>
        {formatPlural(openAlerts, 'alert', 'alerts')}
      </Link>
    ) : (
      <span className="ink-3">no alerts</span>
    )}
    {openCases > 0 && `, ${formatPlural(openCases, 'case', 'cases')}`}
  </>
);

export const reviewColumns = (onReview: (line: CustomerLine) => void): readonly Column<CustomerLine>[] => [
  { name: 'Score', of: ({ score, level }) => <RiskBar score={score} level={level} /> },
  {
    name: 'Customer',
    className: 'ref',
    of: ({ customer: { id, name, email } }) => (
      <>
        <Link to={`/admin/customers/${id}`}>{name}</Link> <span className="ink-3 mail">{email}</span>
      </>
    ),
  },
  {
    name: 'Risk',
    of: ({ level, riskAt }) => (
      <>
        <Badge kind={levelLabels[level].kind}>{levelLabels[level].text}</Badge>{' '}
        {riskAt && <span className="ink-3">{formatDay(riskAt, { year: true })}</span>}
      </>
    ),
  },
  { name: 'Open', of: (line) => <Open line={line} /> },
  {
    name: 'Verification',
    of: ({ tier, pep }) => (
      <>
        {tier === 0 ? 'No tier' : `Tier ${tier}`}
        {pep && <b>, PEP</b>}
      </>
    ),
  },
  { name: 'Review', className: 'num', of: (line) => <Reviewed line={line} /> },
  {
    name: <span className="sr">Action</span>,
    right: true,
    of: (line) => (
      <Button variant="line" size="small" label={`Mark reviewed: ${line.customer.name}`} onClick={() => onReview(line)}>
        Mark reviewed
      </Button>
    ),
  },
];
