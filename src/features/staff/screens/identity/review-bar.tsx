import { ArrowRight, Check } from 'lucide-react';
import { useState } from 'react';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import type { Review } from './data.ts';
import { ApproveDialog, FaultsDialog } from './decision-dialogs.tsx';

type Decision = 'approve' | 'reject' | 'askMore';

/** Returns why this person cannot decide, or null. */
function getDecisionObstacle({ status, newer, proposal, mine }: Review, decides: boolean): string | null {
  if (status !== 'pending') return `This submission was ${status}.`;
  if (newer !== null) return 'The customer submitted again. Please review the newer submission.';
  if (!decides) return 'You can view this. Compliance or admin decides.';
  if (proposal?.mine && !mine.includes('approve'))
    return 'You approved first, so a colleague in compliance or admin gives the second approval.';
  return null;
}

/** Returns what blocks the approval, or null. */
function getApprovalObstacle({ items }: Review): string | null {
  if (items.some(({ state }) => state === 'rejected' || state === 'wanted'))
    return 'To approve, first accept every item. Otherwise reject the submission or ask for more.';
  if (items.some(({ file }) => file !== null && file.state !== 'clean'))
    return 'You can approve once every file has been checked.';
  return null;
}

type ReviewBarProps = {
  review: Review;
  decides: boolean;
  /** Null at the end of the queue. */
  onNext: (() => void) | null;
};

export function ReviewBar({ review, decides, onNext }: ReviewBarProps) {
  const [open, setOpen] = useState<Decision | null>(null);
  const getHandler = (act: Decision) => (review.mine.includes(act) ? () => setOpen(act) : undefined);
  const approvalObstacle = review.mine.includes('approve') ? getApprovalObstacle(review) : null;
  const close = () => setOpen(null);
  const shared = { review, onClose: close, onDone: close };
  const obstacle = getDecisionObstacle(review, decides) ?? approvalObstacle;
  return (
    <>
      <ActionBar
        actions={[
          {
            name: 'Approve',
            key: 'a',
            onPress: approvalObstacle === null ? getHandler('approve') : undefined,
            look: 'primary',
            icon: Check,
          },
          { name: 'Ask for more', key: 'm', onPress: getHandler('askMore') },
          { name: 'Reject', key: 'x', onPress: getHandler('reject'), look: 'bad-line' },
          {
            name: 'Next in the queue',
            key: 'j',
            onPress: onNext ?? undefined,
            look: review.mine.length > 0 ? 'line' : 'primary',
            trailingIcon: ArrowRight,
          },
        ]}
      >
        {obstacle && <p className="t-2xs ink-2">{obstacle}</p>}
      </ActionBar>
      {open === 'approve' && <ApproveDialog {...shared} />}
      {(open === 'reject' || open === 'askMore') && <FaultsDialog {...shared} act={open} />}
    </>
  );
}
