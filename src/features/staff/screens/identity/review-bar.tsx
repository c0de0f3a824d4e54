import { ArrowRight, Check } from 'lucide-react';
import { useState } from 'react';
import { ActBar } from '../../../../ui/desk/act-bar.tsx';
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
  const close = () => setOpen(null);
  const shared = { review, onClose: close, onDone: close };
  const why = whyNot(review, decides) ?? block;
  return (
    <>
      <ActBar
        acts={[
          {
            name: 'Approve',
            key: 'a',
            on: block === null ? may('approve') : undefined,
            look: 'primary',
            icon: Check,
          },
          { name: 'Ask for more', key: 'm', on: may('askMore') },
          { name: 'Reject', key: 'x', on: may('reject'), look: 'bad-line' },
          {
            name: 'Next in the queue',
            key: 'j',
            on: onNext ?? undefined,
            look: review.mine.length > 0 ? 'line' : 'primary',
            onward: ArrowRight,
          },
        ]}
      >
        {why && <p className="t-2xs ink-2">{why}</p>}
      </ActBar>
      {open === 'approve' && <ApproveDialog {...shared} />}
      {(open === 'reject' || open === 'askMore') && <FaultsDialog {...shared} act={open} />}
    </>
  );
}
