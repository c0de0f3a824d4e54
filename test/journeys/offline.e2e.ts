import { globSync, readFileSync } from 'node:fs';
import { type Browser, expect, type Page, type Route } from '@playwright/test';
import type { LessonView } from '../../src/features/learning/shapes.ts';
import { test } from './journey.ts';
import { owner } from './owner.ts';
import { ask, clean, dialog, fits, newCustomer, ownWindow, skipLocation, toast } from './scene.ts';

/** A course that is read where there is no line: kept, read, answered, sent once, and gone with whoever it was of. */
test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default', timeout: 240_000 });

const course = '/courses/level-1';
const lessonAddress = (unit: string) => `${course}/lessons/${unit}`;
const asked = (page: Page) => page.locator('form.asked');
const notice = (page: Page) => page.getByText('You are offline. Your answers are sent when the line is back.');

const explanations = globSync('courses/level-1/**/{quiz,questions}.json').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/"because": "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text),
);

type Kept = { readonly cache: string; readonly path: string; readonly type: string; readonly text: string };

/** All that lies in the caches of this browser. */
const keptIn = (page: Page): Promise<Kept[]> =>
  page.evaluate(async () => {
    const found: Kept[] = [];
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      for (const key of await opened.keys()) {
        const answer = await opened.match(key);
        const type = answer?.headers.get('content-type') ?? '';
        found.push({ cache, path: new URL(key.url).pathname, type, text: (await answer?.text()) ?? '' });
      }
    }
    return found;
  });

/** What is left of us in this browser beside cookies. */
const leftIn = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    sign: localStorage.getItem('kept'),
  }));
const nothing = { caches: [], databases: [], workers: 0, sign: null };

/** Keeps the course that is open on this page. */
async function keeps(page: Page): Promise<void> {
  await page.goto(course);
  await page.getByRole('button', { name: 'Keep for offline reading' }).click();
  await expect(page.getByText(/^Kept on this device: 28 lessons, \d+ KB\.$/)).toBeVisible({ timeout: 60_000 });
}

/** Of a name that stands nowhere else. */
const lastName = 'Quarriedale';

async function learnerIn(browser: Browser): Promise<{ email: string; page: Page }> {
  const page = await ownWindow(browser);
  await page.setViewportSize({ width: 360, height: 740 });
  const email = await newCustomer(page, lastName);
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  return { email, page };
}

const lost = (route: Route) => route.abort('internetdisconnected');

/** There is no line, and each page knows it from its start: a page that is just opened has one for a moment else. */
async function cutLine(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isCut = () => sessionStorage.getItem('line') === 'cut';
    if (isCut()) Object.defineProperty(navigator, 'onLine', { get: () => !isCut() });
  });
  await page.evaluate(() => sessionStorage.setItem('line', 'cut'));
  await page.context().route('**/api/rpc/**', lost);
  await page.context().setOffline(true);
}
async function mendLine(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.removeItem('line'));
  await page.context().unroute('**/api/rpc/**', lost);
  await page.context().setOffline(false);
}

async function agoFor(email: string): Promise<void> {
  const client = await owner();
  await client.query(
    `update unit_progress set handed_out_at = handed_out_at - interval '30 minutes'
      where user_id = (select id from profiles where email = $1)`,
    [email],
  );
  await client.end();
}

/** How often each question of a lesson was answered, as the server counted it. */
async function countedFor(email: string, unit: string): Promise<Record<string, number>> {
  const client = await owner();
  const { rows } = await client.query<{ question: string; tries: number }>(
    `select question, tries from check_answers a join profiles p on p.id = a.user_id where email = $1 and unit = $2`,
    [email, unit],
  );
  await client.end();
  return Object.fromEntries(rows.map(({ question, tries }) => [question, tries]));
}

