import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDate, formatDay } from '../../../../ui/format.ts';
import { NextPage } from '../../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { Freezes } from '../../../freezes/staff/screens/freezes.tsx';
import type { AssessmentLine } from '../../../risk/views.ts';
import type { HitView } from '../../../screening/views.ts';
import type { CustomerLine } from '../../views.ts';
import '../../../../ui/admin/admin-page.css';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { AssessmentSummary, outcomeLabels } from './order-assessment.tsx';
import { useRiskLine } from './risk-figure.tsx';

const ReviewDialog = lazyPart(() => import('./review-dialog.tsx').then((parts) => parts.ReviewDialog));

type Next = string | null;

function useAssessments(userId: string) {
  const query = useInfiniteQuery(
    api.risk.assessments.infiniteOptions({
      input: (before: Next) => ({ userId, before }),
      initialPageParam: null as Next,
      getNextPageParam: (last) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  return { ...query, lines: query.data?.pages.flatMap((page) => page.assessments) };
}

function Line({ line }: { line: AssessmentLine }) {
  const [open, setOpen] = useState(false);
  const { kind, text } = outcomeLabels[line.outcome];
  return (
    <li>
      <details onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
        <summary className="num">
          <b>{line.score}</b> {line.level}, {formatDay(line.at, { year: true })} <Badge kind={kind}>{text}</Badge>
        </summary>
        {open && (
          <div className="stack-s">
            {line.orderId && (
              <Link className="link" to={`/admin/orders/${line.orderId}`}>
                Order {line.reference}
              </Link>
            )}
            <AssessmentSummary line={line} />
          </div>
        )}
      </details>
    </li>
  );
}

const hitLabels = {
  open: { kind: 'pending', text: 'Open' },
  cleared: { kind: 'approved', text: 'Not a match' },
  confirmed: { kind: 'rejected', text: 'Confirmed match' },
} as const;

const Hit = ({ hit }: { hit: HitView }) => (
  <li>
    <Link className="link" to={`/admin/aml-compliance/lists${hit.state === 'open' ? '' : `?hits=${hit.state}`}`}>
      {hit.details.party.name}
    </Link>
    <span className="ink-2 num">
      {hit.sourceName}, {hit.score} of 100
    </span>
    <Badge kind={hitLabels[hit.state].kind}>{hitLabels[hit.state].text}</Badge>
  </li>
);

function Review({ line, now }: { line: CustomerLine; now: Date }) {
  const [open, setOpen] = useState(false);
  const { lastReviewedAt, lastReviewedBy, nextReviewOn, reviewDue } = line;
  return (
    <div className="row between wraps">
      <p className="num">
        {lastReviewedAt
          ? `Reviewed ${formatDay(lastReviewedAt, { year: true })}${lastReviewedBy ? ` by ${lastReviewedBy}` : ''}.`
          : 'Never reviewed.'}{' '}
        {nextReviewOn &&
          (reviewDue ? <b>Due since {formatDate(nextReviewOn)}.</b> : `Next review ${formatDate(nextReviewOn)}.`)}
      </p>
      <Button variant="line" onClick={() => setOpen(true)}>
        Mark reviewed
      </Button>
      {open && <ReviewDialog line={line} today={jamaicaDay(now)} onClose={() => setOpen(false)} />}
    </div>
  );
}

type Customer = { userId: string; email: string };

export function CustomerAssessments({ userId, email }: Customer) {
  const { lines, ...query } = useAssessments(userId);
  const hitsOf = (state: HitView['state']) => api.screening.hits.queryOptions({ input: { userId, state } });
  const [open, cleared, confirmed] = [
    useQuery(hitsOf('open')),
    useQuery(hitsOf('cleared')),
    useQuery(hitsOf('confirmed')),
  ];
  const { line: review, now } = useRiskLine({ userId, email });
  const hits = [open, confirmed, cleared].flatMap(({ data }) => data?.hits ?? []);
  return (
    <section aria-labelledby="judgements" className="stack-s">
      <Freezes userId={userId} />
      <h2 className="part" id="judgements">
        Compliance
      </h2>
      <div className="stack-s">
        {review && now && <Review line={review} now={now} />}
        {hits.length > 0 && (
          <ul className="rows">
            {hits.map((hit) => (
              <Hit key={hit.id} hit={hit} />
            ))}
          </ul>
        )}
        {lines && lines.length > 0 && (
          <>
            <ol className="versions">
              {lines.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ol>
            <NextPage query={query} shownCount={lines.length} />
          </>
        )}
        {lines?.length === 0 && <p className="ink-2">No orders assessed yet</p>}
        {!lines && <QueryPlaceholder query={query} text="We couldn't load the scores." lines={[90, 90, 60]} />}
      </div>
    </section>
  );
}
