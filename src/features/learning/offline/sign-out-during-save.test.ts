import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserCaches, createBrowserStorage } from '../../../../test/browser-caches.ts';
import { hasOfflineData } from '../../../ui/offline-flag.ts';
import { clearOfflineData, offlineNames } from '../../../ui/offline-storage.ts';
import { storeLesson } from './lesson-cache.ts';
import type { OfflineLesson } from './offline-lesson.ts';

const origin = 'https://ours.test';
const file = '01a2b3c4-0000-7000-8000-0123456789ab';
const blocks = [{ kind: 'picture', file, alt: 'A note' }];
const lesson = { courseId: 'dear', unit: 'first', title: 'First', checks: [], blocks } as unknown as OfflineLesson;
const { all, caches } = createBrowserCaches(origin);
let picture = Promise.withResolvers<Response>();

beforeEach(() => {
  all.clear();
  picture = Promise.withResolvers<Response>();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', createBrowserStorage({ kept: 'yes' }));
  vi.stubGlobal('fetch', () => picture.promise);
});
afterEach(() => vi.unstubAllGlobals());
const save = () => storeLesson(lesson, new AbortController().signal);

test('a save after sign-out stores nothing', async () => {
  const kept = save();
  // Simulates the sign-out in another tab, which ends the session and then clears the storage.
  await clearOfflineData();
  picture.resolve(new Response('', { status: 404 }));
  await kept;
  expect([all.has(offlineNames.lessons), hasOfflineData()]).toEqual([false, false]);
});

test('a save during the deletion stores nothing', async () => {
  picture.resolve(new Response('', { status: 404 }));
  vi.stubGlobal('caches', {
    ...caches,
    keys: async () => {
      await save();
      return [];
    },
  });
  await clearOfflineData();
  expect(all.has(offlineNames.lessons)).toBe(false);
});
