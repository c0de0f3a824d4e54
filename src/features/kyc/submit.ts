import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { keyedHash } from '../../platform/database/column-encryption.ts';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { findMyFiles, type MyFile } from '../documents/my-files.ts';
import { sealingKeysOf } from './customer-api.ts';
import { deleteDraft } from './draft-store.ts';
import { enqueueIdentityEmail } from './emails.ts';
import { filePurpose, type ItemCode, itemNames, requiredItems, tierItems } from './items.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type Data, getFileData, pickItemData } from './submission-data.ts';
import {
  countSubmittedSince,
  type DeclaredColumns,
  findEarlierRequest,
  findNewestSubmissions,
  insertSubmission,
  type NewItem,
  type Submission,
} from './submission-store.ts';
import { getTierAction, statusOf, type TierNumber } from './tiers.ts';

type Submitted = { readonly submissionId: string; readonly tier: TierNumber; readonly status: 'pending' };

/** `file`: undefined when the item needs no file, null when the customer sent none. */
export type Part = { readonly item: ItemCode; readonly data: Data; readonly file?: string | null };

export type Form = {
  readonly tier: TierNumber;
  readonly id: string;
  readonly parts: readonly Part[];
  /** True when the customer must send the item. `isRequested`: staff rejected or requested it. */
  readonly requires: (item: ItemCode, about: { isRequested: boolean; data: Data }) => boolean;
  readonly refuseFiles: (what: string) => never;
  readonly declared: (data: Data) => DeclaredColumns;
};

export type Submitting = { services: Services; tx: Db; userPromise: Promise<SessionUser>; request: { id: string } };

/** Protects reviewers: each submission takes them minutes. */
const maxPerDay = 10;

export const submitRefusalCodes = refusalCodes(
  'general.key_reused',
  'identity.tier1_first',
  'identity.too_many',
  'identity.missing_item',
  'identity.item_kept',
  'identity.file_unfit',
);

const formatNames = (items: readonly ItemCode[]) => items.map((item) => itemNames[item]).join(', ');

const isIncluded = (part: Part) => part.file !== null;

type Plan = ReturnType<typeof requiredItems>;

/** Throws when a required item is missing, or when an item kept from before is sent again (decision D4). */
function assertComplete(form: Form, plan: Plan, data: Data): void {
  const { tier, parts } = form;
  const settled = parts.filter(({ item }) => plan.keep.includes(item)).map(({ item }) => item);
  if (settled.length > 0) refuse('identity.item_kept', { what: formatNames(settled) });
  const includedItems = parts.filter(isIncluded).map(({ item }) => item);
  const missing = (tierItems[tier] as readonly ItemCode[]).filter(
    (item) =>
      !includedItems.includes(item) &&
      !plan.keep.includes(item) &&
      form.requires(item, { isRequested: plan.keep.length > 0 && plan.give.includes(item), data }),
  );
  const documents = missing.filter((item) => filePurpose(tier, item) !== null);
  if (documents.length > 0) form.refuseFiles(formatNames(documents));
  if (missing.length > 0) refuse('identity.missing_item', { what: formatNames(missing) });
}

/** Loads the files by item. Throws `identity.file_unfit` for a file of another customer, submission or item. */
async function loadFiles(tx: Db, form: Form, userId: string): Promise<Map<ItemCode, MyFile>> {
  const requested = form.parts.flatMap(({ item, file }) => (file ? [{ item, file }] : []));
  const found =
    requested.length > 0
      ? await findMyFiles(
          tx,
          requested.map(({ file }) => file),
        )
      : [];
  const files = new Map<ItemCode, MyFile>();
  for (const { item, file: id } of requested) {
    const file = found.find((one) => one.id === id);
    const isMatching =
      file?.userId === userId && file.submissionId === form.id && file.purpose === filePurpose(form.tier, item);
    if (file && isMatching && (file.state === 'clean' || file.state === 'being_checked')) files.set(item, file);
    else refuse('identity.file_unfit', { what: itemNames[item] });
  }
  return files;
}

function toNewItems(included: readonly Part[], files: Map<ItemCode, MyFile>, carried: readonly NewItem[]): NewItem[] {
  const fresh = included.map(({ item }) => ({
    item,
    state: 'pending' as const,
    fileId: files.get(item)?.id ?? null,
    carriedFrom: null,
  }));
  return [...fresh, ...carried];
}

/** Papers show a name and a birth date, so those accepted for others are reviewed again. */
const isOtherPerson = (before: Data, now: Data): boolean =>
  before.full_name !== now.full_name || before.date_of_birth !== now.date_of_birth;

