import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { announce, type Db, type Person } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import type { Services } from '../../platform/procedure.ts';
import { keyedHash } from '../../platform/sealed.ts';
import { type OwnFile, ownFiles } from '../documents/own-files.ts';
import { filePurpose, type ItemCode, itemNames, itemsToGive, tierItems } from './items.ts';
import { mayRefuse, refuse } from './messages.ts';
import { sealingKeysOf } from './own.ts';
import { type Data, dataOf, fileData } from './submission-data.ts';
import {
  answeredBefore,
  type DeclaredColumns,
  insertSubmission,
  type NewItem,
  newestSubmissions,
  type Submission,
  submittedSince,
} from './submission-store.ts';
import { mayOpen, statusOf, type TierNumber } from './tiers.ts';
import type { Submitted } from './views.ts';

/** One item as a form gives it. `file` is undefined where the item has none, null where it is missing. */
export type Part = { readonly item: ItemCode; readonly data: Data; readonly file?: string | null };

/** A form of any tier, brought to items. */
export type Form = {
  readonly tier: TierNumber;
  readonly id: string;
  readonly parts: readonly Part[];
  /** Whether an item that is not kept must be given; `asked` is true where staff rejected or want it. */
  readonly requires: (item: ItemCode, about: { asked: boolean; data: Data }) => boolean;
  /** Refuses in the words of the form. */
  readonly refuseFiles: (what: string) => never;
  readonly declared: (data: Data) => DeclaredColumns;
};

export type Submitting = { services: Services; tx: Db; arriving: Promise<Person>; request: { id: string } };

/** More than anybody needs in a day; each costs a person of ours some minutes. */
const mostInADay = 10;

export const submitMayRefuse = mayRefuse(
  'general.key_reused',
  'identity.tier1_first',
  'identity.too_many',
  'identity.missing_item',
  'identity.item_kept',
  'identity.file_unfit',
);

const named = (items: readonly ItemCode[]) => items.map((item) => itemNames[item]).join(', ');

/** Where a file belongs but is not there, the part counts as not given. */
const isGiven = (part: Part) => part.file !== null;

type Plan = ReturnType<typeof itemsToGive>;

/** Everything that is asked for must be there, and nothing that is settled (decision D4). */
function refuseUnlessComplete(form: Form, plan: Plan, data: Data): void {
  const { tier, parts } = form;
  const settled = parts.filter(({ item }) => plan.keep.includes(item)).map(({ item }) => item);
  if (settled.length > 0) refuse('identity.item_kept', { what: named(settled) });
  const given = parts.filter(isGiven).map(({ item }) => item);
  const missing = (tierItems[tier] as readonly ItemCode[]).filter(
    (item) =>
      !given.includes(item) &&
      !plan.keep.includes(item) &&
      form.requires(item, { asked: plan.keep.length > 0 && plan.give.includes(item), data }),
  );
  const papers = missing.filter((item) => filePurpose(tier, item) !== null);
  if (papers.length > 0) form.refuseFiles(named(papers));
  if (missing.length > 0) refuse('identity.missing_item', { what: named(missing) });
}

/** The files by item. Each must be the customer's own, uploaded for this very place of this very submission. */
async function filesFor(tx: Db, form: Form, userId: string): Promise<Map<ItemCode, OwnFile>> {
  const wanted = form.parts.flatMap(({ item, file }) => (file ? [{ item, file }] : []));
  const found =
    wanted.length > 0
      ? await ownFiles(
          tx,
          wanted.map(({ file }) => file),
        )
      : [];
  const files = new Map<ItemCode, OwnFile>();
  for (const { item, file: id } of wanted) {
    const file = found.find((one) => one.id === id);
    const fits =
      file?.userId === userId && file.submissionId === form.id && file.purpose === filePurpose(form.tier, item);
    if (file && fits && (file.state === 'clean' || file.state === 'being_checked')) files.set(item, file);
    else refuse('identity.file_unfit', { what: itemNames[item] });
  }
  return files;
}

/** The items of the new submission: those given, undecided; those kept, as they stood, with their files. */
function itemsOf(given: readonly Part[], files: Map<ItemCode, OwnFile>, kept: readonly Kept[]): NewItem[] {
  const fresh = given.map(({ item }) => ({
    item,
    state: 'pending' as const,
    fileId: files.get(item)?.id ?? null,
    carriedFrom: null,
  }));
  return [...fresh, ...kept];
}

