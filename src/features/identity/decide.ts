import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db, isOwn, type Person } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { decideProposal, openProposal } from '../approvals/decide.ts';
import { mayReview, type ReviewAct } from './acts.ts';
import { type ItemCode, isItemOf, itemNames } from './items.ts';
import { mayRefuse, refuse } from './messages.ts';
import { readItemReason } from './reasons.ts';
import {
  type Deciding,
  type Decision,
  heldReview,
  judgeItem,
  type Review,
  recordDecisions,
  reviewById,
  setFirstApprover,
} from './review-store.ts';

/** What every decision works with. */
export type Desk = { services: Services; tx: Db; person: Person; request: { id: string } };

export const decideMayRefuse = mayRefuse(
  'approvals.already_open',
  'staff.not_allowed',
  'identity.submission_not_found',
  'identity.not_now',
  'identity.superseded',
  'identity.reason_unknown',
  'identity.item_unknown',
  'identity.items_open',
  'identity.tier1_first',
  'identity.no_item_named',
  'identity.files_unchecked',
  'identity.file_refused',
  'identity.link_undecided',
  'identity.match_undecided',
  'identity.cleared_by_you',
  'identity.customer_stopped',
  'identity.name_differs',
);

/**
 * The submission, held, for who may decide it now: not one's own, still pending, and the newest of its tier. Of two
 * people at the same moment the second waits here and then finds it decided; what its customer is handing in is
 * waited for too.
 */
export async function reviewFor(desk: Desk, submissionId: string, act: ReviewAct): Promise<Review> {
  const { tx, person } = desk;
  const seen = await reviewById(tx, submissionId);
  if (!seen) return refuse('identity.submission_not_found', {});
  if (isOwn(person, seen.userId)) return refuse('approvals.own_matter', {});
  const review = await heldReview(tx, seen);
  if (review?.status !== 'pending') return refuse('identity.not_now', {});
  if (review.newer) return refuse('identity.superseded', {});
  const of = { customerId: review.userId, preparedBy: review.firstApprover };
  if (mayReview(person, act, of)) return review;
  return refuse(
    review.firstApprover && isOwn(person, review.firstApprover)
      ? 'approvals.second_person_needed'
      : 'staff.not_allowed',
    {},
  );
}

export const decidingOn = ({ person, services }: Desk, { id, userId }: Review): Deciding => ({
  submissionId: id,
  userId,
  by: person.id,
  at: services.clock(),
});

/** An item as somebody judged it; a reason where it is not accepted. */
export type Judged =
  | { readonly item: ItemCode; readonly decision: 'accept' }
  | { readonly item: ItemCode; readonly decision: 'reject' | 'want'; readonly reasonCode: string };

const stateAfter = { accept: 'accepted', reject: 'rejected', want: 'wanted' } as const;
const actOf = { accept: 'accept', reject: 'reject_item', want: 'want' } as const;

/** Judges items one by one. Refuses a reason that is not on the list, and an item that was never given. */
export async function judge(tx: Db, review: Review, { judged, about }: { judged: readonly Judged[]; about: Deciding }) {
  const lines: Decision[] = [];
  for (const it of judged) {
    const { item, decision } = it;
    const reasonCode = it.decision === 'accept' ? null : it.reasonCode;
    if (it.decision !== 'accept' && !readItemReason(it.decision, item, it.reasonCode))
      refuse('identity.reason_unknown', {});
    const known = isItemOf(review.tier, item);
    if (!known || !(await judgeItem(tx, about, { item, state: stateAfter[decision], reasonCode })))
      refuse('identity.item_unknown', { what: itemNames[item] });
    lines.push({ act: actOf[decision], item, ...(reasonCode !== null && { reasonCode }) });
  }
  return lines;
}

/** What is decided instead of a first approval, in the words of the desk: why that one does not stand. */
function instead(judged: readonly JudgedNow[], note: string): string {
  const words = judged.map(({ item, decision, reasonCode = '' }) => {
    const reason = decision === 'accept' ? null : readItemReason(decision, item, reasonCode);
    return `${itemNames[item]}: ${reason?.staff ?? 'Accepted.'}`;
  });
  return [note, ...words].filter(Boolean).join(' ').slice(0, 500);
}

type JudgedNow = { readonly item: ItemCode; readonly decision: Judged['decision']; readonly reasonCode?: string };

/**
 * A first approval no longer stands once something else is decided: it was given for what stood before. What is decided
 * now is why.
 */
export async function takeApprovalBack(
  { tx, person }: Desk,
  review: Review,
  { judged, note }: { judged: readonly JudgedNow[]; note: string },
): Promise<Decision[]> {
  const open = await openProposal(tx, 'kyc', review.id);
  if (!open) return [];
  const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
  const which = { id: open.id, kind: 'kyc', subject: review.id } as const;
  await decideProposal(tx, which, { by: person.id, decision, reason: instead(judged, note) });
  await setFirstApprover(tx, review.id, null);
  return [{ act: 'approval_back' }];
}

/** Writes the history and the audit line, and tells the screens: those of the desk, and the customer's own. */
export async function record(
  desk: Desk,
  review: Review,
  { action, lines, about }: { action: string; lines: readonly Decision[]; about: Deciding },
): Promise<void> {
  const { tx, services } = desk;
  await recordDecisions(tx, about, lines);
  await services.jobs.enqueue(tx, 'screening.names', { userId: review.userId });
  const what = {
    action: `identity.${action}`,
    subjectType: 'kyc_submission',
    subjectId: review.id,
    aboutId: review.userId,
  };
  const judged = lines.map(({ act, item, reasonCode }) => ({ act, item, reasonCode }));
  const change = { before: { status: review.status }, after: { tier: review.tier, judged } };
  await audit(tx, { ...byStaff(desk), ...what, ...change });
  announce(tx, 'identity', review.userId);
  announce(tx, 'trading', review.userId);
  announce(tx, 'identity-desk');
}
