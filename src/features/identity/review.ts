import { createHash } from 'node:crypto';
import { canonicalJson, sameJson } from '../../kernel/same-json.ts';
import type { Db } from '../../platform/database.ts';
import { letterToday } from '../../platform/letters-a-day.ts';
import { refuseAfter, staffOnly } from '../../platform/procedure.ts';
import { decideProposal, decisionMayRefuse, openProposal, propose } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { standstillOf } from '../freezes/frozen.ts';
import { clearedMatchOf, isMatchUndecided, raiseListed } from '../screening/screen-names.ts';
import { identityActs, type ReviewAct } from './acts.ts';
import { knownOf } from './customer-store.ts';
import {
  type Desk,
  decideMayRefuse,
  decidingOn,
  type Judged,
  judge,
  record,
  reviewFor,
  takeApprovalBack,
} from './decide.ts';
import type { LetterAbout } from './letters.ts';
import { accountsOfOne, undecidedLinks } from './link-store.ts';
import { lookForLinks } from './look-for-links.ts';
import { refusal, refuse } from './messages.ts';
import { namesAgree } from './remarks.ts';
import {
  acceptPending,
  closeEnhanced,
  countAlone,
  type Deciding,
  type Decision,
  itemsOf,
  type JudgedItem,
  moveSubmission,
  papersByIds,
  type Review,
  setFirstApprover,
  tierApproved,
} from './review-store.ts';
import { countedOf } from './risk.ts';
import { ApproveSubmission, AskMore, DecideItems, RejectSubmission } from './schema.ts';
import { textIn } from './submission-data.ts';
import { declaredIn } from './submit-enhanced.ts';
import type { Decided } from './views.ts';

const decides = (act: ReviewAct) => staffOnly(identityActs[act]).errors(decisionMayRefuse).errors(decideMayRefuse);

const withNote = (decision: Decision, note: string): Decision => (note === '' ? decision : { ...decision, note });

/** Judges items one by one and leaves the submission as it is: accept, reject or want, the latter two with a reason. */
export const decideItems = decides('decideItems')
  .input(DecideItems)
  .handler(async ({ context, input }): Promise<Decided> => {
    const review = await reviewFor(context, input.submissionId, 'decideItems');
    const about = decidingOn(context, review);
    const items = input.items as Judged[];
    const back = await takeApprovalBack(context, review, { judged: items, note: input.note });
    const judged = await judge(context.tx, review, { judged: items, about });
    const lines = [...back, ...judged.map((line) => withNote(line, input.note))];
    await record(context, review, { action: 'items_decided', lines, about });
    return { submissionId: review.id, status: 'pending', proposed: false };
  });

/** Puts the letter about an outcome on its way, with the items as they stand now; beyond a day's letters none. */
async function write({ services, tx }: Desk, review: Review, event: LetterAbout['event']): Promise<void> {
  const items = (await itemsOf(tx, review.id)).filter(({ state }) => state === 'rejected' || state === 'wanted');
  const told = items.map(({ item, state, reasonCode }) => ({ item, state, reasonCode }));
  const { userId, tier } = review;
  const today = await letterToday(tx, 'identity', { whom: userId, now: services.clock() });
  if (!today) return;
  const letter: LetterAbout = { userId, tier, event, items: told, last: today === 'last' };
  await services.jobs.enqueue(tx, 'identity.letter', letter);
}

async function refuseWhileOpen({ tx }: Desk, items: readonly JudgedItem[]): Promise<void> {
  if (items.some(({ state }) => state === 'rejected' || state === 'wanted')) refuse('identity.items_open', {});
  const files = await papersByIds(
    tx,
    items.flatMap(({ fileId }) => fileId ?? []),
  );
  if (files.some(({ state }) => state === 'refused')) refuse('identity.file_refused', {});
  if (files.some(({ state }) => state !== 'clean')) refuse('identity.files_unchecked', {});
}

/**
 * What stands with another account too holds the approval until a person decided what that is (decision E3). What the
 * look found is kept although the approval is undone.
 */
