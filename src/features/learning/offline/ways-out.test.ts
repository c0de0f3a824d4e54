import { expect, test } from 'vitest';
import { screens } from '../../../screens.ts';
import { picturePath } from '../picture-path.ts';
import { lessonAt, type WayOut, wayOut } from './ways-out.ts';

const origin = 'https://ours.test';
const way = (path: string, more: object = {}): WayOut =>
  wayOut({ method: 'GET', url: new URL(path, origin).href, mode: 'navigate', ...more }, origin);

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
])('%s goes past the worker, however it is asked for', (path) => {
  for (const mode of ['navigate', 'cors', 'same-origin', 'no-cors'])
    for (const method of ['GET', 'POST', 'PUT']) expect(way(path, { mode, method })).toBe('left alone');
});

test('what is sent, what is others’ and what a page asks for by itself goes past it', () => {
  expect(way('/courses', { method: 'POST' })).toBe('left alone');
  expect(way('https://others.test/assets/a.js')).toBe('left alone');
  expect(way('https://others.test/')).toBe('left alone');
  expect(way('/icon-192.png', { mode: 'no-cors' })).toBe('left alone');
  expect(way('/courses/level-1', { mode: 'cors' })).toBe('left alone');
});

const picture = '/api/lesson-pictures/01a2b3c4-0000-7000-8000-0123456789ab';
test('of all that commands and papers stand under, a picture of a lesson alone may come from what is kept', () => {
  expect(way(picture, { mode: 'no-cors' })).toBe('picture');
  expect(way(picturePath('01a2b3c4-0000-7000-8000-0123456789ab'), { mode: 'no-cors' })).toBe('picture');
  for (const path of [
    '/api/files/01a2b3c4-0000-7000-8000-0123456789ab',
    `${picture}/x`,
    '/api/lesson-pictures/../files',
  ])
    expect([path, way(path, { mode: 'no-cors' })]).toEqual([path, 'left alone']);
  expect(way(picture, { method: 'POST', mode: 'cors' })).toBe('left alone');
  expect(way(picture)).toBe('left alone');
});

test('files of a build and pages are answered', () => {
  expect(way('/assets/lesson-1a2b3c4d.js', { mode: 'cors' })).toBe('file');
  expect(screens.length).toBeGreaterThan(40);
  for (const screen of screens) expect([screen, way(screen.replace(/:(\w+)\??/g, '$1'))]).toEqual([screen, 'page']);
});

test('only the address of a lesson is that of a lesson', () => {
  expect(lessonAt('/courses/level-1/lessons/paying')).toEqual({ courseId: 'level-1', unit: 'paying' });
  expect(lessonAt('/courses/level-1/lessons/paying/')).toEqual({ courseId: 'level-1', unit: 'paying' });
  for (const path of [
    '/courses/level-1',
    '/courses/level-1/lessons/',
    '/courses/level-1/quizzes/money',
    '/x/courses/level-1/lessons/paying',
    '/courses/level-1/lessons/paying/more',
    '/courses/../lessons/paying',
  ])
    expect([path, lessonAt(path)]).toEqual([path, null]);
});
