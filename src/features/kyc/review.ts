import type { Db } from '../../platform/database/database.ts';
import { refuseWithRecord, staff } from '../../platform/http/procedure.ts';
import { decisionRefusalCodes, findOpenProposal } from '../approvals/decide.ts';
import { freezeStatusOf } from '../freezes/frozen.ts';
import { hasClearedMatch, isMatchUndecided, raiseListedHits } from '../screening/screen-names.ts';
import { findKnownCustomer } from './customer-store.ts';
import {
  auditChange,
  decideEachItem,
  decideRefusalCodes,
  enhancedProposal,
  type ItemDecision,
  loadSnapshot,
  lockReviewFor,
  type StaffContext,
  toDecisionContext,
  withdrawFirstApproval,
} from './decide.ts';
import { detectDuplicateAccounts } from './detect-duplicates.ts';
import { enqueueIdentityEmail, type IdentityEmail } from './emails.ts';
import { countUndecidedLinks, findAccountsOfPerson } from './link-store.ts';
import { refusal, refuse } from './messages.ts';
import { identityPermissions, type ReviewAction } from './permissions.ts';
import { doNamesMatch } from './review-flags.ts';
import {
  acceptPending,
  closeEnhanced,
  type DecidedItem,
  type Decision,
  type DecisionContext,
  findFiles,
  findItems,
  isTierApproved,
  moveSubmission,
  type Review,
  setCountedRisk,
  setFirstApprover,
} from './review-store.ts';
import { countRisk } from './risk.ts';
import { ApproveSubmission, DecideItems, RejectSubmission, RequestMoreInfo } from './schema.ts';
import { getText } from './submission-data.ts';
import { parseDeclaration } from './submit-tiers.ts';

const reviewProcedure = (act: ReviewAction) =>
  staff(identityPermissions[act]).errors(decisionRefusalCodes).errors(decideRefusalCodes);

const withNote = (decision: Decision, note: string): Decision => (note === '' ? decision : { ...decision, note });

export const decideItems = reviewProcedure('decideItems')
  .input(DecideItems)
  .handler(async function decideItems({ context, input }) {
    const review = await lockReviewFor(context, input.submissionId, 'decideItems');
    const about = toDecisionContext(context, review);
    const items = input.items as ItemDecision[];
    const withdrawn = await withdrawFirstApproval(context, review, { decisions: items, note: input.note });
    const decided = await decideEachItem(context.tx, review, { decisions: items, about });
    const lines = [...withdrawn, ...decided.map((line) => withNote(line, input.note))];
    await auditChange(context, review, { action: 'items_decided', lines, about });
    return { submissionId: review.id, status: 'pending', proposed: false };
  });

async function enqueueOutcome(staff: StaffContext, review: Review, event: IdentityEmail['event']): Promise<void> {
  const items = (await findItems(staff.tx, review.id)).filter(
    ({ state }) => state === 'rejected' || state === 'wanted',
  );
  const openItems = items.map(({ item, state, reasonCode }) => ({ item, state, reasonCode }));
  const { userId, tier } = review;
  await enqueueIdentityEmail(staff, { userId, tier, event, items: openItems });
}

async function assertItemsDecided({ tx }: StaffContext, items: readonly DecidedItem[]): Promise<void> {
  if (items.some(({ state }) => state === 'rejected' || state === 'wanted')) refuse('identity.items_open', {});
  const files = await findFiles(
    tx,
    items.flatMap(({ fileId }) => fileId ?? []),
  );
  if (files.some(({ state }) => state === 'refused')) refuse('identity.file_refused', {});
  if (files.some(({ state }) => state !== 'clean')) refuse('identity.files_unchecked', {});
}

/** Refuses while a duplicate account is undecided (decision E3). New links are stored despite the rollback. */
async function assertLinksDecided({ tx, services }: StaffContext, { userId }: Review): Promise<void> {
  const detect = async (own: Db) => {
    for (const id of await findAccountsOfPerson(own, userId)) await detectDuplicateAccounts(own, services, id);
  };
  await detect(tx);
  if ((await countUndecidedLinks(tx, userId)) === 0) return;
  refuseWithRecord(refusal('identity.link_undecided', {}), detect);
}

/** Refuses while the customer is frozen or has an undecided sanctions match. */
async function assertNotSuspected({ tx, services }: StaffContext, { userId }: Review): Promise<void> {
  if ((await freezeStatusOf(tx, userId)) !== null) refuse('identity.customer_stopped', {});
  const accounts = await findAccountsOfPerson(tx, userId);
  let isUndecided = false;
  for (const id of accounts) isUndecided ||= await isMatchUndecided(tx, id);
  if (!isUndecided) return;
  refuseWithRecord(refusal('identity.match_undecided', {}), async (own) => {
    for (const id of accounts) await raiseListedHits(own, { userId: id }, services.clock());
  });
}

/** The reviewer who cleared a sanctions match cannot also approve. */
async function assertNotClearedByReviewer({ tx, person }: StaffContext, { userId }: Review): Promise<void> {
  for (const id of await findAccountsOfPerson(tx, userId))
    if (await hasClearedMatch(tx, id, person)) refuse('identity.cleared_by_you', {});
}

/** Payouts go to the account name, so tier 1 documents must show that name. */
async function assertNameMatches({ tx }: StaffContext, { userId, tier, data }: Review): Promise<void> {
  const known = await findKnownCustomer(tx, userId);
  if (tier === 1 && !(known && doNamesMatch(getText(data, 'full_name'), known))) refuse('identity.name_differs', {});
}

