import type { Db } from '../../platform/database.ts';
import { open, signedIn } from '../../platform/procedure.ts';
import type { Settings } from '../settings/schema.ts';
import { currentSettings } from '../settings/store.ts';
import { listedCourse, type Offered, offeredCourse, offeredCourses, outlined, outlinedOne } from './course-store.ts';
import type { OutlineText } from './course-text.ts';
import { coursesOf } from './courses-of.ts';
import { enrollFree, ownEnrollment } from './enrollment-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { priceInJmd } from './price.ts';
import { learnedIn } from './progress-store.ts';
import { bestIn } from './quiz-store.ts';
import { dueCounts } from './review-store.ts';
import { OneCourse } from './schema.ts';
import type { CourseCard, CourseOutline, OwnCourse, Progress } from './shapes.ts';
import { type Learned, nextOf, nothing, waitsFor } from './standing.ts';

type Outlined = Pick<Offered, 'courseId' | 'versionId'> & { readonly text: OutlineText };
type Priced = Outlined & Pick<Offered, 'priceUsd'>;

const cardOf = ({ courseId, text, priceUsd }: Priced, settings: Settings): CourseCard => {
  const units = text.sections.flatMap((section) => section.units);
  return {
    id: courseId,
    title: text.title,
    about: text.about,
    level: text.level,
    sections: text.sections.length,
    units: units.length,
    minutes: units.reduce((sum, { minutes }) => sum + minutes, 0),
    priceUsd,
    priceJmd: priceInJmd(priceUsd, settings),
    gives: text.certificate?.title ?? null,
  };
};

function outlineOf(course: Priced, settings: Settings): CourseOutline {
  const { sections, project, certificate, quizPassPercent } = course.text;
  return {
    card: cardOf(course, settings),
    sections: sections.map(({ id, title, about, units, quiz }) => ({
      ...{ id, title, about, asked: quiz?.asked ?? null },
      units: units.map((unit) => ({ id: unit.id, title: unit.title, aim: unit.aim, minutes: unit.minutes })),
    })),
    project,
    certificate,
    passPercent: quizPassPercent,
  };
}

/** The courses that can be taken, for everybody to read about. */
export const courses = open.handler(async ({ context: { services } }) => {
  const settings = await currentSettings(services.db);
  const offered = await outlined(services.db, await offeredCourses(services.db));
  return { courses: offered.map((each) => cardOf(each, settings)) };
});

const offeredOrRefused = async (tx: Db, courseId: string): Promise<Offered> =>
  (await offeredCourse(tx, courseId)) ?? refuse('learning.unknown_course', {});

/** What one of them holds, without its texts. */
export const course = open
  .errors(mayRefuse('learning.unknown_course'))
  .input(OneCourse)
  .handler(async ({ context: { services }, input }) => {
    const offered = await offeredOrRefused(services.db, input.courseId);
    const found = await outlinedOne(services.db, offered);
    return outlineOf(found, await currentSettings(services.db));
  });

/** Has whoever asks take a free course; who takes it already, goes on. Who waits to pay, or is paused, begins. */
export const enroll = signedIn
  .errors(mayRefuse('learning.unknown_course', 'learning.not_free'))
  .input(OneCourse)
  .handler(async ({ context: { services, tx }, input }) => {
    const taken = await ownEnrollment(tx, input.courseId, services.clock());
    if (taken?.status === 'active') return { done: true as const };
    const offered = await offeredOrRefused(tx, input.courseId);
    if (offered.priceUsd > 0) refuse('learning.not_free', {});
    await enrollFree(tx, offered, services.clock());
    return { done: true as const };
  });

/** All that whoever asks takes, with how far they are. */
export const own = signedIn.handler(async ({ context: { services, tx, person } }) => {
  const now = services.clock();
  const [taken, due] = await Promise.all([coursesOf(tx, person.id, now), dueCounts(tx, now)]);
  const courses = taken.map(
    ({ enrollmentId, grantedBy: _, ...one }): OwnCourse => ({ ...one, reviewsDue: due.get(enrollmentId) ?? 0 }),
  );
  return { courses };
});

/** What somebody takes, where it is not what is offered now: another version, or a course that was withdrawn. */
async function ownOutline(tx: Db, course: Outlined): Promise<CourseOutline | null> {
  const listed = await listedCourse(tx, course.courseId);
  if (listed?.state === 'published' && listed.versionId === course.versionId) return null;
  return outlineOf({ ...course, priceUsd: listed?.priceUsd ?? 0 }, await currentSettings(tx));
}

/** The sections that are not open yet, and what each waits for. */
const closedIn = ({ text }: Outlined, learned: Learned, now: Date): Progress['closed'] =>
  text.sections.flatMap(({ id: section }) => {
    const waits = waitsFor(text, { section, learned, now });
    return waits ? [{ section, waits }] : [];
  });

/** How far whoever asks is in a course. */
export const progress = signedIn
  .input(OneCourse)
  .handler(async ({ context: { services, tx }, input }): Promise<Progress> => {
    const now = services.clock();
    const enrollment = await ownEnrollment(tx, input.courseId, now);
    if (!enrollment)
      return { state: 'none', until: null, done: [], quizzes: [], next: null, place: null, outline: null, closed: [] };
    const found = await outlinedOne(tx, enrollment);
    const { text } = found;
    const [all, best] = await Promise.all([learnedIn(tx, [enrollment.id]), bestIn(tx, enrollment.id)]);
    const learned = all.get(enrollment.id) ?? nothing;
    const quizzes = text.sections.flatMap(({ id, quiz }) =>
      quiz ? [{ section: id, passed: learned.passed.has(id), best: best.get(id) ?? null }] : [],
    );
    const { status: state, until, place } = enrollment;
    const outline = await ownOutline(tx, found);
    const closed = closedIn(found, learned, now);
    return { state, until, done: [...learned.done], quizzes, next: nextOf(text, learned), place, outline, closed };
  });
