import { isFor } from '../../kernel/acts.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import type { Db, Person } from '../../platform/database.ts';
import { isOwn } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { openProposal } from '../approvals/decide.ts';
import { identityActs, mayReview, type ReviewAct, reviewActs } from './acts.ts';
import { knownOf } from './customer-store.ts';
import { factsOf, type Opened } from './facts.ts';
import { type ItemCode, itemNames, tierItems } from './items.ts';
import { undecidedLinks } from './link-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { sealingKeysOf } from './own.ts';
import { dueOf } from './queue.ts';
import { reasonsFor } from './reasons.ts';
import { type Known, remarksOn, remarkTexts } from './remarks.ts';
import {
  historyOf,
  itemsOf,
  type JudgedItem,
  papersByIds,
  type Review,
  reviewById,
  submissionsOf,
} from './review-store.ts';
import type { Trigger } from './risk.ts';
import { OneSubmission } from './schema.ts';
import { openField } from './submission-data.ts';
import type { ReviewFile, ReviewItem, SubmissionReview } from './views.ts';

function itemView(judged: JudgedItem, review: Review, { opened, files }: { opened: Opened; files: ReviewFile[] }) {
  const { item, fileId, ...rest } = judged;
  const file = files.find(({ id }) => id === fileId) ?? null;
  const view: ReviewItem = {
    item,
    name: itemNames[item],
    ...rest,
    facts: factsOf(item, review.data, opened),
    file,
    reasons: { reject: reasonsFor('reject', item), want: reasonsFor('want', item) },
  };
  return view;
}

/** What this person may do with it now: nothing once it is decided or a newer one took its place. */
function actsOf(person: Person, review: Review): ReviewAct[] {
  if (review.status !== 'pending' || review.newer) return [];
  const of = { customerId: review.userId, preparedBy: review.firstApprover };
  return reviewActs.filter((act) => mayReview(person, act, of));
}

const inOrder = (review: Review, items: readonly JudgedItem[]) =>
  (tierItems[review.tier] as readonly ItemCode[]).flatMap((code) => items.filter(({ item }) => item === code));

async function papersOf(tx: Db, items: readonly JudgedItem[]): Promise<ReviewFile[]> {
  const ids = items.flatMap(({ fileId }) => fileId ?? []);
  return ids.length > 0 ? papersByIds(tx, ids) : [];
}

async function proposalOf(tx: Db, review: Review, person: Person): Promise<SubmissionReview['proposal']> {
  const open = review.tier === 3 && review.status === 'pending' ? await openProposal(tx, 'kyc', review.id) : null;
  return open && { id: open.id, by: open.proposer, at: open.proposedAt, mine: isOwn(person, open.proposedBy) };
}

const remarksFor = (review: Review, opened: Opened, known: Known): string[] =>
  review.tier === 1 ? remarksOn(review.data, opened, known).map((remark) => remarkTexts[remark]) : [];

/**
 * One submission with everything that decides it: the data with TRN and ID number opened, the papers, the items,
 * earlier submissions and the history. The reading is written into the audit log. Nobody sees their own from this side.
 */
export const showSubmission = staffOnly(identityActs.look)
  .errors(mayRefuse('identity.submission_not_found', 'approvals.own_matter'))
  .input(OneSubmission)
  .handler(async ({ context, input }): Promise<SubmissionReview> => {
    const { services, tx, person } = context;
    const review = await reviewById(tx, input.submissionId);
    if (!review) return refuse('identity.submission_not_found', {});
    const { id, tier, status, waitsFor, submittedAt, userId, newer } = review;
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    const keys = sealingKeysOf(services);
    const opened = {
      trn: openField(keys, review.data, { field: 'trn_number', userId }),
      idNumber: openField(keys, review.data, { field: 'id_number', userId }),
    };
    const items = inOrder(review, await itemsOf(tx, id));
    const files = await papersOf(tx, items);
    const customer = (await knownOf(tx, userId)) ?? refuse('identity.customer_not_found', {});
    const what = { action: 'identity.read', subjectType: 'kyc_submission', subjectId: id, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    const mayDecide = isFor(identityActs.approve, person.roles);
    return {
      ...{ id, tier, status, waitsFor, submittedAt, newer },
      ...dueOf(review, services.clock()),
      customer: { id: userId, name: customer.name, email: customer.email, phone: customer.phone },
      items: items.map((item) => itemView(item, review, { opened, files })),
      linked: mayDecide && (await undecidedLinks(tx, userId)) > 0,
      remarks: remarksFor(review, opened, customer),
      assessment: review.risk && { risk: review.risk, triggers: review.triggers as Trigger[] },
      proposal: await proposalOf(tx, review, person),
      prior: (await submissionsOf(tx, userId, tier)).filter((past) => past.id !== id),
      history: await historyOf(tx, id),
      mine: actsOf(person, review),
    };
  });
