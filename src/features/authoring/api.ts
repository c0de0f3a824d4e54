import { randomBytes } from 'node:crypto';
import { usd } from '../../kernel/money.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { whoseOf } from '../../platform/connection.ts';
import type { Db, Person } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import { type Context, staffOnly, staffOnlyBriefly } from '../../platform/procedure.ts';
import { ownFiles } from '../documents/own-files.ts';
import { addVersion } from '../learning/course-store.ts';
import { readLesson } from '../learning/lesson-text.ts';
import { OneCourse } from '../learning/schema.ts';
import { currentSettings } from '../settings/store.ts';
import { staysBelow, thresholdText } from '../settings/threshold.ts';
import { authoringActs } from './acts.ts';
import { changesBetween } from './changes.ts';
import { type Draft, emptyDraft, isTooLong, picturesIn, textOf, written } from './draft.ts';
import { faultsApart } from './faults-apart.ts';
import { figures } from './figures.ts';
import { mayRefuse, refuse } from './messages.ts';
import { MakeCourse, OfferCourse, PreviewLesson, PriceCourse, PublishCourse, SaveDraft } from './schema.ts';
import {
  addPictures,
  type CourseFile,
  courseFile,
  courseLines,
  coursePictures,
  insertCourse,
  offerAs,
  saveDraft,
  setPrice,
  setState,
  versionLines,
  versionOf,
} from './store.ts';

const writing = staffOnly(authoringActs.write);
const writingBriefly = staffOnlyBriefly(authoringActs.write);
const foundMayRefuse = mayRefuse('authoring.not_found');
const ownMayRefuse = mayRefuse('authoring.not_found', 'authoring.of_the_house');

const found = async (tx: Db, courseId: string, lock = false): Promise<CourseFile> =>
  (await courseFile(tx, courseId, lock)) ?? refuse('authoring.not_found', {});

/** A course that is written here. */
async function draftOf(tx: Db, courseId: string, lock = false): Promise<CourseFile & { readonly draft: Draft }> {
  const file = await found(tx, courseId, lock);
  const { draft } = file;
  return draft ? { ...file, draft } : refuse('authoring.of_the_house', {});
}

/** The same, held until the end of the transaction. */
const heldDraft = (tx: Db, courseId: string) => draftOf(tx, courseId, true);

/** All courses, also those that nobody sees yet. */
const courses = writing.handler(async ({ context: { tx } }) => ({ lines: await courseLines(tx) }));

/** An address that tells what it is about, and is nobody else's. */
function addressOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  return `${words.replaceAll(/^-+|-+$/g, '') || 'course'}-${randomBytes(3).toString('hex')}`;
}

/** Begins a course. Nobody sees it until it is published. */
const make = writing.input(MakeCourse).handler(async ({ context, input: { title } }) => {
  const { tx, services, person } = context;
  const courseId = addressOf(title);
  await insertCourse(tx, courseId, { draft: emptyDraft(title), name: person.name, now: services.clock() });
  const subject = { action: 'authoring.made', subjectType: 'course', subjectId: courseId };
  await audit(tx, { ...byStaff(context), ...subject, after: { title } });
  return { courseId };
});

/** One course: its draft, what was published of it, and below what it costs. */
const course = writing
  .errors(foundMayRefuse)
  .input(OneCourse)
  .handler(async ({ context: { tx }, input: { courseId } }) => ({
    ...(await found(tx, courseId)),
    versions: await versionLines(tx, courseId),
    priceBelow: thresholdText(await currentSettings(tx)),
  }));

/** Pictures in a draft that whoever saves it uploaded belong to its course from now on. */
async function keepPictures(tx: Db, courseId: string, draft: Draft): Promise<void> {
  const known = await coursePictures(tx, courseId);
  const files = await ownFiles(
    tx,
    picturesIn(draft).filter((id) => !known.has(id)),
  );
  const ours = files.filter(({ purpose, state }) => purpose === 'lesson-picture' && state === 'clean');
  if (ours.length > 0)
    await addPictures(
      tx,
      courseId,
      ours.map(({ id }) => id),
    );
}

/** Whoever read another save than the last one is told whose that is. */
function refuseSavedMeanwhile({ number, savedAs }: CourseFile, read: number): void {
  if (number !== read) refuse('authoring.saved_meanwhile', { who: savedAs ?? '' });
}

/** Keeps what was written. Of two who read the same save the second is told, and nothing of either is lost. */
const save = writing
  .errors(ownMayRefuse)
  .errors(mayRefuse('authoring.saved_meanwhile', 'authoring.too_long'))
  .input(SaveDraft)
  .handler(async ({ context: { tx, services, person }, input: { courseId, number, ...changed } }) => {
    const file = await heldDraft(tx, courseId);
    refuseSavedMeanwhile(file, number);
    const draft = written(file.draft, changed);
    if (isTooLong(draft)) refuse('authoring.too_long', {});
    await saveDraft(tx, courseId, { draft, name: person.name, now: services.clock() });
    await keepPictures(tx, courseId, draft);
    return { number: number + 1 };
  });

/** What changed in a draft since the newest version. */
async function changesIn(tx: Db, courseId: string, draft: Draft): Promise<string[]> {
  const newest = await versionOf(tx, courseId, null);
  return newest ? changesBetween(newest.content, textOf(draft)) : [];
}

