import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import type { Review } from './data.ts';
import { reviewWord, riskWords, tierWord, triggerWords } from './words.ts';

/** What staff work out for tier 3; the customer never reads any of it. */
function Assessment({ assessment }: Pick<Review, 'assessment'>) {
  if (!assessment) return null;
  const { kind, text } = riskWords[assessment.risk];
  return (
    <p className="ink-2">
      <Badge kind={kind}>{text} risk</Badge>{' '}
      {assessment.triggers.length > 0
        ? `Due diligence: ${assessment.triggers.map((trigger) => triggerWords[trigger]).join(', ')}.`
        : 'No due diligence is triggered.'}
    </p>
  );
}

/** Tier 3 takes two people: who approved first, and who may be the second. */
function Eyes({ review: { tier, status, proposal, mine } }: { review: Review }) {
  if (tier !== 3 || status !== 'pending') return null;
  if (!proposal) return <p className="ink-2">Two people approve tier 3. Nobody has yet.</p>;
  const may = mine.includes('approve');
  return (
    <section className="two-eyes" aria-label="Two pairs of eyes">
      <div className="eyes">
        <div className="e ok2">
          <b>{proposal.mine ? 'You' : proposal.by}</b> approved first
          <br />
          <span className="num ink-2">{momentText(proposal.at)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className={may ? 'e mine' : 'e'}>
          <b>{may ? 'You' : 'Somebody else of compliance or admin'}</b> may approve it
          <br />
          <span className="ink-2">{proposal.mine ? 'You' : proposal.by} may not again</span>
        </div>
      </div>
      <p className="t-2xs ink-2">Judging an item, rejecting or asking for more takes the first approval back.</p>
    </section>
  );
}

type ReviewHeadProps = { review: Review; tint: '' | 'due' | 'late' };

/** Whose submission it is, by when it is promised, and what to know before looking at it. */
export function ReviewHead({ review, tint }: ReviewHeadProps) {
  const { customer, tier, submittedAt, dueAt, status, newer, linked, remarks } = review;
  const state = reviewWord(review);
  return (
    <div className="stack-s">
      <div className="row between">
        <h1 className="title">
          {tierWord(tier)}: {customer.name}
        </h1>
        <Badge kind={state.kind}>{state.text}</Badge>
      </div>
      <p className="ink-2 num facts-line">
        <Link className="link b" to={`/admin/customers/${customer.id}`}>
          {customer.name}
        </Link>{' '}
        · {customer.email} · {customer.phone || 'no phone'} · submitted {momentText(submittedAt)}
        {status === 'pending' && (
          <>
            {' · '}
            <span className={`age ${tint}`}>due {momentText(dueAt)}</span>
          </>
        )}
      </p>
      {newer !== null && (
        <Notice kind="wait">
          The customer has submitted again since.{' '}
          <Link className="link" to={`/admin/identity/${newer}`}>
            Open the newer submission
          </Link>
        </Notice>
      )}
      {linked && (
        <Notice kind="wait">
          Something of this customer stands with another account too. Nothing can be approved before somebody decided{' '}
          <Link className="link" to={`/admin/customers/${customer.id}#links`}>
            whether it is one person
          </Link>
        </Notice>
      )}
      <Eyes review={review} />
      <Assessment assessment={review.assessment} />
      {remarks.length > 0 && (
        <Notice kind="wait">
          <b>Worth a second look</b>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
