import type { Db } from '../../platform/database/database.ts';
import { authed, publicProcedure } from '../../platform/http/procedure.ts';
import type { Settings } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import {
  findListedCourse,
  findOfferedCourse,
  findOfferedCourses,
  loadOutline,
  loadOutlines,
  type OfferedCourse,
} from './course-store.ts';
import type { OutlineText } from './course-text.ts';
import { enrollFree, findMyEnrollment } from './enrollment-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { findMyCourses } from './my-courses.ts';
import { priceInJmd } from './price.ts';
import { getNextStep, getOpeningCondition, type Learned, nothingLearned } from './progress.ts';
import { loadLearned } from './progress-store.ts';
import { findBestScores } from './quiz-store.ts';
import { countDueReviews } from './review-store.ts';
import { CourseInput } from './schema.ts';
import type { CourseCard, CourseOutline, OwnCourse, Progress } from './views.ts';

type OutlinedCourse = Pick<OfferedCourse, 'courseId' | 'versionId'> & { readonly text: OutlineText };
type PricedCourse = OutlinedCourse & Pick<OfferedCourse, 'priceUsd'>;

const toCard = ({ courseId, text, priceUsd }: PricedCourse, settings: Settings): CourseCard => {
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

function toOutline(course: PricedCourse, settings: Settings): CourseOutline {
  const { sections, project, certificate, quizPassPercent } = course.text;
  return {
    card: toCard(course, settings),
    sections: sections.map(({ id, title, about, units, quiz }) => ({
      ...{ id, title, about, asked: quiz?.asked ?? null },
      units: units.map((unit) => ({ id: unit.id, title: unit.title, aim: unit.aim, minutes: unit.minutes })),
    })),
    project,
    certificate,
    passPercent: quizPassPercent,
  };
}

export const listCourses = publicProcedure.handler(async function listCourses({ context: { services } }) {
  const settings = await loadCurrentSettings(services.db);
  const offered = await loadOutlines(services.db, await findOfferedCourses(services.db));
  return { courses: offered.map((each) => toCard(each, settings)) };
});

const getOfferedCourse = async (tx: Db, courseId: string): Promise<OfferedCourse> =>
  (await findOfferedCourse(tx, courseId)) ?? refuse('learning.unknown_course', {});

export const showCourse = publicProcedure
  .errors(refusalCodes('learning.unknown_course'))
  .input(CourseInput)
  .handler(async function showCourse({ context: { services }, input }) {
    const offered = await getOfferedCourse(services.db, input.courseId);
    const found = await loadOutline(services.db, offered);
    return toOutline(found, await loadCurrentSettings(services.db));
  });

/** Enrols the customer in a free course, or reactivates their paused or unpaid enrollment. */
export const enrollInCourse = authed
  .errors(refusalCodes('learning.unknown_course', 'learning.not_free'))
  .input(CourseInput)
  .handler(async function enrollInCourse({ context: { services, tx }, input }) {
    const taken = await findMyEnrollment(tx, input.courseId, services.clock());
    if (taken?.status === 'active') return { done: true as const };
    const offered = await getOfferedCourse(tx, input.courseId);
    if (offered.priceUsd > 0) refuse('learning.not_free', {});
    await enrollFree(tx, offered, services.clock());
    return { done: true as const };
  });

export const listMyCourses = authed.handler(async function listMyCourses({ context: { services, tx, person } }) {
  const now = services.clock();
  const [taken, due] = await Promise.all([findMyCourses(tx, person.id, now), countDueReviews(tx, now)]);
  const courses = taken.map(
    ({ enrollmentId, grantedBy: _, ...one }): OwnCourse => ({ ...one, reviewsDue: due.get(enrollmentId) ?? 0 }),
  );
  return { courses };
});

/** Returns the outline of the learner's own version; null if that is the published version. */
async function loadMyOutline(tx: Db, course: OutlinedCourse): Promise<CourseOutline | null> {
  const listed = await findListedCourse(tx, course.courseId);
  if (listed?.state === 'published' && listed.versionId === course.versionId) return null;
  return toOutline({ ...course, priceUsd: listed?.priceUsd ?? 0 }, await loadCurrentSettings(tx));
}

const getClosedSections = ({ text }: OutlinedCourse, learned: Learned, now: Date): Progress['closed'] =>
  text.sections.flatMap(({ id: section }) => {
    const waits = getOpeningCondition(text, { section, learned, now });
    return waits ? [{ section, waits }] : [];
  });

export const showProgress = authed.input(CourseInput).handler(async function showProgress({
  context: { services, tx },
  input,
}): Promise<Progress> {
  const now = services.clock();
  const enrollment = await findMyEnrollment(tx, input.courseId, now);
  if (!enrollment)
    return { state: 'none', until: null, done: [], quizzes: [], next: null, place: null, outline: null, closed: [] };
  const found = await loadOutline(tx, enrollment);
  const { text } = found;
  const [all, best] = await Promise.all([loadLearned(tx, [enrollment.id]), findBestScores(tx, enrollment.id)]);
  const learned = all.get(enrollment.id) ?? nothingLearned;
  const quizzes = text.sections.flatMap(({ id, quiz }) =>
    quiz ? [{ section: id, passed: learned.passed.has(id), best: best.get(id) ?? null }] : [],
  );
  const { status: state, until, place } = enrollment;
  const outline = await loadMyOutline(tx, found);
  const closed = getClosedSections(found, learned, now);
  return { state, until, done: [...learned.done], quizzes, next: getNextStep(text, learned), place, outline, closed };
});
