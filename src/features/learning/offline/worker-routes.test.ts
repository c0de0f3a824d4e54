import { expect, test } from 'vitest';
import { screens } from '../../../screens.ts';
import { picturePath } from '../picture-path.ts';
import { getWorkerRoute, parseLessonPath, type WorkerRoute } from './offline-page.ts';

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
