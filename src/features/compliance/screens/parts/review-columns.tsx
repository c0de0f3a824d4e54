import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { Column } from '../../../../ui/desk/list.tsx';
import { several } from '../../../../ui/figures.ts';
import { dateText, dayText } from '../../../../ui/format.ts';
import type { CustomerLine } from '../../views.ts';
import { levelWords } from './review-words.ts';
import { RiskBar } from './score.tsx';

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

/** Orders are scored. What else raised an alert, a name on a list or what somebody reported, has no part in it. */
const Open = ({ line: { customer, score, openAlerts, openCases } }: { line: CustomerLine }) => (
  <>
    {openAlerts > 0 ? (
      <Link className="link" to={`/admin/aml-compliance?search=${encodeURIComponent(customer.email)}`}>
        {several(openAlerts, 'alert', 'alerts')}
      </Link>
    ) : (
      <span className="ink-3">no alerts</span>
    )}
    {openAlerts > 0 && score === 0 && <span className="ink-3">, outside the score</span>}
    {openCases > 0 && `, ${several(openCases, 'case', 'cases')}`}
  </>
);

/** One customer a row, the highest score first. */
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
  { name: 'Level', of: ({ level }) => <Badge kind={levelWords[level].kind}>{levelWords[level].text}</Badge> },
  { name: 'Open', of: (line) => <Open line={line} /> },
  {
    name: 'Identified',
    of: ({ tier, pep }) => (
      <>
        {tier === 0 ? 'No tier' : `Tier ${tier}`}
        {pep && <b>, exposed</b>}
      </>
    ),
  },
  { name: 'Review', className: 'num', of: (line) => <Reviewed line={line} /> },
  {
    name: <span className="sr">Act</span>,
    right: true,
    of: (line) => (
      <Button look="line" size="small" label={`Mark reviewed: ${line.customer.name}`} onClick={() => onReview(line)}>
        Mark reviewed
      </Button>
    ),
  },
];
