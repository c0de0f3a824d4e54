import { randomBytes } from 'node:crypto';
import { usd } from '../../../kernel/money.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import type { Db, SessionUser } from '../../../platform/database/database.ts';
import { getQueueKeys } from '../../../platform/http/client-network.ts';
import { type Context, staff, staffTwoPhase } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { findMyFiles } from '../../documents/my-files.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { formatThreshold, isBelowThreshold } from '../../settings/threshold.ts';
import { addVersion } from '../course-store.ts';
import { parseLesson } from '../lesson-text.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { authoringPermissions } from '../permissions.ts';
import { CourseInput } from '../schema.ts';
import {
  applyChange,
  type Draft,
  describeChanges,
  emptyDraft,
  getPictureIds,
  isTooLong,
  toCourseText,
} from './draft.ts';
import { findFaultsInWorker } from './faults-worker.ts';
import { MakeCourse, OfferCourse, PreviewLesson, PriceCourse, PublishCourse, SaveDraft } from './schema.ts';
import {
  type AuthoredCourse,
  findCourse,
  findCourses,
  findNewestVersion,
  findPictureIds,
  findVersions,
  insertCourse,
  insertPictures,
  publishCourse,
  saveDraft,
  updatePrice,
  updateState,
} from './store.ts';

const writeProcedure = staff(authoringPermissions.write);
const writeTwoPhase = staffTwoPhase(authoringPermissions.write);
const foundRefusalCodes = refusalCodes('authoring.not_found');
const draftRefusalCodes = refusalCodes('authoring.not_found', 'authoring.built_in');

const loadCourse = async (tx: Db, courseId: string, lock = false): Promise<AuthoredCourse> =>
  (await findCourse(tx, courseId, lock)) ?? refuse('authoring.not_found', {});

async function loadDraft(tx: Db, courseId: string, lock = false): Promise<AuthoredCourse & { readonly draft: Draft }> {
  const course = await loadCourse(tx, courseId, lock);
  const { draft } = course;
  return draft ? { ...course, draft } : refuse('authoring.built_in', {});
}

const lockDraft = (tx: Db, courseId: string) => loadDraft(tx, courseId, true);

const courses = writeProcedure.handler(async function courses({ context: { tx } }) {
  return { lines: await findCourses(tx) };
});

function createCourseId(title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  return `${slug.replaceAll(/^-+|-+$/g, '') || 'course'}-${randomBytes(3).toString('hex')}`;
}

const createCourse = writeProcedure.input(MakeCourse).handler(async function createCourse({
  context,
  input: { title },
}) {
  const { tx, services, person } = context;
  const courseId = createCourseId(title);
  await insertCourse(tx, courseId, { draft: emptyDraft(title), name: person.name, now: services.clock() });
  const entry = { action: 'authoring.made', subjectType: 'course', subjectId: courseId };
  await audit(tx, { ...byStaff(context), ...entry, after: { title } });
  return { courseId };
});

const course = writeProcedure
  .errors(foundRefusalCodes)
  .input(CourseInput)
  .handler(async function course({ context: { tx }, input: { courseId } }) {
    return {
      ...(await loadCourse(tx, courseId)),
      versions: await findVersions(tx, courseId),
      priceBelow: formatThreshold(await loadCurrentSettings(tx)),
    };
  });

/** Attaches new pictures of the draft to the course. Only the uploader's own pictures are attached. */
async function claimPictures(tx: Db, courseId: string, draft: Draft): Promise<void> {
  const known = await findPictureIds(tx, courseId);
  const files = await findMyFiles(
    tx,
    getPictureIds(draft).filter((id) => !known.has(id)),
  );
  const uploaded = files.filter(({ purpose, state }) => purpose === 'lesson-picture' && state === 'clean');
  if (uploaded.length > 0)
    await insertPictures(
      tx,
      courseId,
      uploaded.map(({ id }) => id),
    );
}

/** Throws `authoring.saved_meanwhile` with the editor's name when a newer draft exists. */
function assertNewestSave({ number, savedAs }: AuthoredCourse, readNumber: number): void {
  if (number !== readNumber) refuse('authoring.saved_meanwhile', { who: savedAs ?? '' });
}

/** Saves a draft. Refuses the second of two saves that are based on the same draft. */
const save = writeProcedure
  .errors(draftRefusalCodes)
  .errors(refusalCodes('authoring.saved_meanwhile', 'authoring.too_long'))
  .input(SaveDraft)
  .handler(async function save({ context: { tx, services, person }, input: { courseId, number, ...change } }) {
    const course = await lockDraft(tx, courseId);
    assertNewestSave(course, number);
    const draft = applyChange(course.draft, change);
    if (isTooLong(draft)) refuse('authoring.too_long', {});
    await saveDraft(tx, courseId, { draft, name: person.name, now: services.clock() });
    await claimPictures(tx, courseId, draft);
    return { number: number + 1 };
  });

async function findChanges(tx: Db, courseId: string, draft: Draft): Promise<string[]> {
  const newest = await findNewestVersion(tx, courseId);
  return newest ? describeChanges(newest.content, toCourseText(draft)) : [];
}

