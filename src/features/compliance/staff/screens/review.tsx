import { useMemo, useState } from 'react';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { queueShortcuts, type Shortcut } from '../../../../ui/admin/shortcuts.tsx';
import { usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { api } from '../../../../ui/client.ts';
import type { CustomerLine } from '../../views.ts';
import './review.css';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { formatDate, formatDay } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { levelLabels, reviewFilters } from './risk-figure.tsx';
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

const reviewColumns = (onReview: (line: CustomerLine) => void): readonly Column<CustomerLine>[] => [
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

const ReviewDialog = lazyPart(() => import('./review-dialog.tsx').then((parts) => parts.ReviewDialog));

export const meta = () => adminMeta('Review list');

const keys: readonly Shortcut[] = [...queueShortcuts, [['R'], 'mark reviewed']];

export default function ReviewScreen() {
  const { params, search, set } = useUrlState();
  const filter = reviewFilters.find(({ view }) => view === params.get('filter')) ?? reviewFilters[0];
  const { view } = filter;
  const { lines, first, ...query } = usePages(api.compliance.customers, (after) => ({
    view,
    search: search.slice(0, 80),
    after,
  }));
  const [reviewing, setReviewing] = useState<CustomerLine | null>(null);
  return (
    <>
      <AdminList
        query={query}
        rows={lines?.map((line) => ({ id: line.customer.id, ...line }))}
        columns={useMemo(() => reviewColumns(setReviewing), [])}
        className="reviews"
        open="/admin/customers"
        renderBar={(field) => (
          <>
            <div className="bar2">
              <SearchField
                label="Search the review list"
                placeholder="Name or email"
                search={search}
                field={field}
                onSearch={(text) => set({ search: text, at: '' })}
              />
              {reviewFilters.map(({ view, name }) => (
                <button
                  key={view}
                  type="button"
                  className="chip"
                  aria-pressed={view === filter.view}
                  onClick={() => set({ filter: view === 'all' ? '' : view, at: '' })}
                >
                  {name}
                </button>
              ))}
              <span className="ink-3 only-wide live">Highest risk first</span>
            </div>
            <h1 className="sr">Review list</h1>
          </>
        )}
        errorText="We couldn't load the review list."
        empty={
          search === ''
            ? { title: filter.emptyText }
            : { title: 'No customers match', text: 'Try part of the name or email address.' }
        }
        shortcuts={keys}
        getShortcuts={(line) => ({ r: line && (() => setReviewing(line)) })}
      />
      {reviewing && first && (
        <ReviewDialog line={reviewing} today={jamaicaDay(first.now)} onClose={() => setReviewing(null)} />
      )}
    </>
  );
}
