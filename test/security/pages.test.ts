import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildServer } from '../../src/server.ts';
import { published } from '../courses.ts';
import { cpuTime } from '../cpu-time.ts';
import { smallWeb } from '../reliability/web.ts';
import { newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';
import { sessionFor } from './actors.ts';

/** Pages as the server hands them out, over a build of two of them: one in which a screen's own can stand. */
const server = await serverUnderTest();
const web = smallWeb();
const application =
  '<html data-session="%%session%%"><head></head><body><main><div id="given"></div></main>' +
  '<script type="module" async="">go()</script></body></html>';
writeFileSync(join(web, '__spa-fallback.html'), application);
const drawing = {
  ...{ files: { styles: [], scripts: [] }, drawLesson: () => '<p>A text</p>' },
  ...{ tradingDesk: '<form>Buying</form>', earlyForm: 'early()' },
};
const app = await buildServer(server.services, web, drawing);
afterAll(() => app.close());
const page = (url: string, cookie?: string) => app.inject({ url, headers: { ...(cookie && { cookie }) } });

test('nothing on the way keeps the page of a lesson, which brings along what its learner answered', async () => {
  await published(server, { courseId: 'small' });
  const { cookie } = await newCustomer(server);
  await server.call('learning/enroll', { courseId: 'small' }, cookie);
  const lesson = await page('/courses/small/lessons/first', cookie);
  expect([lesson.statusCode, lesson.body.includes('id="given-answer"')]).toEqual([200, true]);
  expect(lesson.headers['cache-control']).toBe('private, no-store');
  // Of nobody's answers nothing stands there, and going back to a page stays quick.
  expect((await page('/courses/small/lessons/first')).headers['cache-control']).toBe('private, no-cache');
});

test('the trading desk comes with the page of a customer, its script by its hash, and to nobody else', async () => {
  const hash = createHash('sha256').update('early()').digest('base64');
  const { cookie } = await newCustomer(server);
  const desk = await page('/trading', cookie);
  expect(desk.body).toContain('<form>Buying</form>');
  expect(desk.body).toContain('<script>early()</script>');
  expect(desk.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  // It says nothing of anybody, so going back to it stays quick.
  expect(desk.headers['cache-control']).toBe('private, no-cache');
  for (const other of [await page('/trading'), await page('/trading?tab=sell', cookie), await page('/orders', cookie)])
    expect([other.body.includes('Buying'), other.headers['content-security-policy']?.includes(hash)]).toEqual([
      false,
      false,
    ]);
});

test.each([
  ...['/admin', '/ADMIN/settings', '/%61dmin', '/%61dmin/settings', '/ad%6Din/audit', '/admin%2Fsettings'],
  ...['/%2561dmin', '/%252561dmin', '//admin', '/%2Fadmin', '/./admin', '/%2e/admin', '/admin%3Fa', '/admin%23a'],
])('the pages of staff do not exist for customers, however they are written: %s', async (url) => {
  const customer = await sessionFor(server, 'tier2');
  expect((await page(url, customer)).statusCode).toBe(404);
});

test.each(['/%61dmin/settings', '/ad%6Din'])('they exist for staff, written like this too: %s', async (url) =>
  expect((await page(url, await sessionFor(server, 'support'))).statusCode).toBe(200),
);

test.each([
  ...['/verify/7K3M-9QX2-R5WB-T0AE', '/%76erify/7K3M-9QX2-R5WB-T0AE', '/VERIFY'],
  ...['/courses/small/lessons/first', '/Courses/small/lessons/first', '/courses/small/%6Cessons/first'],
])('search engines leave out what names somebody or asks who is there, however it is written: %s', async (url) => {
  const { statusCode, headers } = await page(url);
  expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex']);
});

test.each(['a/', '/', 'a', '%C3%A9/'])('a path of nothing but %s costs what a short one costs', async (part) => {
  const costOf = async (url: string) => {
    const begun = cpuTime();
    const { statusCode } = await page(url);
    return { statusCode, cost: cpuTime() - begun };
  };
  // As much as a head may hold.
  const long = `/${part.repeat(15_000 / part.length)}x`;
  await costOf('/nothing/here');
  const short = await costOf('/nothing/here');
  const { statusCode, cost } = await costOf(long);
  expect(statusCode).toBe(404);
  expect(cost).toBeLessThan(10 * short.cost + 20_000);
});
