import { ArrowRight, Check } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useKeys } from '../../../../ui/desk/keys.ts';
import type { Review } from './data.ts';
import { ApproveDialog, FaultsDialog } from './decision-dialogs.tsx';

type Act = 'approve' | 'reject' | 'askMore';

/** Why a person may not decide: the buttons are absent, this line stands instead. */
function whyNot({ status, newer, proposal, mine }: Review, decides: boolean): string | null {
  if (status !== 'pending') return `It was ${status}.`;
  if (newer !== null) return 'The customer has submitted again since: the newer submission is decided.';
  if (!decides) return 'Your role reads. Compliance or admin decides.';
  if (proposal?.mine && !mine.includes('approve'))
    return 'You approved first, so somebody else of compliance or admin approves as the second.';
  return null;
}

/** What stands in the way of approving, though nothing else: an item that failed, or a file nobody could see yet. */
function blocked({ items }: Review): string | null {
  if (items.some(({ state }) => state === 'rejected' || state === 'wanted'))
    return 'To approve, first accept what is rejected or wanted. Otherwise reject the submission or ask for more.';
  if (items.some(({ file }) => file !== null && file.state !== 'clean'))
    return 'It can be approved once every file has been checked.';
  return null;
}

type ReviewBarProps = {
  review: Review;
  /** Whether this person's role decides submissions at all. */
  decides: boolean;
  /** Opens the next submission of the queue; null where there is none. */
  onNext: (() => void) | null;
};

/** What may be decided, always in sight; then on to the next. */
export function ReviewBar({ review, decides, onNext }: ReviewBarProps) {
  const [open, setOpen] = useState<Act | null>(null);
  const may = (act: Act) => (review.mine.includes(act) ? () => setOpen(act) : undefined);
  const block = review.mine.includes('approve') ? blocked(review) : null;
  const approve = block === null ? may('approve') : undefined;
  const reject = may('reject');
  const askMore = may('askMore');
  useKeys({ a: approve, x: reject, m: askMore, j: onNext ?? undefined });
  const close = () => setOpen(null);
  const shared = { review, onClose: close, onDone: close };
  const why = whyNot(review, decides) ?? block;
  return (
    <div className="decide">
      <div className="steps-row">
        {approve && (
          <Button onClick={approve}>
            <Check className="ic" aria-hidden="true" />
            Approve <kbd>A</kbd>
          </Button>
        )}
        {askMore && (
          <Button look="line" onClick={askMore}>
            Ask for more <kbd>M</kbd>
          </Button>
        )}
        {reject && (
          <Button look="bad-line" onClick={reject}>
            Reject <kbd>X</kbd>
          </Button>
        )}
        {onNext && (
          <Button look={review.mine.length > 0 ? 'line' : 'primary'} onClick={onNext}>
            Next in the queue <kbd>J</kbd>
            <ArrowRight className="ic" aria-hidden="true" />
          </Button>
        )}
      </div>
      {why && <p className="t-2xs ink-2">{why}</p>}
      {open === 'approve' && <ApproveDialog {...shared} />}
      {(open === 'reject' || open === 'askMore') && <FaultsDialog {...shared} act={open} />}
    </div>
  );
}
