import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildServer } from '../../src/server.ts';
import { publishTestCourse } from '../courses.ts';
import { getCpuMicros } from '../cpu-time.ts';
import { createStubPages } from '../reliability/stub-build.ts';
import { newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

/** A server with a stub build. Its customer pages have preloaded data. */
const server = await serverUnderTest();
const web = createStubPages();
const application =
  '<html data-session="%%session%%"><head></head><body><main><div id="preloaded"></div></main>' +
  '<script type="module" async="">go()</script></body></html>';
writeFileSync(join(web, '__spa-fallback.html'), application);
const renderers = {
  ...{ files: { styles: [], scripts: [] }, renderLesson: () => '<p>A text</p>' },
  ...{ renderTradingPage: () => '<form>Buying</form>', earlyForm: 'early()', deferredBoot: 'start()' },
  renderVisitorPage: (pattern: string, url: string, queries: readonly { path: readonly string[] }[]) => ({
    ...{ title: pattern, description: '' },
    html: `<h1>${url.length} ${queries.map(({ path }) => path.join('.')).join(' ')}</h1>`,
  }),
};
const app = await buildServer(server.services, web, renderers);
afterAll(() => app.close());
const page = (url: string, cookie?: string) => app.inject({ url, headers: { ...(cookie && { cookie }) } });

test('no cache stores a lesson page, which contains the learner’s answers', async () => {
  await publishTestCourse(server, { courseId: 'small' });
  const { cookie } = await newCustomer(server);
  await server.call('learning/enroll', { courseId: 'small' }, cookie);
  const lesson = await page('/courses/small/lessons/first', cookie);
  expect([lesson.statusCode, lesson.body.includes('id="preloaded-answers"')]).toEqual([200, true]);
  expect(lesson.headers['cache-control']).toBe('private, no-store');
  // A page without answers may be cached if it is revalidated.
  expect((await page('/courses/small/lessons/first')).headers['cache-control']).toBe('private, no-cache');
});

test('plans, courses and check pages are preloaded with their data for visitors only', async () => {
  const { cookie } = await newCustomer(server);
  expect((await page('/subscriptions')).body).toContain('settings.publicTerms workshops.list</h1>');
  expect((await page('/courses')).body).toContain('learning.courses</h1>');
  expect((await page('/verify')).body).toMatch(/<h1>\d+ <\/h1>/);
  expect((await page('/verify/abcd')).body).toContain('certificates.verify</h1>');
  expect((await page('/statements?code=abcd')).body).toContain('trading.checkStatement</h1>');
  expect((await page('/courses', cookie)).body).not.toContain('learning.courses');
  expect((await page('/trading')).body).toMatch(/<h1>\d+ <\/h1>/);
});

test('the trading page is preloaded for a customer only, with its script by hash', async () => {
  const hash = createHash('sha256').update('early()').digest('base64');
  const { cookie } = await newCustomer(server);
  const tradingPage = await page('/trading', cookie);
  expect(tradingPage.body).toContain('<form>Buying</form>');
  expect(tradingPage.body).toContain('<script>early()</script>');
  expect(tradingPage.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  expect(tradingPage.body).toMatch(/"path":\["trading","limits"\].*"\$bigint":/);
  expect(tradingPage.headers['cache-control']).toBe('private, no-store');
  for (const other of [await page('/trading'), await page('/trading?tab=sell', cookie), await page('/orders', cookie)])
    expect([other.body.includes('Buying'), other.headers['content-security-policy']?.includes(hash)]).toEqual([
      false,
      false,
    ]);
});

test.each([
  ...['/admin', '/ADMIN/settings', '/%61dmin', '/%61dmin/settings', '/ad%6Din/audit', '/admin%2Fsettings'],
  ...['/%2561dmin', '/%252561dmin', '//admin', '/%2Fadmin', '/./admin', '/%2e/admin', '/admin%3Fa', '/admin%23a'],
])('the staff pages do not exist for customers in any spelling: %s', async (url) => {
  const customer = await createSession(server, 'tier2');
  expect((await page(url, customer)).statusCode).toBe(404);
});

test.each(['/%61dmin/settings', '/ad%6Din'])('the staff pages exist for staff in this spelling too: %s', async (url) =>
  expect((await page(url, await createSession(server, 'support'))).statusCode).toBe(200),
);

test.each([
  ...['/verify/7K3M-9QX2-R5WB-T0AE', '/%76erify/7K3M-9QX2-R5WB-T0AE', '/VERIFY', '/Statements/x'],
  ...['/courses/small/lessons/first', '/Courses/small/lessons/first', '/courses/small/%6Cessons/first'],
])('search engines skip pages with names or accounts in any spelling: %s', async (url) => {
  const { statusCode, headers } = await page(url);
  expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex']);
});

test.each(['a/', '/', 'a', '%C3%A9/'])('a path of only %s costs as much as a short one', async (part) => {
  const measureCost = async (url: string) => {
    const startMicros = getCpuMicros();
    const { statusCode } = await page(url);
    return { statusCode, cost: getCpuMicros() - startMicros };
  };
  const long = `/${part.repeat(15_000 / part.length)}x`;
  await measureCost('/nothing/here');
  const short = await measureCost('/nothing/here');
  const { statusCode, cost } = await measureCost(long);
  expect(statusCode).toBe(404);
  expect(cost).toBeLessThan(10 * short.cost + 20_000);
});
