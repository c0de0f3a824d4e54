import { after, hours } from '../../kernel/clock.ts';
import { paginate } from '../../kernel/pagination.ts';
import { roleAllows } from '../../kernel/permissions.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { cachedRead } from '../../platform/database/cached-read.ts';
import type { EncryptionKeys } from '../../platform/database/column-encryption.ts';
import { type Db, isSamePerson, type SessionUser, withSystem } from '../../platform/database/database.ts';
import { type Services, staff } from '../../platform/http/procedure.ts';
import { findOpenProposal } from '../approvals/decide.ts';
import { countDocumentRead } from '../documents/quotas.ts';
import { sealingKeysOf } from './customer-api.ts';
import { findKnownCustomer } from './customer-store.ts';
import { listFields } from './fields.ts';
import { type ItemCode, itemNames, tierItems } from './items.ts';
import { countUndecidedLinks } from './link-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { canReview, identityPermissions, type ReviewAction, reviewActions } from './permissions.ts';
import { countQueue, findQueueRows, measureReviewsSince, type QueueRow } from './queue-store.ts';
import { getReasons } from './reasons.ts';
import { type Known, remarkTexts, reviewFlags } from './review-flags.ts';
import {
  type DecidedItem,
  findFiles,
  findHistory,
  findItems,
  findReview,
  findSubmissions,
  type Review,
} from './review-store.ts';
import type { Trigger } from './risk.ts';
import { ShowIdentityQueue, SubmissionRef } from './schema.ts';
import { decryptField, itemSummary, type Opened } from './submission-data.ts';
import { reviewPromise } from './tiers.ts';
import { maskTail } from './trn.ts';
import type { QueueLine, ReviewFile } from './views.ts';

const pageSize = 50;
const promisedMs = hours(reviewPromise.lateAfterHours);

/** Returns the deadline, and whether the submission is late. A submission waiting for the customer is never late. */
function getDueDate({ submittedAt, waitsFor }: Pick<QueueRow, 'submittedAt' | 'waitsFor'>, now: Date) {
  const dueAt = after(submittedAt, promisedMs);
  return { dueAt, late: waitsFor === 'staff' && dueAt < now };
}

const toQueueRow = (row: QueueRow, now: Date): QueueLine => ({ ...row, ...getDueDate(row, now) });

export const showIdentityQueue = staff(identityPermissions.look)
  .input(ShowIdentityQueue)
  .handler(async function showIdentityQueue({ context: { services, tx }, input }) {
    const now = services.clock();
    const lateBefore = after(now, -promisedMs);
    const [rows, counts] = await Promise.all([
      findQueueRows(tx, { ...input, lateBefore, limit: pageSize + 1 }),
      countQueue(tx, lateBefore),
    ]);
    const { page, next } = paginate(rows, pageSize, ({ submittedAt, id }) => ({ submittedAt, id }));
    return { lines: page.map((row) => toQueueRow(row, now)), next, counts, now };
  });

const weekMs = 7 * 24 * 3_600_000;
/** Minimum number of reviews for a meaningful median. */
const minReviews = 5;
/** Same text as `public-site/content/faq.ts`. */
const defaultText = 'A check typically takes 12-24 hours.';

const formatHours = (hours: number): string => (hours <= 1 ? 'an hour' : `${hours} hours`);

/** Returns the median review time of the last seven days (decision B7). Cached for ten minutes. */
export const loadReviewText = cachedRead(10 * 60_000, async ({ pool, clock }: Services): Promise<string> => {
  const { decided, hours } = await withSystem(pool, (tx) =>
    measureReviewsSince(tx, new Date(clock().getTime() - weekMs)),
  );
  if (decided < minReviews || hours === null) return defaultText;
  return `This week, half of all checks took ${formatHours(hours)} or less.`;
});

