import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserCaches, createBrowserStorage } from '../../../../test/browser-caches.ts';
import { screens } from '../../../screens.ts';
import { readCourse } from '../course-files.ts';
import { buildCourseText, parseCourse } from '../course-text.ts';
import { grade, showQuestion } from '../grading.ts';
import { levelOne } from '../level-one.ts';
import { picturePath } from '../picture-path.ts';
import type { CourseOutline, LessonView, Progress } from '../views.ts';
import {
  courseKey,
  findStoredLesson,
  lessonKey,
  listPictures,
  type OfflineLesson,
  parseKey,
  pictureKey,
  storeLesson,
  storeOutline,
  toLessonView,
  toOfflineLesson,
} from './lesson-cache.ts';
import { loadLesson } from './load-lesson.ts';
import { getWorkerRoute, parseLessonPath, renderOfflinePage, type WorkerRoute } from './offline-page.ts';
import { estimateBytes, getOpenSections } from './save-course.ts';

const course = parseCourse('level-1', 'v1', buildCourseText(levelOne, readCourse('courses/level-1', levelOne).content));

function makeView(unit: string): LessonView {
  const lesson = course.lessons.get(unit);
  if (!lesson) throw new Error(`no lesson is called ${unit}`);
  const { title, aim, minutes, blocks, section, checks } = lesson;
  const toNeighbour = (other: typeof lesson.next) => other && { unit: other.id, title: other.title };
  const { terms, facts } = course.text;
  return {
    ...{ courseId: 'level-1', courseTitle: course.text.title, section, unit, title, aim, minutes, blocks, terms },
    facts: facts.map(({ toCheck: _, ...fact }) => fact),
    checks: checks.map((check) => ({ ...showQuestion(check, 'seed'), graded: grade(check, 'seed', [0]) })),
    ...{
      place: 7,
      done: true,
      previous: toNeighbour(lesson.previous),
      next: toNeighbour(lesson.next),
      quizAfter: null,
    },
  };
}
const units = [...course.lessons.keys()];

test('a stored lesson holds no reader data and no right answers', () => {
  expect(units).toHaveLength(28);
  for (const unit of units) {
    const view = makeView(unit);
    const stored = toOfflineLesson(view);
    const explanations = view.checks.flatMap(({ graded }) => graded?.answers.map(({ because }) => because) ?? []);
    expect(explanations.length).toBeGreaterThan(1);
    const text = JSON.stringify(stored);
    expect(explanations.filter((because) => text.includes(JSON.stringify(because)))).toEqual([]);
    expect(Object.keys(stored).filter((name) => ['place', 'done'].includes(name))).toEqual([]);
    for (const check of stored.checks) expect(Object.keys(check).sort()).toEqual(['answers', 'ask', 'id', 'several']);
  }
});

test('unknown fields are not stored', () => {
  const view = { ...makeView('three-kinds'), mood: 'tired' };
  const [check] = view.checks;
  const more = { ...view, checks: [{ ...check, tries: 4 } as (typeof view.checks)[number]] };
  expect(JSON.stringify(toOfflineLesson(more))).not.toMatch(/"(mood|tries)"/);
});

test('a stored lesson reads as not started', () => {
  const view = makeView('three-kinds');
  const read = toLessonView(JSON.parse(JSON.stringify(toOfflineLesson(view))));
  expect(read).toEqual({
    ...view,
    place: 0,
    done: false,
    checks: view.checks.map((one) => ({ ...one, graded: null })),
  });
});

test('the size estimate is close to the stored size', () => {
  const bytes = units.reduce((sum, unit) => {
    const { terms: _terms, facts: _facts, ...fields } = toOfflineLesson(makeView(unit));
    return sum + JSON.stringify(fields).length;
  }, 0);
  const minutes = levelOne.sections.flatMap((section) => section.units).reduce((sum, unit) => sum + unit.minutes, 0);
  expect(estimateBytes(minutes) / bytes).toBeGreaterThan(0.8);
  expect(estimateBytes(minutes) / bytes).toBeLessThan(1.6);
});

test('the pictures of a lesson are listed once each', () => {
  const picture = (file: string) => ({ kind: 'picture' as const, file, alt: 'A note of J$500' });
  const blocks = [...makeView('three-kinds').blocks, picture('f1'), picture('f2'), picture('f1')];
  expect(listPictures({ blocks })).toEqual(['f1', 'f2']);
  expect(listPictures({ blocks: [] })).toEqual([]);
});