/** First approval of tier 3. Proposes the submission to a second reviewer (decision D2). */
async function approveFirst(staff: StaffContext, review: Review, about: DecisionContext): Promise<void> {
  const payload = await loadSnapshot(staff, review);
  await enhancedProposal.propose(staff, { subject: review.id, payload, customer: review.userId });
  await setFirstApprover(staff.tx, review.id, about.by);
}

async function closeSubmission(
  staff: StaffContext,
  review: Review,
  { approved, about }: { approved: boolean; about: DecisionContext },
) {
  const status = approved ? 'approved' : 'rejected';
  const moved = await moveSubmission(staff.tx, about, { status, waitsFor: 'none', tier: review.tier });
  if (!moved) refuse('identity.not_now', {});
  if (review.tier === 3) {
    const items = await findItems(staff.tx, review.id);
    const isAccepted = (item: string) => items.some((one) => one.item === item && one.state === 'accepted');
    const verified = { funds: isAccepted('source_of_funds_proof'), income: isAccepted('income_proof') };
    await closeEnhanced(staff.tx, about, { approved, ...verified });
    if (approved) await setCountedRisk(staff.tx, review.userId, countRisk(parseDeclaration(review.data)));
  }
  await enqueueOutcome(staff, review, status);
}

/** Approves a submission with its pending items [000 §4 KYC per tier, decision C1]. Tier 3 needs two reviewers. */
export const approve = reviewProcedure('approve')
  .input(ApproveSubmission)
  .handler(async function approve({ context, input }) {
    const review = await lockReviewFor(context, input.submissionId, 'approve');
    const about = toDecisionContext(context, review);
    if (review.tier === 2 && !(await isTierApproved(context.tx, review.userId, 1))) refuse('identity.tier1_first', {});
    await assertItemsDecided(context, await findItems(context.tx, review.id));
    await assertLinksDecided(context, review);
    await assertNotSuspected(context, review);
    await assertNotClearedByReviewer(context, review);
    await assertNameMatches(context, review);
    const read = review.tier === 3 ? ((await findOpenProposal(context.tx, 'kyc', review.id))?.id ?? null) : null;
    // The second reviewer sends the id of the first approval, so that a second approval is never given by accident.
    if (read !== input.proposalId) refuse('approvals.changed_since', {});
    if (review.tier === 3 && read === null) {
      await approveFirst(context, review, about);
      const lines = [withNote({ act: 'first_approval' }, input.note)];
      await auditChange(context, review, { action: 'approved_first', lines, about });
      return { submissionId: review.id, status: 'pending', proposed: true };
    }
    if (read !== null)
      await enhancedProposal.decide(
        { ...context, review },
        { proposalId: read, subject: review.id, decision: 'approve' },
      );
    await acceptPending(context.tx, about);
    await closeSubmission(context, review, { approved: true, about });
    await auditChange(context, review, {
      action: 'approved',
      lines: [withNote({ act: 'approve' }, input.note)],
      about,
    });
    return { submissionId: review.id, status: 'approved', proposed: false };
  });

type FailedItem = { readonly item: ItemDecision['item']; readonly reasonCode: string };

/** Decides the listed items. Throws `identity.no_item_named` when no item is rejected or requested afterwards. */
async function failItems(
  { tx }: StaffContext,
  review: Review,
  { items, about, decision }: { items: readonly FailedItem[]; about: DecisionContext; decision: 'reject' | 'want' },
): Promise<Decision[]> {
  const lines = await decideEachItem(tx, review, { decisions: items.map((it) => ({ ...it, decision })), about });
  const now = await findItems(tx, review.id);
  const expectedStates = decision === 'reject' ? ['rejected'] : ['rejected', 'wanted'];
  if (!now.some(({ state }) => expectedStates.includes(state))) refuse('identity.no_item_named', {});
  return lines;
}

/** Rejects a submission. The customer resends only the failed items (decision D4). */
export const reject = reviewProcedure('reject')
  .input(RejectSubmission)
  .handler(async function reject({ context, input }) {
    const review = await lockReviewFor(context, input.submissionId, 'reject');
    const about = toDecisionContext(context, review);
    const items = (input.items as FailedItem[]).map((one) => ({ ...one, decision: 'reject' as const }));
    const withdrawn = await withdrawFirstApproval(context, review, { decisions: items, note: input.note });
    const decided = await failItems(context, review, { items, about, decision: 'reject' });
    await closeSubmission(context, review, { approved: false, about });
    const lines = [...withdrawn, ...decided, withNote({ act: 'reject' }, input.note)];
    await auditChange(context, review, { action: 'rejected', lines, about });
    return { submissionId: review.id, status: 'rejected', proposed: false };
  });

/** Requests more from the customer. The submission stays pending and accepted items stay accepted. */
export const requestMoreInfo = reviewProcedure('askMore')
  .input(RequestMoreInfo)
  .handler(async function requestMoreInfo({ context, input }) {
    const review = await lockReviewFor(context, input.submissionId, 'askMore');
    const about = toDecisionContext(context, review);
    const items = (input.items as FailedItem[]).map((one) => ({ ...one, decision: 'want' as const }));
    const withdrawn = await withdrawFirstApproval(context, review, { decisions: items, note: input.note });
    const decided = await failItems(context, review, { items, about, decision: 'want' });
    const moved = await moveSubmission(context.tx, about, {
      status: 'pending',
      waitsFor: 'customer',
      tier: review.tier,
    });
    if (!moved) refuse('identity.not_now', {});
    await enqueueOutcome(context, review, 'more_wanted');
    const lines = [...withdrawn, ...decided, withNote({ act: 'ask_more' }, input.note)];
    await auditChange(context, review, { action: 'more_wanted', lines, about });
    return { submissionId: review.id, status: 'pending', proposed: false };
  });