type DraftReference = { readonly courseId: string; readonly number?: number };
type CheckContext = Context & {
  readonly person: SessionUser;
  readonly openTransaction: <T>(act: (tx: Db) => Promise<T>) => Promise<T>;
};

async function checkDraft(
  { services, request, person, openTransaction }: CheckContext,
  { courseId, number }: DraftReference,
) {
  checkRateLimit(services, 'wholeDraft', person.id);
  const saved = await openTransaction(async (tx) => {
    const course = await loadDraft(tx, courseId);
    if (number !== undefined) assertNewestSave(course, number);
    const [pictures, changes] = [await findPictureIds(tx, courseId), await findChanges(tx, courseId, course.draft)];
    return { draft: course.draft, number: course.number, pictures, changes };
  });
  const { draft, pictures } = saved;
  return { ...saved, faults: await findFaultsInWorker(getQueueKeys(request.ip, person.id), { draft, pictures }) };
}

const check = writeTwoPhase
  .errors(draftRefusalCodes)
  .input(CourseInput)
  .handler(async function check({ context, input: { courseId } }) {
    const { number, faults, changes } = await checkDraft(context, { courseId });
    return { number, faults, changes };
  });

const preview = writeProcedure.input(PreviewLesson).handler(async function preview({
  context: { services, person },
  input: { markdown },
}) {
  checkRateLimit(services, 'preview', person.id);
  return parseLesson(markdown);
});

type Publication = { readonly courseId: string; readonly number: number; readonly whatChanged: string };

/** Publishes a draft if its number is unchanged. Locks the draft. */
async function publishVersion(
  { services, person, ...context }: CheckContext,
  publication: Publication & { changes: string[] },
) {
  const { courseId, number, whatChanged, changes } = publication;
  return context.openTransaction(async (tx) => {
    const course = await lockDraft(tx, courseId);
    assertNewestSave(course, number);
    const { draft, state } = course;
    const author = { id: person.id, name: person.name };
    const version = { courseId, text: toCourseText(draft), whatChanged, changes, by: author, now: services.clock() };
    const added = (await addVersion(tx, version)) ?? refuse('authoring.nothing_new', {});
    await publishCourse(tx, courseId, draft.title);
    await audit(tx, {
      ...byStaff({ ...context, person }),
      action: 'authoring.published',
      subjectType: 'course',
      subjectId: courseId,
      before: { state },
      after: { state: 'published', version: added.number, whatChanged, changes: changes.slice(0, 200) },
    });
    return { version: added.number };
  });
}

/** Publishes a new version. Learners of an earlier version keep that version. */
const publish = writeTwoPhase
  .errors(draftRefusalCodes)
  .errors(refusalCodes('authoring.saved_meanwhile', 'authoring.faults', 'authoring.nothing_new'))
  .input(PublishCourse)
  .handler(async function publish({ context, input }) {
    const { faults, changes } = await checkDraft(context, input);
    if (faults.length > 0) refuse('authoring.faults', { count: String(faults.length) });
    return publishVersion(context, { ...input, changes });
  });

/** Withdraws a course or offers it again. Learners who started the course can finish it. */
const offer = writeProcedure
  .errors(draftRefusalCodes)
  .errors(refusalCodes('authoring.no_version', 'authoring.unchanged'))
  .input(OfferCourse)
  .handler(async function offer({ context, input: { courseId, to } }) {
    const { tx } = context;
    const { state, version } = await lockDraft(tx, courseId);
    if (version === null) refuse('authoring.no_version', {});
    if (state === to) refuse('authoring.unchanged', {});
    await updateState(tx, courseId, to);
    await audit(tx, {
      ...byStaff(context),
      action: to === 'withdrawn' ? 'authoring.withdrawn' : 'authoring.offered',
      subjectType: 'course',
      subjectId: courseId,
      before: { state },
      after: { state: to },
    });
    return { state: to };
  });

const price = staff(authoringPermissions.price)
  .errors(draftRefusalCodes)
  .errors(refusalCodes('authoring.unchanged', 'authoring.too_dear'))
  .input(PriceCourse)
  .handler(async function price({ context, input: { courseId, priceUsd } }) {
    const { tx } = context;
    const before = await lockDraft(tx, courseId);
    if (before.priceUsd === priceUsd) refuse('authoring.unchanged', {});
    const settings = await loadCurrentSettings(tx);
    if (!isBelowThreshold(usd(BigInt(priceUsd)), settings))
      refuse('authoring.too_dear', { limit: formatThreshold(settings) });
    await updatePrice(tx, courseId, priceUsd);
    await audit(tx, {
      ...byStaff(context),
      action: 'authoring.priced',
      subjectType: 'course',
      subjectId: courseId,
      before: { priceUsd: before.priceUsd },
      after: { priceUsd },
    });
    return { priceUsd };
  });

export const authoringApi = { courses, create: createCourse, course, save, check, preview, publish, offer, price };