test('sections that are not open yet are skipped', () => {
  const two = { ...levelOne, card: {} } as unknown as CourseOutline;
  const closed = [{ section: levelOne.sections[1]?.id ?? '', waits: { after: 'Money' } }];
  const open = getOpenSections(two, { closed } as unknown as Progress);
  expect(open.sections.map(({ id }) => id)).toEqual(levelOne.sections.map(({ id }) => id).filter((_, at) => at !== 1));
});

test('a cache key identifies its content, and other paths do not match', () => {
  expect(parseKey(courseKey('level-1'))).toEqual({ courseId: 'level-1', unit: null, file: null });
  expect(parseKey(lessonKey('level-1', 'paying'))).toEqual({ courseId: 'level-1', unit: 'paying', file: null });
  expect(parseKey(pictureKey('level-1', 'paying', 'f1'))).toEqual({ courseId: 'level-1', unit: 'paying', file: 'f1' });
  for (const path of ['/', '/kept/', '/kept-shell', '/courses/level-1', '/kept/a/b/c/d', '/assets/kept/a'])
    expect([path, parseKey(path)]).toEqual([path, null]);
});

const origin = 'https://ours.test';
const { all, caches } = createBrowserCaches(origin);
const signal = new AbortController().signal;
const makeLesson = (courseId: string, unit: string) =>
  ({ courseId, unit, title: unit, blocks: [], checks: [] }) as unknown as OfflineLesson;

let answer: { readonly code: string; readonly status: number } | null = null;
let delay: Promise<void> = Promise.resolve();
async function network(): Promise<Response> {
  await delay;
  if (!answer) throw new TypeError('offline');
  const error = { ...answer, defined: true, message: '', data: { said: { text: 'It is over.' } } };
  return Response.json({ json: error }, { status: answer.status });
}

