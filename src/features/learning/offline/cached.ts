import { keepsStill, keptNames } from '../../../ui/forget-kept.ts';
import { picturePath } from '../picture-path.ts';
import {
  courseKey,
  type KeptCourse,
  type KeptLesson,
  keyParts,
  lessonKey,
  pictureKey,
  picturesOf,
} from './kept-lesson.ts';

/** Kept courses and lessons in the cache of this browser, for pages and the worker alike. */

const opened = (): Promise<Cache> => caches.open(keptNames.lessons);

async function read<T>(key: string): Promise<T | null> {
  // Asked for by its name, so that looking makes no cache.
  const found = await caches.match(key, { cacheName: keptNames.lessons });
  return found ? ((await found.json()) as T) : null;
}

/**
 * Written with how much room it takes, to be told without reading it. Who signed out meanwhile, in another window too,
 * has it deleted once more: what they deleted came before it, or comes behind it.
 */
async function put(key: string, body: ArrayBuffer | Uint8Array<ArrayBuffer>, type: string): Promise<void> {
  const headers = { 'content-type': type, 'content-length': String(body.byteLength) };
  await (await opened()).put(key, new Response(body, { headers }));
  if (!keepsStill()) await dropLessons();
}
const write = (key: string, value: unknown): Promise<void> =>
  put(key, new TextEncoder().encode(JSON.stringify(value)), 'application/json');

export const keptLesson = (courseId: string, unit: string): Promise<KeptLesson | null> =>
  read<KeptLesson>(lessonKey(courseId, unit));

/** With its pictures, which come first: a lesson that is here is whole. */
export async function keepLesson(lesson: KeptLesson, signal: AbortSignal): Promise<void> {
  const { courseId, unit } = lesson;
  for (const file of picturesOf(lesson)) {
    const answer = await fetch(picturePath(file), { signal });
    // One that is gone is read about in its own words, with a line too.
    if (answer.status === 404) continue;
    if (!answer.ok) throw new Error('a picture did not come');
    await put(pictureKey(courseId, unit, file), await answer.arrayBuffer(), 'image/webp');
  }
  await write(lessonKey(courseId, unit), lesson);
}
export const keepOutline = (course: KeptCourse): Promise<void> => write(courseKey(course.courseId), course);

const pathOf = ({ url }: Request): string => new URL(url).pathname;

async function keysOf(courseId?: string): Promise<Request[]> {
  if (!(await caches.has(keptNames.lessons))) return [];
  const all = await (await opened()).keys();
  return all.filter((key) => {
    const parts = keyParts(pathOf(key));
    return parts !== null && (courseId === undefined || parts.courseId === courseId);
  });
}

/** How far a course is kept: ids of its kept lessons, and the room they take. */
export type Keeping = { readonly units: readonly string[]; readonly bytes: number };

export async function keepingOf(courseId: string): Promise<Keeping> {
  const units: string[] = [];
  let bytes = 0;
  for (const key of await keysOf(courseId)) {
    const found = await caches.match(key, { cacheName: keptNames.lessons });
    bytes += Number(found?.headers.get('content-length') ?? 0);
    const parts = keyParts(pathOf(key));
    if (parts?.unit && !parts.file) units.push(parts.unit);
  }
  return { units, bytes };
}

/** Each kept course with those of its lessons that are here. */
export async function keptCourses(): Promise<KeptCourse[]> {
  const parts = (await keysOf()).flatMap((key) => keyParts(pathOf(key)) ?? []);
  const here = new Set(parts.flatMap(({ courseId, unit, file }) => (file ? [] : [`${courseId}/${unit}`])));
  const courses = parts
    .filter(({ unit }) => unit === null)
    .map(({ courseId }) => read<KeptCourse>(courseKey(courseId)));
  return (await Promise.all(courses)).flatMap((course) => {
    if (!course) return [];
    const sections = course.sections.map(({ title, lessons }) => ({
      title,
      lessons: lessons.filter(({ unit }) => here.has(`${course.courseId}/${unit}`)),
    }));
    return [{ ...course, sections: sections.filter(({ lessons }) => lessons.length > 0) }];
  });
}

/** A picture of whatever lesson, as it is kept. */
export async function keptPicture(file: string): Promise<Response | null> {
  const [key] = (await keysOf()).filter((one) => keyParts(pathOf(one))?.file === file);
  return (key && (await caches.match(key, { cacheName: keptNames.lessons }))) ?? null;
}

export async function dropCourse(courseId: string): Promise<void> {
  const keys = await keysOf(courseId);
  if (keys.length === 0) return;
  const cache = await opened();
  await Promise.all(keys.map((key) => cache.delete(key)));
}

/** All lessons, of whatever course. */
export const dropLessons = (): Promise<boolean> => caches.delete(keptNames.lessons);
