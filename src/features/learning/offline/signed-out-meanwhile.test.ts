import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserCaches, browserStorage } from '../../../../test/browser-caches.ts';
import { forgetKept, keptNames } from '../../../ui/forget-kept.ts';
import { isAnythingKept } from '../../../ui/kept.ts';
import { keepLesson } from './cached.ts';
import type { KeptLesson } from './kept-lesson.ts';

/** A lesson that is being kept in one window while its reader signs out in another. */
const origin = 'https://ours.test';
const file = '01a2b3c4-0000-7000-8000-0123456789ab';
const blocks = [{ kind: 'picture', file, alt: 'A note' }];
const lesson = { courseId: 'dear', unit: 'first', title: 'First', checks: [], blocks } as unknown as KeptLesson;
const { all, caches } = browserCaches(origin);
let picture = Promise.withResolvers<Response>();

beforeEach(() => {
  all.clear();
  picture = Promise.withResolvers<Response>();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', browserStorage({ kept: 'yes' }));
  vi.stubGlobal('fetch', () => picture.promise);
});
afterEach(() => vi.unstubAllGlobals());
const keeping = () => keepLesson(lesson, new AbortController().signal);

test('nothing of theirs comes back once they signed out', async () => {
  const kept = keeping();
  // The other window: `signOut` ends the session, then forgets what is kept.
  await forgetKept();
  // Without a session the picture is nobody's.
  picture.resolve(new Response('', { status: 404 }));
  await kept;
  expect([all.has(keptNames.lessons), isAnythingKept()]).toEqual([false, false]);
});

test('nor what is written while the other window is still deleting', async () => {
  picture.resolve(new Response('', { status: 404 }));
  vi.stubGlobal('caches', {
    ...caches,
    // The lesson is written just behind the deleting, before that has come to its end.
    keys: async () => {
      await keeping();
      return [];
    },
  });
  await forgetKept();
  expect(all.has(keptNames.lessons)).toBe(false);
});