beforeEach(async () => {
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('localStorage', createBrowserStorage({ kept: 'yes' }));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('navigator', { onLine: true });
  all.clear();
  delay = Promise.resolve();
  for (const courseId of ['dear', 'other']) {
    await storeOutline({ courseId, title: courseId, sections: [] });
    await storeLesson(makeLesson(courseId, 'first'), signal);
  }
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const load = (unit = 'first') => loadLesson({ courseId: 'dear', unit }, () => undefined);
const isStored = async (courseId: string) => (await findStoredLesson(courseId, 'first')) !== null;

test.each(['learning.not_enrolled', 'learning.plan_over', 'learning.time_over'])(
  'ended access deletes the stored course: %s',
  async (code) => {
    answer = { code, status: 409 };
    await expect(load()).rejects.toThrow();
    expect([await isStored('dear'), await isStored('other')]).toEqual([false, true]);
  },
);

test('ended access also counts for another lesson of the course', async () => {
  answer = { code: 'learning.time_over', status: 409 };
  await expect(load('second')).rejects.toThrow();
  expect(await isStored('dear')).toBe(false);
});

test('ended access also counts if the answer comes late', async () => {
  vi.useFakeTimers();
  answer = { code: 'learning.time_over', status: 409 };
  const { promise, resolve } = Promise.withResolvers<void>();
  delay = promise;
  const shown = load();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await shown).toMatchObject({ unit: 'first' });
  vi.useRealTimers();
  resolve();
  await vi.waitFor(async () => expect(await isStored('dear')).toBe(false));
});

test.each([null, { code: 'general.fault', status: 500 }, { code: 'general.unavailable', status: 503 }])(
  'an unclear answer shows the stored lesson and keeps it: %j',
  async (reply) => {
    answer = reply;
    expect(await load()).toMatchObject({ unit: 'first', place: 0, done: false });
    expect(await isStored('dear')).toBe(true);
  },
);

test('a lesson that is not open yet stays stored', async () => {
  answer = { code: 'learning.opens_after', status: 409 };
  await expect(load()).rejects.toThrow();
  expect(await isStored('dear')).toBe(true);
});

describe('the offline page', () => {
  const page = (more: object = {}) =>
    renderOfflinePage({ courses: [], requestedPath: '/trading', styles: ['/assets/a.css'], script: 'one()', ...more });
  const course = {
    courseId: 'level-1',
    title: 'Level 1',
    sections: [{ title: 'Money', lessons: [{ unit: 'paying', title: 'Paying' }] }],
  };

  test('the page links to each stored lesson and to the requested page', () => {
    const html = page({ courses: [course], requestedPath: '/trading?side=sell' });
    expect(html).toContain('<h1>You are offline</h1>');
    expect(html).toContain('<a class="link" href="/courses/level-1/lessons/paying">Paying</a>');
    expect(html).toContain('<a class="btn" href="/trading?side=sell">Try again</a>');
    expect(page()).toContain('No lessons are saved on this device.');
  });

  test('addresses and titles are escaped', () => {
    const bad = `"><script>alert('1')</script>&`;
    const lessons = [{ unit: bad, title: bad }];
    const html = page({
      requestedPath: `/${bad}`,
      courses: [{ courseId: bad, title: bad, sections: [{ title: bad, lessons }] }],
    });
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toContain("alert('1')");
  });

  test.each(['//evil.example/sign-in', '//evil.example', '/\\evil.example/', '/\t/evil.example'])(
    'a retry link never leads to another site: %j',
    (requestedPath) => expect(page({ requestedPath })).toContain('<a class="btn" href="/">Try again</a>'),
  );
});

describe('routes of the worker', () => {
  const origin = 'https://ours.test';
  const getRoute = (path: string, more: object = {}): WorkerRoute =>
    getWorkerRoute({ method: 'GET', url: new URL(path, origin).href, mode: 'navigate', ...more }, origin);

  test.each([
    '/api/rpc/trading/list',
    '/api/rpc/learning/lesson',
    '/api/files/0a1b',
    '/api/transactions.csv',
    '/api/receipts/x.pdf',
    '/API/rpc/desk/queue',
    '/api',
    '/dev/mailbox',
    '/healthz',
    '/readyz',
  ])('%s always bypasses the worker', (path) => {
    for (const mode of ['navigate', 'cors', 'same-origin', 'no-cors'])
      for (const method of ['GET', 'POST', 'PUT']) expect(getRoute(path, { mode, method })).toBe('bypass');
  });

  test('posts, other origins and background requests bypass the worker', () => {
    expect(getRoute('/courses', { method: 'POST' })).toBe('bypass');
    expect(getRoute('https://others.test/assets/a.js')).toBe('bypass');
    expect(getRoute('https://others.test/')).toBe('bypass');
    expect(getRoute('/icon-192.png', { mode: 'no-cors' })).toBe('bypass');
    expect(getRoute('/courses/level-1', { mode: 'cors' })).toBe('bypass');
  });

  const picture = '/api/lesson-pictures/01a2b3c4-0000-7000-8000-0123456789ab';
  test('lesson pictures are the only cached path under /api', () => {
    expect(getRoute(picture, { mode: 'no-cors' })).toBe('picture');
    expect(getRoute(picturePath('01a2b3c4-0000-7000-8000-0123456789ab'), { mode: 'no-cors' })).toBe('picture');
    for (const path of [
      '/api/files/01a2b3c4-0000-7000-8000-0123456789ab',
      `${picture}/x`,
      '/api/lesson-pictures/../files',
    ])
      expect([path, getRoute(path, { mode: 'no-cors' })]).toEqual([path, 'bypass']);
    expect(getRoute(picture, { method: 'POST', mode: 'cors' })).toBe('bypass');
    expect(getRoute(picture)).toBe('bypass');
  });

  test('build files and pages are served by the worker', () => {
    expect(getRoute('/assets/lesson-1a2b3c4d.js', { mode: 'cors' })).toBe('file');
    expect(screens.length).toBeGreaterThan(40);
    for (const screen of screens)
      expect([screen, getRoute(screen.replace(/:(\w+)\??/g, '$1'))]).toEqual([screen, 'page']);
  });

  test('only a lesson path is parsed as a lesson', () => {
    expect(parseLessonPath('/courses/level-1/lessons/paying')).toEqual({ courseId: 'level-1', unit: 'paying' });
    expect(parseLessonPath('/courses/level-1/lessons/paying/')).toEqual({ courseId: 'level-1', unit: 'paying' });
    for (const path of [
      '/courses/level-1',
      '/courses/level-1/lessons/',
      '/courses/level-1/quizzes/money',
      '/x/courses/level-1/lessons/paying',
      '/courses/level-1/lessons/paying/more',
      '/courses/../lessons/paying',
    ])
      expect([path, parseLessonPath(path)]).toEqual([path, null]);
  });
});
