import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserCaches, createBrowserStorage } from '../../../../test/browser-caches.ts';
import { findStoredLesson, storeLesson, storeOutline } from './lesson-cache.ts';
import { loadLesson } from './load-lesson.ts';
import type { OfflineLesson } from './offline-lesson.ts';

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