/** A browser keeps files of everybody, a page of nobody, and lessons as they are before an answer is given. */
async function keepsNothingElse(page: Page, { email, unit }: { email: string; unit: string }): Promise<void> {
  const kept = await keptIn(page);
  const lessons = kept.filter(({ cache }) => cache === 'kept-lessons');
  const build = kept.filter(({ cache }) => cache.startsWith('build-'));
  expect(lessons).toHaveLength(29);
  expect(build.length).toBe(kept.length - 29);
  expect(build.filter(({ path }) => !path.startsWith('/assets/')).map(({ path }) => path)).toEqual(['/kept-shell']);
  expect(build.find(({ path }) => path === '/kept-shell')?.text).toContain('data-session="out" data-staff="no"');
  const told = JSON.parse(lessons.find(({ path }) => path === `/kept/level-1/${unit}`)?.text ?? '{}');
  const fields = ['aim', 'blocks', 'checks', 'courseId', 'courseTitle', 'facts', 'minutes', 'next', 'previous'];
  expect(Object.keys(told).sort()).toEqual([...fields, 'quizAfter', 'section', 'terms', 'title', 'unit']);
  expect(Object.keys(told.checks[0]).sort()).toEqual(['answers', 'ask', 'id', 'several']);
  const texts = lessons.map(({ text }) => text).join('\n');
  expect(explanations.length).toBeGreaterThan(500);
  expect(explanations.filter((text) => texts.includes(text))).toEqual([]);
  for (const own of [email, lastName, '8765550142'])
    expect([own, kept.filter((one) => one.text.includes(own)).map(({ path }) => path)]).toEqual([own, []]);
}

/** Reads a lesson without a line, answers what it asks and finishes it. It outlives the page. */
async function answersWithoutLine(page: Page, unit: string): Promise<void> {
  await page.goto(lessonAddress(unit));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await fits(page);
  await clean(page);
  const finish = page.getByRole('button', { name: 'Finish this lesson' });
  await finish.click();
  await expect(toast(page, 'Almost there')).toContainText('Answer the questions of this lesson first.');
  for (const form of await asked(page).all()) {
    await form.locator('input').first().check();
    await form.getByRole('button', { name: 'Answer' }).click();
    await expect(form.getByRole('status')).toContainText('Your answer is kept here');
  }
  await finish.click();
  await expect(page.getByText('Finished. We count it when the line is back.')).toBeVisible();
  await page.reload();
  await expect(asked(page).first().getByRole('status')).toContainText('Your answer is kept here');
  await expect(asked(page).first().locator('input').first()).toBeChecked();
  await expect(asked(page).locator('.is-right, .is-wrong')).toHaveCount(0);
}

/** What is not kept says so, wherever one comes from, and leads to what is. */
async function isLedToKept(page: Page, unit: string): Promise<void> {
  const offline = page.getByRole('heading', { level: 1, name: 'You are offline' });
  await page.getByRole('link', { name: /^Next: / }).click();
  await expect(page).not.toHaveURL(new RegExp(unit));
  await expect(notice(page)).toBeVisible();
  await page.getByRole('link', { name: 'Level 1' }).first().click();
  await expect(offline).toBeVisible();
  await fits(page);
  await clean(page);
  await page.goto('/trading');
  await expect(offline).toBeVisible();
  await page.locator(`a[href="${lessonAddress(unit)}"]`).click();
  await expect(notice(page)).toBeVisible();
}

