import { createHash } from 'node:crypto';
import { canonicalJson, jsonEqual } from '../../kernel/canonical-json.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, isSamePerson, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { defineProposal, findOpenProposal } from '../approvals/decide.ts';
import { type ItemCode, isItemOf, itemNames } from './items.ts';
import { refusalCodes, refuse } from './messages.ts';
import { canReview, type ReviewAction } from './permissions.ts';
import { findItemReason } from './reasons.ts';
import {
  type DecidedItem,
  type Decision,
  type DecisionContext,
  findItems,
  findReview,
  lockReview,
  type Review,
  recordDecisions,
  setFirstApprover,
  setItemState,
} from './review-store.ts';

export type StaffContext = { services: Services; tx: Db; person: SessionUser; request: { id: string } };

export const decideRefusalCodes = refusalCodes(
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

/** Locks a pending submission that is the newest of its tier. Waits for concurrent reviews and submissions. */
export async function lockReviewFor(staff: StaffContext, submissionId: string, act: ReviewAction): Promise<Review> {
  const { tx, person } = staff;
  const seen = await findReview(tx, submissionId);
  if (!seen) return refuse('identity.submission_not_found', {});
  if (isSamePerson(person, seen.userId)) return refuse('approvals.own_matter', {});
  const review = await lockReview(tx, seen);
  if (review?.status !== 'pending') return refuse('identity.not_now', {});
  if (review.newer) return refuse('identity.superseded', {});
  const of = { customerId: review.userId, preparedBy: review.firstApprover };
  if (canReview(person, act, of)) return review;
  return refuse(
    review.firstApprover && isSamePerson(person, review.firstApprover)
      ? 'approvals.second_person_needed'
      : 'staff.not_allowed',
    {},
  );
}

export const toDecisionContext = ({ person, services }: StaffContext, { id, userId }: Review): DecisionContext => ({
  submissionId: id,
  userId,
  by: person.id,
  at: services.clock(),
});

export type ItemDecision =
  | { readonly item: ItemCode; readonly decision: 'accept' }
  | { readonly item: ItemCode; readonly decision: 'reject' | 'want'; readonly reasonCode: string };

const stateAfter = { accept: 'accepted', reject: 'rejected', want: 'wanted' } as const;
const actionByDecision = { accept: 'accept', reject: 'reject_item', want: 'want' } as const;

/** Stores one decision per item. Throws `identity.reason_unknown` or `identity.item_unknown`. */
export async function decideEachItem(
  tx: Db,
  review: Review,
  { decisions, about }: { decisions: readonly ItemDecision[]; about: DecisionContext },
) {
  const lines: Decision[] = [];
  for (const itemDecision of decisions) {
    const { item, decision } = itemDecision;
    const reasonCode = itemDecision.decision === 'accept' ? null : itemDecision.reasonCode;
    if (itemDecision.decision !== 'accept' && !findItemReason(itemDecision.decision, item, itemDecision.reasonCode))
      refuse('identity.reason_unknown', {});
    const known = isItemOf(review.tier, item);
    if (!known || !(await setItemState(tx, about, { item, state: stateAfter[decision], reasonCode })))
      refuse('identity.item_unknown', { what: itemNames[item] });
    lines.push({ act: actionByDecision[decision], item, ...(reasonCode !== null && { reasonCode }) });
  }
  return lines;
}

/** Formats the item decisions as the rejection reason of the first approval. */
function formatReplacementReason(decisions: readonly NewItemDecision[], note: string): string {
  const reasons = decisions.map(({ item, decision, reasonCode = '' }) => {
    const reason = decision === 'accept' ? null : findItemReason(decision, item, reasonCode);
    return `${itemNames[item]}: ${reason?.staff ?? 'Accepted.'}`;
  });
  return [note, ...reasons].filter(Boolean).join(' ').slice(0, 500);
}

type NewItemDecision = {
  readonly item: ItemCode;
  readonly decision: ItemDecision['decision'];
  readonly reasonCode?: string;
};

export async function loadSnapshot({ tx }: StaffContext, { id, tier, risk, data }: Review) {
  const byName = (one: DecidedItem, other: DecidedItem) => (one.item < other.item ? -1 : 1);
  const items = (await findItems(tx, id)).sort(byName).map(({ item, state, fileId }) => ({ item, state, fileId }));
  return { tier, risk, items, dataHash: createHash('sha256').update(canonicalJson(data)).digest('hex') };
}

/** Tier 3. An approval is refused when the submission changed after the first one. */
export const enhancedProposal = defineProposal<StaffContext & { readonly review: Review }, object>({
  kind: 'kyc',
  stillValid: async (staff, { payload }) => jsonEqual(payload, await loadSnapshot(staff, staff.review)),
});

/** Withdraws the first approval when a reviewer rejects the submission, decides an item or requests more. */
export async function withdrawFirstApproval(
  staff: StaffContext,
  review: Review,
  { decisions, note }: { decisions: readonly NewItemDecision[]; note: string },
): Promise<Decision[]> {
  const open = await findOpenProposal(staff.tx, 'kyc', review.id);
  if (!open) return [];
  const decision = open.proposedBy === staff.person.id ? 'withdraw' : 'reject';
  const reason = formatReplacementReason(decisions, note);
  await enhancedProposal.decide({ ...staff, review }, { proposalId: open.id, subject: review.id, decision, reason });
  await setFirstApprover(staff.tx, review.id, null);
  return [{ act: 'approval_back' }];
}

/** Stores the review history and the audit entry, and refreshes open screens of staff and customer. */
export async function auditChange(
  staff: StaffContext,
  review: Review,
  { action, lines, about }: { action: string; lines: readonly Decision[]; about: DecisionContext },
): Promise<void> {
  const { tx, services } = staff;
  await recordDecisions(tx, about, lines);
  await services.jobs.enqueue(tx, 'screening.names', { userId: review.userId });
  const what = {
    action: `identity.${action}`,
    subjectType: 'kyc_submission',
    subjectId: review.id,
    aboutId: review.userId,
  };
  const decisions = lines.map(({ act, item, reasonCode }) => ({ act, item, reasonCode }));
  const change = { before: { status: review.status }, after: { tier: review.tier, judged: decisions } };
  await audit(tx, { ...byStaff(staff), ...what, ...change });
  publishTopic(tx, 'identity', review.userId);
  publishTopic(tx, 'trading', review.userId);
  publishTopic(tx, 'identity-desk');
}
