import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserCaches, browserStorage } from '../../../../test/browser-caches.ts';
import { keepLesson, keepOutline, keptLesson } from './cached.ts';
import type { KeptLesson } from './kept-lesson.ts';
import { loadLesson } from './load-lesson.ts';

/** A lesson that is kept in this browser, and what the server says of it. */
const origin = 'https://ours.test';
const { all, caches } = browserCaches(origin);
const signal = new AbortController().signal;
const lessonOf = (courseId: string, unit: string) =>
  ({ courseId, unit, title: unit, blocks: [], checks: [] }) as unknown as KeptLesson;

/** The answer of the server, which comes after so long; null is none. */
let answer: { readonly code: string; readonly status: number } | null = null;
let slow: Promise<void> = Promise.resolve();
async function network(): Promise<Response> {
  await slow;
  if (!answer) throw new TypeError('no line');
  const error = { ...answer, defined: true, message: '', data: { said: { text: 'It is over.' } } };
  return Response.json({ json: error }, { status: answer.status });
}

beforeEach(async () => {
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('localStorage', browserStorage({ kept: 'yes' }));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('navigator', { onLine: true });
  all.clear();
  slow = Promise.resolve();
  for (const courseId of ['dear', 'other']) {
    await keepOutline({ courseId, title: courseId, sections: [] });
    await keepLesson(lessonOf(courseId, 'first'), signal);
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const loads = (unit = 'first') => loadLesson({ courseId: 'dear', unit }, () => undefined);
const here = async (courseId: string) => (await keptLesson(courseId, 'first')) !== null;

test.each(['learning.not_enrolled', 'learning.plan_over', 'learning.time_over'])(
  'what is not theirs any more is not read on from what is kept: %s',
  async (code) => {
    answer = { code, status: 409 };
    await expect(loads()).rejects.toThrow();
    expect([await here('dear'), await here('other')]).toEqual([false, true]);
  },
);

test('it goes also where another lesson of it was asked for', async () => {
  answer = { code: 'learning.time_over', status: 409 };
  await expect(loads('second')).rejects.toThrow();
  expect(await here('dear')).toBe(false);
});

test('it goes also where the answer comes late on a weak line, after what is kept was shown', async () => {
  vi.useFakeTimers();
  answer = { code: 'learning.time_over', status: 409 };
  const { promise, resolve } = Promise.withResolvers<void>();
  slow = promise;
  const shown = loads();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await shown).toMatchObject({ unit: 'first' });
  vi.useRealTimers();
  resolve();
  await vi.waitFor(async () => expect(await here('dear')).toBe(false));
});

test.each([null, { code: 'general.fault', status: 500 }, { code: 'general.unavailable', status: 503 }])(
  'without a clear answer it is read as it is kept, and stays: %j',
  async (said) => {
    answer = said;
    expect(await loads()).toMatchObject({ unit: 'first', place: 0, done: false });
    expect(await here('dear')).toBe(true);
  },
);

test('what cannot be read yet stays for when it can', async () => {
  answer = { code: 'learning.opens_after', status: 409 };
  await expect(loads()).rejects.toThrow();
  expect(await here('dear')).toBe(true);
});
