import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import type { Review } from './data.ts';
import { getReviewLabel, getTierLabel, riskLabels, triggerLabels } from './review-labels.ts';

/** Never shown to the customer. */
function Assessment({ assessment }: Pick<Review, 'assessment'>) {
  if (!assessment) return null;
  const { kind, text } = riskLabels[assessment.risk];
  return (
    <p className="ink-2">
      <Badge kind={kind}>{text} risk</Badge>{' '}
      {assessment.triggers.length > 0
        ? `Due diligence: ${assessment.triggers.map((trigger) => triggerLabels[trigger]).join(', ')}.`
        : 'No due diligence needed.'}
    </p>
  );
}

function Approvals({ review: { tier, status, proposal, mine } }: { review: Review }) {
  if (tier !== 3 || status !== 'pending') return null;
  if (!proposal) return <p className="ink-2">Tier 3 needs two approvals. None yet.</p>;
  const canApprove = mine.includes('approve');
  return (
    <section className="two-eyes" aria-label="Two-person approval">
      <div className="eyes">
        <div className="e ok2">
          <b>{proposal.mine ? 'You' : proposal.by}</b> approved first
          <br />
          <span className="num ink-2">{formatDateTime(proposal.at)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className={canApprove ? 'e mine' : 'e'}>
          <b>{canApprove ? 'You' : 'A colleague in compliance or admin'}</b> can approve it
          <br />
          <span className="ink-2">{proposal.mine ? 'You' : proposal.by} cannot approve again</span>
        </div>
      </div>
      <p className="t-2xs ink-2">Deciding an item, rejecting or asking for more withdraws the first approval.</p>
    </section>
  );
}

type ReviewHeadProps = { review: Review; tint: '' | 'due' | 'late' };

export function ReviewHead({ review, tint }: ReviewHeadProps) {
  const { customer, tier, submittedAt, dueAt, status, newer, linked, remarks } = review;
  const state = getReviewLabel(review);
  return (
    <div className="stack-s">
      <div className="row between">
        <h1 className="title">
          {getTierLabel(tier)}: {customer.name}
        </h1>
        <Badge kind={state.kind}>{state.text}</Badge>
      </div>
      <p className="ink-2 num facts-line">
        <Link className="link b" to={`/admin/customers/${customer.id}`}>
          {customer.name}
        </Link>{' '}
        · {customer.email} · {customer.phone || 'no phone'} · submitted {formatDateTime(submittedAt)}
        {status === 'pending' && (
          <>
            {' · '}
            <span className={`age ${tint}`}>due {formatDateTime(dueAt)}</span>
          </>
        )}
      </p>
      {newer !== null && (
        <Notice kind="wait">
          The customer submitted again.{' '}
          <Link className="link" to={`/admin/identity/${newer}`}>
            Open the newer submission
          </Link>
        </Notice>
      )}
      {linked && (
        <Notice kind="wait">
          This customer may share an ID, bank account or wallet with another account. Before approving, decide{' '}
          <Link className="link" to={`/admin/customers/${customer.id}#links`}>
            whether they are the same person
          </Link>
        </Notice>
      )}
      <Approvals review={review} />
      <Assessment assessment={review.assessment} />
      {remarks.length > 0 && (
        <Notice kind="wait">
          <b>Please check</b>
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