/** A course as it stands, or as somebody read it. */
type Saved = { readonly courseId: string; readonly number?: number };
type Asking = Context & { readonly person: Person; readonly enter: <T>(act: (tx: Db) => Promise<T>) => Promise<T> };

/** A draft as it was last saved, what its next version would change, and what keeps it from being published. */
async function checked({ services, request, person, enter }: Asking, { courseId, number }: Saved) {
  keepPace(services, 'wholeDraft', person.id);
  const saved = await enter(async (tx) => {
    const file = await draftOf(tx, courseId);
    if (number !== undefined) refuseSavedMeanwhile(file, number);
    const [pictures, changes] = [await coursePictures(tx, courseId), await changesIn(tx, courseId, file.draft)];
    return { draft: file.draft, number: file.number, pictures, changes };
  });
  const { draft, pictures } = saved;
  return { ...saved, faults: await faultsApart(whoseOf(request.ip, person.id), { draft, pictures }) };
}

/** What keeps a draft, as it was saved, from being published, and what its next version would change. */
const check = writingBriefly
  .errors(ownMayRefuse)
  .input(OneCourse)
  .handler(async ({ context, input: { courseId } }) => {
    const { number, faults, changes } = await checked(context, { courseId });
    return { number, faults, changes };
  });

/** A text as a lesson would draw it, by the code that draws lessons. */
const preview = writing.input(PreviewLesson).handler(async ({ context: { services, person }, input: { markdown } }) => {
  keepPace(services, 'preview', person.id);
  return readLesson(markdown);
});

type Publishing = { readonly courseId: string; readonly number: number; readonly whatChanged: string };

/** Adds the version. That the draft is the one that was checked is asked behind the lock. */
async function addedBy({ services, person, ...context }: Asking, asked: Publishing & { changes: string[] }) {
  const { courseId, number, whatChanged, changes } = asked;
  return context.enter(async (tx) => {
    const file = await heldDraft(tx, courseId);
    refuseSavedMeanwhile(file, number);
    const { draft, state } = file;
    const by = { id: person.id, name: person.name };
    const version = { courseId, text: textOf(draft), whatChanged, changes, by, now: services.clock() };
    const added = (await addVersion(tx, version)) ?? refuse('authoring.nothing_new', {});
    await offerAs(tx, courseId, draft.title);
    await audit(tx, {
      ...byStaff({ ...context, person }),
      ...{ action: 'authoring.published', subjectType: 'course', subjectId: courseId, before: { state } },
      after: { state: 'published', version: added.number, whatChanged, changes: changes.slice(0, 200) },
    });
    return { version: added.number };
  });
}

/** Publishes a draft in a further version. Whoever takes a former one goes on with that. */
const publish = writingBriefly
  .errors(ownMayRefuse)
  .errors(mayRefuse('authoring.saved_meanwhile', 'authoring.faults', 'authoring.nothing_new'))
  .input(PublishCourse)
  .handler(async ({ context, input }) => {
    const { faults, changes } = await checked(context, input);
    if (faults.length > 0) refuse('authoring.faults', { count: String(faults.length) });
    return addedBy(context, { ...input, changes });
  });

/** Withdraws a course, so that nobody begins it any more, or offers it again. Whoever takes it goes on. */
const offer = writing
  .errors(ownMayRefuse)
  .errors(mayRefuse('authoring.no_version', 'authoring.unchanged'))
  .input(OfferCourse)
  .handler(async ({ context, input: { courseId, to } }) => {
    const { tx } = context;
    const { state, version } = await heldDraft(tx, courseId);
    if (version === null) refuse('authoring.no_version', {});
    if (state === to) refuse('authoring.unchanged', {});
    await setState(tx, courseId, to);
    await audit(tx, {
      ...byStaff(context),
      ...{ action: to === 'withdrawn' ? 'authoring.withdrawn' : 'authoring.offered', subjectType: 'course' },
      ...{ subjectId: courseId, before: { state }, after: { state: to } },
    });
    return { state: to };
  });

/** Says what a course costs whoever begins it from now on. */
const price = staffOnly(authoringActs.price)
  .errors(ownMayRefuse)
  .errors(mayRefuse('authoring.unchanged', 'authoring.too_dear'))
  .input(PriceCourse)
  .handler(async ({ context, input: { courseId, priceUsd } }) => {
    const { tx } = context;
    const before = await heldDraft(tx, courseId);
    if (before.priceUsd === priceUsd) refuse('authoring.unchanged', {});
    const settings = await currentSettings(tx);
    if (!staysBelow(usd(BigInt(priceUsd)), settings)) refuse('authoring.too_dear', { limit: thresholdText(settings) });
    await setPrice(tx, courseId, priceUsd);
    await audit(tx, {
      ...byStaff(context),
      ...{ action: 'authoring.priced', subjectType: 'course', subjectId: courseId },
      ...{ before: { priceUsd: before.priceUsd }, after: { priceUsd } },
    });
    return { priceUsd };
  });

/** Courses as instructors write them. */
export const authoringApi = { courses, make, course, save, check, preview, publish, offer, price, figures };