async function refuseWhileLinked({ tx, services }: Desk, { userId }: Review): Promise<void> {
  const look = async (own: Db) => {
    for (const id of await accountsOfOne(own, userId)) await lookForLinks(own, services, id);
  };
  await look(tx);
  if ((await undecidedLinks(tx, userId)) === 0) return;
  refuseAfter(refusal('identity.link_undecided', {}), look);
}

/** Whoever is like a listed party waits for a person's decision, and whoever is frozen for the end of that. */
async function refuseWhileSuspected({ tx, services }: Desk, { userId }: Review): Promise<void> {
  if ((await standstillOf(tx, userId)) !== null) refuse('identity.customer_stopped', {});
  const accounts = await accountsOfOne(tx, userId);
  let waits = false;
  for (const id of accounts) waits ||= await isMatchUndecided(tx, id);
  if (!waits) return;
  refuseAfter(refusal('identity.match_undecided', {}), async (own) => {
    for (const id of accounts) await raiseListed(own, { userId: id }, services.clock());
  });
}

/** A match with a list and the approval behind it take two people: nobody brings a listed person in alone. */
async function refuseWhoCleared({ tx, person }: Desk, { userId }: Review): Promise<void> {
  for (const id of await accountsOfOne(tx, userId))
    if (await clearedMatchOf(tx, id, person)) refuse('identity.cleared_by_you', {});
}

/** Money is paid out to the name of the profile: the papers must be of that name. */
async function refuseOtherName({ tx }: Desk, { userId, tier, data }: Review): Promise<void> {
  const known = await knownOf(tx, userId);
  if (tier === 1 && !(known && namesAgree(textIn(data, 'full_name'), known))) refuse('identity.name_differs', {});
}

/** What two people agree on: the data as handed in, and each item with its paper and its state. */
async function frozenOf({ tx }: Desk, { id, tier, risk, data }: Review) {
  const byName = (one: JudgedItem, other: JudgedItem) => (one.item < other.item ? -1 : 1);
  const items = (await itemsOf(tx, id)).sort(byName).map(({ item, state, fileId }) => ({ item, state, fileId }));
  return { tier, risk, items, dataHash: createHash('sha256').update(canonicalJson(data)).digest('hex') };
}

/** Tier 3, the second of two: approves what the first one approved, if it is still that. */
async function approveSecond(
  desk: Desk,
  review: Review,
  { about, read }: { about: Deciding; read: string },
): Promise<void> {
  const unchanged = async ({ payload }: Proposal) => sameJson(payload, await frozenOf(desk, review));
  const verdict = { by: about.by, decision: 'approve', unchanged } as const;
  await decideProposal(desk.tx, { id: read, kind: 'kyc', subject: review.id }, verdict);
}

/** Tier 3, the first of two: freezes what was approved for the second person (decision D2). */
async function approveFirst(desk: Desk, review: Review, about: Deciding): Promise<void> {
  const payload = await frozenOf(desk, review);
  await propose(desk.tx, { kind: 'kyc', subject: review.id, payload, by: about.by, customer: review.userId });
  await setFirstApprover(desk.tx, review.id, about.by);
}

async function close(desk: Desk, review: Review, { approved, about }: { approved: boolean; about: Deciding }) {
  const status = approved ? 'approved' : 'rejected';
  const moved = await moveSubmission(desk.tx, about, { status, waitsFor: 'nobody', tier: review.tier });
  if (!moved) refuse('identity.not_now', {});
  if (review.tier === 3) {
    const items = await itemsOf(desk.tx, review.id);
    const good = (item: string) => items.some((one) => one.item === item && one.state === 'accepted');
    const verified = { funds: good('source_of_funds_proof'), income: good('income_proof') };
    await closeEnhanced(desk.tx, about, { approved, ...verified });
    if (approved) await countAlone(desk.tx, review.userId, countedOf(declaredIn(review.data)));
  }
  await write(desk, review, status);
}

/**
 * Approves a submission; whatever is undecided counts as accepted [000 §4 KYC per tier, decision C1]. Tier 3 takes two
 * people: the first approval is kept as a proposal, the second one closes. Refuses while an item is rejected or wanted,
 * or a file is still being checked.
 */
