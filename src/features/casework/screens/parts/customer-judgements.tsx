import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { dateText, dayText } from '../../../../ui/format.ts';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import type { CustomerLine } from '../../../compliance/views.ts';
import { Freezes } from '../../../freezes/screens/freezes.tsx';
import type { AssessmentLine } from '../../../risk/views.ts';
import type { HitView } from '../../../screening/views.ts';
import '../../../../ui/desk/desk-page.css';
import { later } from '../../../../ui/later.tsx';
import { levelWords } from '../../../compliance/screens/parts/review-words.ts';
import { Assessed, outcomeWords } from './judgement.tsx';

const ReviewDialog = later(() =>
  import('../../../compliance/screens/parts/review-dialog.tsx').then((parts) => parts.ReviewDialog),
);

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
  const { kind, text } = outcomeWords[line.outcome];
  return (
    <li>
      <details onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
        <summary className="num">
          <b>{line.score}</b> {line.level}, {dayText(line.at, { year: true })} <Badge kind={kind}>{text}</Badge>
        </summary>
        {open && (
          <div className="stack-s">
            {line.orderId && (
              <Link className="link" to={`/admin/orders/${line.orderId}`}>
                Order {line.reference}
              </Link>
            )}
            <Assessed line={line} />
          </div>
        )}
      </details>
    </li>
  );
}

const hitWords = {
  open: { kind: 'pending', text: 'To decide' },
  cleared: { kind: 'approved', text: 'Another person' },
  confirmed: { kind: 'rejected', text: 'The listed party' },
} as const;

const Hit = ({ hit }: { hit: HitView }) => (
  <li>
    <Link className="link" to={`/admin/aml-compliance/lists${hit.state === 'open' ? '' : `?hits=${hit.state}`}`}>
      {hit.details.party.name}
    </Link>
    <span className="ink-2 num">
      {hit.sourceName}, {hit.score} of 100
    </span>
    <Badge kind={hitWords[hit.state].kind}>{hitWords[hit.state].text}</Badge>
  </li>
);

/** Where the review of this customer stands, with the way to record another. */
function Review({ line, now }: { line: CustomerLine; now: Date }) {
  const [open, setOpen] = useState(false);
  const { level, lastReviewedAt, lastReviewedBy, nextReviewOn, reviewDue } = line;
  return (
    <div className="row between wraps">
      <p className="num">
        <Badge kind={levelWords[level].kind}>{levelWords[level].text}</Badge>{' '}
        {lastReviewedAt
          ? `Reviewed ${dayText(lastReviewedAt, { year: true })}${lastReviewedBy ? ` by ${lastReviewedBy}` : ''}.`
          : 'Never reviewed.'}{' '}
        {nextReviewOn &&
          (reviewDue ? <b>Due since {dateText(nextReviewOn)}.</b> : `Again on ${dateText(nextReviewOn)}.`)}
      </p>
      <Button look="line" onClick={() => setOpen(true)}>
        Mark reviewed
      </Button>
      {open && <ReviewDialog line={line} today={jamaicaDay(now)} onClose={() => setOpen(false)} />}
    </div>
  );
}

type Customer = { userId: string; email: string };

/** How a customer was judged so far: their review, names like theirs on lists, and every score with its factors. */
export function CustomerJudgements({ userId, email }: Customer) {
  const { lines, ...query } = useAssessments(userId);
  const hitsOf = (state: HitView['state']) => api.screening.hits.queryOptions({ input: { userId, state } });
  const [open, cleared, confirmed] = [
    useQuery(hitsOf('open')),
    useQuery(hitsOf('cleared')),
    useQuery(hitsOf('confirmed')),
  ];
  const reviews = useQuery(api.compliance.customers.queryOptions({ input: { search: email } }));
  const review = reviews.data?.lines.find(({ customer }) => customer.id === userId);
  const hits = [open, confirmed, cleared].flatMap(({ data }) => data?.hits ?? []);
  return (
    <section aria-labelledby="judgements" className="stack-s">
      <Freezes userId={userId} />
      <h2 className="part" id="judgements">
        Compliance
      </h2>
      <div className="stack-s">
        {review && reviews.data && <Review line={review} now={reviews.data.now} />}
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
            <NextPage asked={query} shown={lines.length} />
          </>
        )}
        {lines?.length === 0 && <p className="ink-2">No order of this customer was judged yet.</p>}
        {!lines && <NotYet asked={query} text="The scores could not be read." lines={[90, 90, 60]} />}
      </div>
    </section>
  );
}