test('a kept course is read and answered without a line, and counts once when it is back', async ({ browser }) => {
  const { email, page } = await learnerIn(browser);
  const unit = 'three-kinds';
  const { checks } = await ask<LessonView>(page, 'learning/lesson', { courseId: 'level-1', unit });
  const first = checks[0]?.id ?? '';
  // What is explained once it was answered is not kept either.
  await ask(page, 'learning/answer', { courseId: 'level-1', unit, check: first, chosen: [0] });
  await page.goto(course);
  await expect(page.getByText(/^About \d+ KB\./)).toBeVisible();
  await keeps(page);
  await fits(page);
  await clean(page);
  await keepsNothingElse(page, { email, unit });

  // Half an hour goes by on the bus, as far as the server can see.
  await agoFor(email);
  await cutLine(page);
  await answersWithoutLine(page, unit);
  await isLedToKept(page, unit);
  expect(await countedFor(email, unit)).toEqual({ [first]: 1 });

  // It comes back, and the first answer of the server is lost on its way: the same is sent again.
  let answers = 0;
  await page.context().route('**/learning/answer', async (route) => {
    answers += 1;
    if (answers > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await mendLine(page);
  await expect(asked(page).first().getByRole('status')).toContainText(/That is right|Not quite/, { timeout: 40_000 });
  await expect(notice(page)).toBeHidden();
  await expect(toast(page, 'Lesson finished')).toBeVisible();
  await expect(page.locator('.lesson-foot').getByText('Finished')).toBeVisible();
  const counted = await countedFor(email, unit);
  expect(counted).toEqual(Object.fromEntries(checks.map(({ id }, at) => [id, at === 0 ? 2 : 1])));
  expect(answers).toBe(checks.length + 1);
  await page.reload();
  await expect(asked(page).first().getByRole('status')).toContainText(/That is right|Not quite/);
  expect(await countedFor(email, unit)).toEqual(counted);

  // Signing out leaves nothing.
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Menu' }).click();
  await dialog(page).getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
  expect(await leftIn(page)).toEqual(nothing);
  await page.context().close();
});

test('keeping goes on where it was broken off; removing leaves nothing; another person finds nothing', async ({
  browser,
}) => {
  const { email, page } = await learnerIn(browser);
  await page.goto(course);
  await page.evaluate(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  });
  await page.getByRole('button', { name: 'Keep for offline reading' }).click();
  await expect(page.getByText('This device has no room left for it.')).toBeVisible({ timeout: 60_000 });
  let count = 0;
  await page.route('**/learning/lesson', (route) => {
    count += 1;
    return count > 5 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto(course);
  await page.getByRole('button', { name: 'Keep for offline reading' }).click();
  await expect(page.getByText('Kept 5 of 28 lessons. The rest could not be fetched.')).toBeVisible({ timeout: 60_000 });
  await clean(page);
  await page.unroute('**/learning/lesson');
  let more = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/learning/lesson')) more += 1;
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^Kept on this device: 28 lessons/)).toBeVisible({ timeout: 60_000 });
  expect(more).toBe(23);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed from this device.')).toBeVisible();
  expect(await leftIn(page)).toEqual(nothing);

  // Kept again, and an answer waits while somebody else signs in at this browser: it is never sent as theirs.
  await keeps(page);
  await cutLine(page);
  await page.goto(lessonAddress('three-kinds'));
  const form = asked(page).first();
  await form.locator('input').first().check();
  await form.getByRole('button', { name: 'Answer' }).click();
  await expect(form.getByRole('status')).toContainText('Your answer is kept here');
  await page.context().clearCookies();
  await mendLine(page);
  const other = await newCustomer(page, 'Grant');
  await skipLocation(page);
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  await page.goto('/dashboard');
  await expect.poll(() => leftIn(page)).toEqual(nothing);
  for (const one of [email, other]) expect(await countedFor(one, 'three-kinds')).toEqual({});

  // Where the session is merely over the lessons go as well.
  await keeps(page);
  await page.context().clearCookies();
  await page.goto('/courses');
  await expect.poll(async () => (await leftIn(page)).caches.includes('kept-lessons')).toBe(false);
  await page.context().close();
});

test('the product can be installed: it has a name, icons of ours, and the colours of the look', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(address ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Cryptocommerce', display: 'standalone', scope: '/' });
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect([src, icon.status(), icon.headers()['content-type']?.split(';')[0]]).toEqual([src, 200, type]);
  }
  const client = await page.context().newCDPSession(page);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
});