export const approve = decides('approve')
  .input(ApproveSubmission)
  .handler(async ({ context, input }): Promise<Decided> => {
    const review = await reviewFor(context, input.submissionId, 'approve');
    const about = decidingOn(context, review);
    if (review.tier === 2 && !(await tierApproved(context.tx, review.userId, 1))) refuse('identity.tier1_first', {});
    await refuseWhileOpen(context, await itemsOf(context.tx, review.id));
    await refuseWhileLinked(context, review);
    await refuseWhileSuspected(context, review);
    await refuseWhoCleared(context, review);
    await refuseOtherName(context, review);
    const read = review.tier === 3 ? ((await openProposal(context.tx, 'kyc', review.id))?.id ?? null) : null;
    // Whoever approves second answers the first approval that they read, and nobody is second without knowing it.
    if (read !== input.proposalId) refuse('approvals.changed_since', {});
    if (review.tier === 3 && read === null) {
      await approveFirst(context, review, about);
      const lines = [withNote({ act: 'first_approval' }, input.note)];
      await record(context, review, { action: 'approved_first', lines, about });
      return { submissionId: review.id, status: 'pending', proposed: true };
    }
    if (read !== null) await approveSecond(context, review, { about, read });
    await acceptPending(context.tx, about);
    await close(context, review, { approved: true, about });
    await record(context, review, { action: 'approved', lines: [withNote({ act: 'approve' }, input.note)], about });
    return { submissionId: review.id, status: 'approved', proposed: false };
  });

type Faulted = { readonly item: Judged['item']; readonly reasonCode: string };

/** Judges the items named, and refuses unless something is now in the state that the outcome is about. */
async function fault(
  { tx }: Desk,
  review: Review,
  { items, about, decision }: { items: readonly Faulted[]; about: Deciding; decision: 'reject' | 'want' },
): Promise<Decision[]> {
  const lines = await judge(tx, review, { judged: items.map((it) => ({ ...it, decision })), about });
  const now = await itemsOf(tx, review.id);
  const meant = decision === 'reject' ? ['rejected'] : ['rejected', 'wanted'];
  if (!now.some(({ state }) => meant.includes(state))) refuse('identity.no_item_named', {});
  return lines;
}

/** Rejects a submission for the items that failed, which are all that the customer has to give again (decision D4). */
export const reject = decides('reject')
  .input(RejectSubmission)
  .handler(async ({ context, input }): Promise<Decided> => {
    const review = await reviewFor(context, input.submissionId, 'reject');
    const about = decidingOn(context, review);
    const items = (input.items as Faulted[]).map((one) => ({ ...one, decision: 'reject' as const }));
    const back = await takeApprovalBack(context, review, { judged: items, note: input.note });
    const judged = await fault(context, review, { items, about, decision: 'reject' });
    await close(context, review, { approved: false, about });
    const lines = [...back, ...judged, withNote({ act: 'reject' }, input.note)];
    await record(context, review, { action: 'rejected', lines, about });
    return { submissionId: review.id, status: 'rejected', proposed: false };
  });

/** Asks the customer for more: the submission stays pending and waits for them, what was accepted is kept. */
export const askMore = decides('askMore')
  .input(AskMore)
  .handler(async ({ context, input }): Promise<Decided> => {
    const review = await reviewFor(context, input.submissionId, 'askMore');
    const about = decidingOn(context, review);
    const items = (input.items as Faulted[]).map((one) => ({ ...one, decision: 'want' as const }));
    const back = await takeApprovalBack(context, review, { judged: items, note: input.note });
    const judged = await fault(context, review, { items, about, decision: 'want' });
    const moved = await moveSubmission(context.tx, about, {
      status: 'pending',
      waitsFor: 'customer',
      tier: review.tier,
    });
    if (!moved) refuse('identity.not_now', {});
    await write(context, review, 'more_wanted');
    const lines = [...back, ...judged, withNote({ act: 'ask_more' }, input.note)];
    await record(context, review, { action: 'more_wanted', lines, about });
    return { submissionId: review.id, status: 'pending', proposed: false };
  });
