import { isOfflineDataKept, offlineNames } from '../../../ui/offline-storage.ts';
import type { ShownQuestion } from '../grading.ts';
import { picturePath } from '../picture-path.ts';
import type { CourseOutline, LessonView } from '../views.ts';

/** Lists each field, so that progress and right answers never reach browser storage. */
export type OfflineLesson = Omit<LessonView, 'place' | 'done' | 'checks'> & {
  readonly checks: readonly ShownQuestion[];
};

/** Fails to compile when a lesson gets a new field without a decision here. */
type OfflineLessonFields = { readonly [Piece in keyof Required<OfflineLesson>]: OfflineLesson[Piece] };

export function toOfflineLesson(view: LessonView): OfflineLessonFields {
  const { courseId, courseTitle, section, unit, title, aim, minutes, blocks, terms, facts } = view;
  const { previous, next, quizAfter } = view;
  const checks = view.checks.map(({ id, ask, several, answers }) => ({ id, ask, several, answers }));
  return {
    courseId,
    courseTitle,
    section,
    unit,
    title,
    aim,
    minutes,
    blocks,
    checks,
    terms,
    facts,
    previous,
    next,
    quizAfter,
  };
}

export const toLessonView = ({ checks, ...lesson }: OfflineLesson): LessonView => ({
  ...lesson,
  checks: checks.map((check) => ({ ...check, graded: null })),
  place: 0,
  done: false,
});

export type OfflineCourse = {
  readonly courseId: string;
  readonly title: string;
  readonly sections: readonly {
    readonly title: string;
    readonly lessons: readonly { readonly unit: string; readonly title: string }[];
  }[];
};

export const toOfflineCourse = ({ card, sections }: CourseOutline): OfflineCourse => ({
  courseId: card.id,
  title: card.title,
  sections: sections.map(({ title, units }) => ({
    title,
    lessons: units.map((unit) => ({ unit: unit.id, title: unit.title })),
  })),
});

export const listPictures = ({ blocks }: Pick<OfflineLesson, 'blocks'>): readonly string[] => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []))),
];

const keyPrefix = '/kept/';
/** Cache keys, which the server does not serve. */
export const courseKey = (courseId: string): string => `${keyPrefix}${courseId}`;
export const lessonKey = (courseId: string, unit: string): string => `${courseKey(courseId)}/${unit}`;
export const pictureKey = (courseId: string, unit: string, file: string): string =>
  `${lessonKey(courseId, unit)}/${file}`;

type KeyParts = { readonly courseId: string; readonly unit: string | null; readonly file: string | null };

export function parseKey(pathname: string): KeyParts | null {
  const [courseId, unit, file, ...more] = pathname.startsWith(keyPrefix)
    ? pathname.slice(keyPrefix.length).split('/')
    : [];
  return courseId && more.length === 0 ? { courseId, unit: unit || null, file: file || null } : null;
}

/** Reads and writes stored courses in the browser cache. Used by pages and the service worker. */

const openCache = (): Promise<Cache> => caches.open(offlineNames.lessons);

async function readJson<T>(key: string): Promise<T | null> {
  // Unlike `caches.open`, `match` creates no cache.
  const found = await caches.match(key, { cacheName: offlineNames.lessons });
  return found ? ((await found.json()) as T) : null;
}

/** Stores an entry and its size as a header. Deletes the entry if another tab signs out meanwhile. */
async function put(key: string, body: ArrayBuffer | Uint8Array<ArrayBuffer>, type: string): Promise<void> {
  const headers = { 'content-type': type, 'content-length': String(body.byteLength) };
  await (await openCache()).put(key, new Response(body, { headers }));
  if (!isOfflineDataKept()) await deleteLessons();
}
const writeJson = (key: string, value: unknown): Promise<void> =>
  put(key, new TextEncoder().encode(JSON.stringify(value)), 'application/json');

export const findStoredLesson = (courseId: string, unit: string): Promise<OfflineLesson | null> =>
  readJson<OfflineLesson>(lessonKey(courseId, unit));

/** Stores a lesson after its pictures, so that a stored lesson is complete. */
export async function storeLesson(lesson: OfflineLesson, signal: AbortSignal): Promise<void> {
  const { courseId, unit } = lesson;
  for (const file of listPictures(lesson)) {
    const answer = await fetch(picturePath(file), { signal });
    // Skips a deleted picture. Its description is shown, as online.
    if (answer.status === 404) continue;
    if (!answer.ok) throw new Error('a picture did not come');
    await put(pictureKey(courseId, unit, file), await answer.arrayBuffer(), 'image/webp');
  }
  await writeJson(lessonKey(courseId, unit), lesson);
}
export const storeOutline = (course: OfflineCourse): Promise<void> => writeJson(courseKey(course.courseId), course);

const getPathname = ({ url }: Request): string => new URL(url).pathname;

async function listKeys(courseId?: string): Promise<Request[]> {
  if (!(await caches.has(offlineNames.lessons))) return [];
  const keys = await (await openCache()).keys();
  return keys.filter((key) => {
    const parts = parseKey(getPathname(key));
    return parts !== null && (courseId === undefined || parts.courseId === courseId);
  });
}

export type StoredCourse = { readonly units: readonly string[]; readonly bytes: number };

export async function findStoredCourse(courseId: string): Promise<StoredCourse> {
  const units: string[] = [];
  let bytes = 0;
  for (const key of await listKeys(courseId)) {
    const found = await caches.match(key, { cacheName: offlineNames.lessons });
    bytes += Number(found?.headers.get('content-length') ?? 0);
    const parts = parseKey(getPathname(key));
    if (parts?.unit && !parts.file) units.push(parts.unit);
  }
  return { units, bytes };
}

export async function listStoredCourses(): Promise<OfflineCourse[]> {
  const parts = (await listKeys()).flatMap((key) => parseKey(getPathname(key)) ?? []);
  const storedLessons = new Set(parts.flatMap(({ courseId, unit, file }) => (file ? [] : [`${courseId}/${unit}`])));
  const courses = parts
    .filter(({ unit }) => unit === null)
    .map(({ courseId }) => readJson<OfflineCourse>(courseKey(courseId)));
  return (await Promise.all(courses)).flatMap((course) => {
    if (!course) return [];
    const sections = course.sections.map(({ title, lessons }) => ({
      title,
      lessons: lessons.filter(({ unit }) => storedLessons.has(`${course.courseId}/${unit}`)),
    }));
    return [{ ...course, sections: sections.filter(({ lessons }) => lessons.length > 0) }];
  });
}

export async function findStoredPicture(file: string): Promise<Response | null> {
  const [key] = (await listKeys()).filter((one) => parseKey(getPathname(one))?.file === file);
  return (key && (await caches.match(key, { cacheName: offlineNames.lessons }))) ?? null;
}

export async function deleteCourse(courseId: string): Promise<void> {
  const keys = await listKeys(courseId);
  if (keys.length === 0) return;
  const cache = await openCache();
  await Promise.all(keys.map((key) => cache.delete(key)));
}

export const deleteLessons = (): Promise<boolean> => caches.delete(offlineNames.lessons);

export const startWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/service-worker.js');