function itemView(
  decidedItem: DecidedItem,
  review: Review,
  { opened, files }: { opened: Opened; files: ReviewFile[] },
) {
  const { item, fileId, ...rest } = decidedItem;
  const file = files.find(({ id }) => id === fileId) ?? null;
  return {
    item,
    name: itemNames[item],
    ...rest,
    facts: itemSummary(item, review.data, opened),
    hasFile: fileId !== null,
    file,
    reasons: { reject: getReasons('reject', item), want: getReasons('want', item) },
  };
}

/** Masks numbers for roles that cannot decide. */
const maskNumbers = (opened: Opened): Opened =>
  Object.fromEntries(Object.entries(opened).map(([key, text]) => [key, maskTail(text)]));

const openFields = ({ tier, data, userId }: Review, keys: EncryptionKeys): Opened =>
  Object.fromEntries(
    tierItems[tier]
      .flatMap(listFields)
      .filter(([, row]) => row.isSealed)
      .map(([, { key }]) => [key, decryptField(keys, data, { field: key, userId })]),
  );

function getAllowedActions(person: SessionUser, review: Review): ReviewAction[] {
  if (review.status !== 'pending' || review.newer) return [];
  const of = { customerId: review.userId, preparedBy: review.firstApprover };
  return reviewActions.filter((act) => canReview(person, act, of));
}

const inOrder = (review: Review, items: readonly DecidedItem[]) =>
  (tierItems[review.tier] as readonly ItemCode[]).flatMap((code) => items.filter(({ item }) => item === code));

async function loadFiles(tx: Db, items: readonly DecidedItem[]): Promise<ReviewFile[]> {
  const ids = items.flatMap(({ fileId }) => fileId ?? []);
  return ids.length > 0 ? findFiles(tx, ids) : [];
}

async function findProposal(tx: Db, review: Review, person: SessionUser) {
  const open = review.tier === 3 && review.status === 'pending' ? await findOpenProposal(tx, 'kyc', review.id) : null;
  return open && { id: open.id, by: open.proposer, at: open.proposedAt, isOwn: isSamePerson(person, open.proposedBy) };
}

const formatRemarks = (review: Review, opened: Opened, known: Known): string[] =>
  review.tier === 1 ? reviewFlags(review.data, opened, known).map((remark) => remarkTexts[remark]) : [];

/** Returns a submission. Only roles that decide see files and full numbers, within an hourly quota. Audited. */
export const showSubmission = staff(identityPermissions.look)
  .errors(refusalCodes('identity.submission_not_found', 'approvals.own_matter', 'documents.too_many_reads'))
  .input(SubmissionRef)
  .handler(async function showSubmission({ context, input }) {
    const { services, tx, person } = context;
    const review = await findReview(tx, input.submissionId);
    if (!review) return refuse('identity.submission_not_found', {});
    const { id, tier, status, waitsFor, submittedAt, userId, newer } = review;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    const opened = openFields(review, sealingKeysOf(services));
    const items = inOrder(review, await findItems(tx, id));
    const files = await loadFiles(tx, items);
    const customer = (await findKnownCustomer(tx, userId)) ?? refuse('identity.customer_not_found', {});
    const what = { action: 'identity.read', subjectType: 'kyc_submission', subjectId: id, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    const canDecide = roleAllows(identityPermissions.approve, person.roles);
    if (canDecide) await countDocumentRead(services, tx, person.id);
    return {
      id,
      tier,
      status,
      waitsFor,
      submittedAt,
      newer,
      ...getDueDate(review, services.clock()),
      customer: { id: userId, name: customer.name, email: customer.email, phone: customer.phone },
      items: items.map((item) => itemView(item, review, { opened: canDecide ? opened : maskNumbers(opened), files })),
      linked: canDecide && (await countUndecidedLinks(tx, userId)) > 0,
      remarks: formatRemarks(review, opened, customer),
      assessment: review.risk && { risk: review.risk, triggers: review.triggers as Trigger[] },
      proposal: await findProposal(tx, review, person),
      prior: (await findSubmissions(tx, userId, tier)).filter((past) => past.id !== id),
      history: await findHistory(tx, id),
      allowed: getAllowedActions(person, review),
    };
  });