const toCarriedItems = (newest: Submission | null, plan: Plan, data: Data): NewItem[] =>
  (newest?.items ?? [])
    .filter(({ item }) => plan.keep.includes(item))
    .map(({ item, state, fileId }) =>
      isOtherPerson(newest?.data ?? {}, data)
        ? { item, state: 'pending', fileId, carriedFrom: null }
        : { item, state: state === 'accepted' ? 'accepted' : 'pending', fileId, carriedFrom: newest?.id ?? null },
    );

/** Returns the response of a repeated request. Throws `general.key_reused` for another request with this id (A9). */
async function findEarlierAnswer(
  tx: Db,
  form: Form,
  about: { userId: string; hash: string },
): Promise<Submitted | null> {
  const before = await findEarlierRequest(tx, form.id);
  if (!before) return null;
  if (before.userId !== about.userId || before.hash !== about.hash) refuse('general.key_reused', {});
  return { submissionId: form.id, tier: before.tier, status: 'pending' };
}

async function loadNewest(tx: Db, tier: TierNumber, { userId, now }: { userId: string; now: Date }) {
  const [submissions, today] = await Promise.all([
    findNewestSubmissions(tx, userId),
    countSubmittedSince(tx, userId, after(now, -days(1))),
  ]);
  const newest = (of: TierNumber) => submissions.find((one) => one.tier === of) ?? null;
  const status = { 1: statusOf(newest(1)), 2: statusOf(newest(2)), 3: statusOf(newest(3)) };
  if (getTierAction(tier, status).obstacle) refuse('identity.tier1_first', {});
  if (today >= maxPerDay) refuse('identity.too_many', {});
  return newest(tier);
}

/** Timestamps must differ, so that each tier has exactly one newest submission. */
const nextMoment = (newest: Submission | null, now: Date) =>
  newest && newest.submittedAt >= now ? after(newest.submittedAt, 1) : now;

const insertOrRefuse = (tx: Db, submission: Parameters<typeof insertSubmission>[1]) =>
  mapConstraintViolation(insertSubmission(tx, submission), 'kyc_submissions_pkey', () =>
    refuse('general.key_reused', {}),
  );

/** Creates a submission. A hash of `body` detects repeats. `also` runs in the same transaction. */
export async function createSubmission(
  context: Submitting,
  { form, body }: { form: Form; body: object },
  also?: (about: { tx: Db; userId: string; data: Data; at: Date }) => Promise<void>,
): Promise<Submitted> {
  const { services, tx, request } = context;
  const { id: userId } = await context.userPromise;
  const hash = keyedHash(sealingKeysOf(services), JSON.stringify([form.tier, body]));
  const earlier = await findEarlierAnswer(tx, form, { userId, hash });
  if (earlier) return earlier;
  const newest = await loadNewest(tx, form.tier, { userId, now: services.clock() });
  const plan = requiredItems(form.tier, newest);
  const included = form.parts.filter(isIncluded);
  const typed = Object.assign(
    {},
    pickItemData(plan.keep, newest?.data ?? {}),
    ...included.map((part) => part.data),
  ) as Data;
  assertComplete(form, plan, typed);
  const files = await loadFiles(tx, { ...form, parts: included }, userId);
  const documents = [...files].map(([item, file]) => getFileData(item, file));
  const data = Object.assign({}, typed, ...documents) as Data;
  const at = nextMoment(newest, services.clock());
  const items = toNewItems(included, files, toCarriedItems(newest, plan, data));
  const { id, tier } = form;
  await insertOrRefuse(tx, { id, userId, tier, at, data, requestHash: hash, declared: form.declared(data), items });
  await also?.({ tx, userId, data, at });
  await deleteDraft(tx, tier);
  await publishSubmission(tx, { services, userId, id, tier, requestId: request.id, kept: plan.keep });
  return { submissionId: id, tier, status: 'pending' };
}

type NewSubmission = {
  services: Services;
  userId: string;
  id: string;
  tier: TierNumber;
  requestId: string;
  kept: readonly ItemCode[];
};

async function publishSubmission(
  tx: Db,
  { services, userId, id, tier, requestId, kept }: NewSubmission,
): Promise<void> {
  const actor = { actorId: userId, actorRole: 'customer', requestId };
  const what = { action: 'identity.submitted', subjectType: 'kyc_submission', subjectId: id };
  await audit(tx, { ...actor, ...what, after: { tier, kept } });
  await services.jobs.enqueue(tx, 'identity.links', { userId });
  await services.jobs.enqueue(tx, 'screening.names', { userId });
  await enqueueIdentityEmail({ services, tx }, { userId, tier, event: 'submitted', items: [] });
  publishTopic(tx, 'identity', userId);
  publishTopic(tx, 'trading', userId);
  publishTopic(tx, 'identity-desk');
}