type Kept = NewItem & { readonly carriedFrom: string };

const keptItems = (newest: Submission | null, plan: Plan): Kept[] =>
  (newest?.items ?? [])
    .filter(({ item }) => plan.keep.includes(item))
    .map(({ item, state, fileId }) => ({
      item,
      state: state === 'accepted' ? 'accepted' : 'pending',
      fileId,
      carriedFrom: newest?.id ?? '',
    }));

/** The same request again is answered alike; another one under its id is refused (decision A9). */
async function earlierAnswer(tx: Db, form: Form, about: { userId: string; hash: string }): Promise<Submitted | null> {
  const before = await answeredBefore(tx, form.id);
  if (!before) return null;
  if (before.userId !== about.userId || before.hash !== about.hash) refuse('general.key_reused', {});
  return { submissionId: form.id, tier: before.tier, status: 'pending' };
}

/** The submissions that stand, or a refusal when another one may not be handed in now. */
async function standing(tx: Db, tier: TierNumber, { userId, now }: { userId: string; now: Date }) {
  const [submissions, today] = await Promise.all([
    newestSubmissions(tx, userId),
    submittedSince(tx, userId, after(now, -days(1))),
  ]);
  const newest = (of: TierNumber) => submissions.find((one) => one.tier === of) ?? null;
  const status = { 1: statusOf(newest(1)), 2: statusOf(newest(2)), 3: statusOf(newest(3)) };
  if (mayOpen(tier, status).obstacle) refuse('identity.tier1_first', {});
  if (today >= mostInADay) refuse('identity.too_many', {});
  return newest(tier);
}

/** Two submissions of a tier never share a moment: the newest has to be one. */
const momentAfter = (newest: Submission | null, now: Date) =>
  newest && newest.submittedAt >= now ? after(newest.submittedAt, 1) : now;

const write = (tx: Db, submission: Parameters<typeof insertSubmission>[1]) =>
  unlessBroken(insertSubmission(tx, submission), 'kyc_submissions_pkey', () => refuse('general.key_reused', {}));

/**
 * Hands in a submission of any tier. `body` is the request as it was read, for telling a repeated one from another.
 * `also` runs in the same transaction with the data that the submission stands on. Answers with the submission's id.
 */
export async function handIn(
  context: Submitting,
  { form, body }: { form: Form; body: object },
  also?: (about: { tx: Db; userId: string; data: Data; at: Date }) => Promise<void>,
): Promise<Submitted> {
  const { services, tx, request } = context;
  const { id: userId } = await context.arriving;
  const hash = keyedHash(sealingKeysOf(services), JSON.stringify([form.tier, body]));
  const earlier = await earlierAnswer(tx, form, { userId, hash });
  if (earlier) return earlier;
  const newest = await standing(tx, form.tier, { userId, now: services.clock() });
  const plan = itemsToGive(form.tier, newest);
  const given = form.parts.filter(isGiven);
  const typed = Object.assign({}, dataOf(plan.keep, newest?.data ?? {}), ...given.map((part) => part.data)) as Data;
  refuseUnlessComplete(form, plan, typed);
  const files = await filesFor(tx, { ...form, parts: given }, userId);
  const papers = [...files].map(([item, file]) => fileData(item, file));
  const data = Object.assign({}, typed, ...papers) as Data;
  const at = momentAfter(newest, services.clock());
  const items = itemsOf(given, files, keptItems(newest, plan));
  const { id, tier } = form;
  await write(tx, { id, userId, tier, at, data, requestHash: hash, declared: form.declared(data), items });
  await also?.({ tx, userId, data, at });
  await tell(tx, { services, userId, id, tier, requestId: request.id, kept: plan.keep });
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

async function tell(tx: Db, { services, userId, id, tier, requestId, kept }: NewSubmission): Promise<void> {
  const who = { actorId: userId, actorRole: 'customer', requestId };
  const what = { action: 'identity.submitted', subjectType: 'kyc_submission', subjectId: id };
  await audit(tx, { ...who, ...what, after: { tier, kept } });
  await services.jobs.enqueue(tx, 'identity.links', { userId });
  // The name and the date of birth on the papers are compared with the lists before anybody may approve them.
  await services.jobs.enqueue(tx, 'screening.names', { userId });
  announce(tx, 'identity', userId);
  announce(tx, 'trading', userId);
  announce(tx, 'identity-desk');
}
