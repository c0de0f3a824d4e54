import { globSync, readFileSync } from 'node:fs';
import { type Browser, expect, type Page, type Route } from '@playwright/test';
import type { LessonView } from '../../src/features/learning/views.ts';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { ask, dialog, expectNoAxeFindings, fits, newCustomer, openWindow, skipLocation, toast } from './scene.ts';

/** Offline courses: saving, reading, answering, sending answers once, and deletion on sign-out. */
test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default', timeout: 240_000 });

const course = '/courses/level-1';
const lessonAddress = (unit: string) => `${course}/lessons/${unit}`;
const questionForms = (page: Page) => page.locator('form.asked');
const notice = (page: Page) => page.getByText("You're offline. We'll send your answers when you're back online.");

const explanations = globSync('courses/level-1/**/{quiz,questions}.json').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/"because": "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text),
);

type CachedFile = { readonly cache: string; readonly path: string; readonly type: string; readonly text: string };

const listCached = (page: Page): Promise<CachedFile[]> =>
  page.evaluate(async () => {
    const found: CachedFile[] = [];
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

const listRemains = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    sign: localStorage.getItem('kept'),
  }));
const nothing = { caches: [], databases: [], workers: 0, sign: null };

async function saveCourse(page: Page): Promise<void> {
  await page.goto(course);
  await page.getByRole('button', { name: 'Save for offline' }).click();
  await expect(page.getByText(/^Saved on this device: 28 lessons, \d+ KB\.$/)).toBeVisible({ timeout: 60_000 });
}

const lastName = 'Quarriedale';

async function newLearner(browser: Browser): Promise<{ email: string; page: Page }> {
  const page = await openWindow(browser);
  await page.setViewportSize({ width: 360, height: 740 });
  const email = await newCustomer(page, lastName);
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  return { email, page };
}

const abortRoute = (route: Route) => route.abort('internetdisconnected');

/** Cuts the connection, so that pages load already offline. */
async function cutConnection(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isCut = () => sessionStorage.getItem('line') === 'cut';
    if (isCut()) Object.defineProperty(navigator, 'onLine', { get: () => !isCut() });
  });
  await page.evaluate(() => sessionStorage.setItem('line', 'cut'));
  await page.context().route('**/api/rpc/**', abortRoute);
  await page.context().setOffline(true);
}
async function restoreLine(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.removeItem('line'));
  await page.context().unroute('**/api/rpc/**', abortRoute);
  await page.context().setOffline(false);
}

async function moveOpeningsBack(email: string): Promise<void> {
  const client = await connectAsOwner();
  await client.query(
    `update unit_progress set opened_at = opened_at - interval '30 minutes'
      where user_id = (select id from profiles where email = $1)`,
    [email],
  );
  await client.end();
}

async function countAnswers(email: string, unit: string): Promise<Record<string, number>> {
  const client = await connectAsOwner();
  const { rows } = await client.query<{ question: string; tries: number }>(
    `select question, tries from check_answers a join profiles p on p.id = a.user_id where email = $1 and unit = $2`,
    [email, unit],
  );
  await client.end();
  return Object.fromEntries(rows.map(({ question, tries }) => [question, tries]));
}

async function expectOnlyCourseStored(page: Page, { email, unit }: { email: string; unit: string }): Promise<void> {
  const cached = await listCached(page);
  const lessons = cached.filter(({ cache }) => cache === 'kept-lessons');
  const build = cached.filter(({ cache }) => cache.startsWith('build-'));
  expect(lessons).toHaveLength(29);
  expect(build.length).toBe(cached.length - 29);
  expect(build.filter(({ path }) => !path.startsWith('/assets/')).map(({ path }) => path)).toEqual(['/kept-shell']);
  expect(build.find(({ path }) => path === '/kept-shell')?.text).toContain('data-session="out" data-staff="no"');
  const stored = JSON.parse(lessons.find(({ path }) => path === `/kept/level-1/${unit}`)?.text ?? '{}');
  const fields = ['aim', 'blocks', 'checks', 'courseId', 'courseTitle', 'facts', 'minutes', 'next', 'previous'];
  expect(Object.keys(stored).sort()).toEqual([...fields, 'quizAfter', 'section', 'terms', 'title', 'unit']);
  expect(Object.keys(stored.checks[0]).sort()).toEqual(['answers', 'ask', 'id', 'several']);
  const texts = lessons.map(({ text }) => text).join('\n');
  expect(explanations.length).toBeGreaterThan(500);
  expect(explanations.filter((text) => texts.includes(text))).toEqual([]);
  for (const own of [email, lastName, '8765550142'])
    expect([own, cached.filter((item) => item.text.includes(own)).map(({ path }) => path)]).toEqual([own, []]);
}

async function answerOffline(page: Page, unit: string): Promise<void> {
  await page.goto(lessonAddress(unit));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await fits(page);
  await expectNoAxeFindings(page);
  const finish = page.getByRole('button', { name: 'Finish this lesson' });
  await finish.click();
  await expect(toast(page, 'Almost there')).toContainText('Answer the questions in this lesson first.');
  for (const form of await questionForms(page).all()) {
    await form.locator('input').first().check();
    await form.getByRole('button', { name: 'Answer' }).click();
    await expect(form.getByRole('status')).toContainText('Your answer is saved here');
  }
  await finish.click();
  await expect(page.getByText("Finished. We'll save it when you're back online.")).toBeVisible();
  await page.reload();
  await expect(questionForms(page).first().getByRole('status')).toContainText('Your answer is saved here');
  await expect(questionForms(page).first().locator('input').first()).toBeChecked();
  await expect(questionForms(page).locator('.is-right, .is-wrong')).toHaveCount(0);
}

async function expectOfflineNavigation(page: Page, unit: string): Promise<void> {
  const offline = page.getByRole('heading', { level: 1, name: 'You are offline' });
  await page.getByRole('link', { name: /^Next: / }).click();
  await expect(page).not.toHaveURL(new RegExp(unit));
  await expect(notice(page)).toBeVisible();
  await page.getByRole('link', { name: 'Level 1' }).first().click();
  await expect(offline).toBeVisible();
  await fits(page);
  await expectNoAxeFindings(page);
  await page.goto('/trading');
  await expect(offline).toBeVisible();
  await page.locator(`a[href="${lessonAddress(unit)}"]`).click();
  await expect(notice(page)).toBeVisible();
}

test('a saved course is read and answered offline, and each answer counts once after reconnecting', async ({
  browser,
}) => {
  const { email, page } = await newLearner(browser);
  const unit = 'three-kinds';
  const { checks } = await ask<LessonView>(page, 'learning/lesson', { courseId: 'level-1', unit });
  const first = checks[0]?.id ?? '';
  await ask(page, 'learning/answer', { courseId: 'level-1', unit, check: first, chosen: [0] });
  await page.goto(course);
  await expect(page.getByText(/^About \d+ KB\./)).toBeVisible();
  await saveCourse(page);
  await fits(page);
  await expectNoAxeFindings(page);
  await expectOnlyCourseStored(page, { email, unit });

  // Half an hour passes for the server.
  await moveOpeningsBack(email);
  await cutConnection(page);
  await answerOffline(page, unit);
  await expectOfflineNavigation(page, unit);
  expect(await countAnswers(email, unit)).toEqual({ [first]: 1 });

  // The server's first response is lost, so the page sends the same request again.
  let answers = 0;
  await page.context().route('**/learning/answer', async (route) => {
    answers += 1;
    if (answers > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await restoreLine(page);
  await expect(questionForms(page).first().getByRole('status')).toContainText(/That's right|Not quite/, {
    timeout: 40_000,
  });
  await expect(notice(page)).toBeHidden();
  await expect(toast(page, 'Lesson finished')).toBeVisible();
  await expect(page.locator('.lesson-foot').getByText('Finished')).toBeVisible();
  const counted = await countAnswers(email, unit);
  expect(counted).toEqual(Object.fromEntries(checks.map(({ id }, at) => [id, at === 0 ? 2 : 1])));
  expect(answers).toBe(checks.length + 1);
  await page.reload();
  await expect(questionForms(page).first().getByRole('status')).toContainText(/That's right|Not quite/);
  expect(await countAnswers(email, unit)).toEqual(counted);

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Menu' }).click();
  await dialog(page).getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
  // The browser deletes a database only after every page has closed it.
  await expect.poll(() => listRemains(page)).toEqual(nothing);
  await page.context().close();
});

test('saving resumes after a failure, removing deletes all data, and another person finds none', async ({
  browser,
}) => {
  const { email, page } = await newLearner(browser);
  await page.goto(course);
  await page.evaluate(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  });
  await page.getByRole('button', { name: 'Save for offline' }).click();
  await expect(page.getByText('This device is out of storage space.')).toBeVisible({ timeout: 60_000 });
  let count = 0;
  await page.route('**/learning/lesson', (route) => {
    count += 1;
    return count > 5 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto(course);
  await page.getByRole('button', { name: 'Save for offline' }).click();
  await expect(page.getByText("Saved 5 of 28 lessons. We couldn't download the rest.")).toBeVisible({
    timeout: 60_000,
  });
  await expectNoAxeFindings(page);
  await page.unroute('**/learning/lesson');
  let more = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/learning/lesson')) more += 1;
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^Saved on this device: 28 lessons/)).toBeVisible({ timeout: 60_000 });
  expect(more).toBe(23);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed from this device.')).toBeVisible();
  expect(await listRemains(page)).toEqual(nothing);

  // A queued answer is never sent under another account.
  await saveCourse(page);
  await cutConnection(page);
  await page.goto(lessonAddress('three-kinds'));
  const form = questionForms(page).first();
  await form.locator('input').first().check();
  await form.getByRole('button', { name: 'Answer' }).click();
  await expect(form.getByRole('status')).toContainText('Your answer is saved here');
  await page.context().clearCookies();
  await restoreLine(page);
  const other = await newCustomer(page, 'Grant');
  await skipLocation(page);
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  await page.goto('/dashboard');
  await expect.poll(() => listRemains(page)).toEqual(nothing);
  for (const item of [email, other]) expect(await countAnswers(item, 'three-kinds')).toEqual({});

  // An ended session deletes the lessons too.
  await saveCourse(page);
  await page.context().clearCookies();
  await page.goto('/courses');
  await expect.poll(async () => (await listRemains(page)).caches.includes('kept-lessons')).toBe(false);
  await page.context().close();
});

test('the app can be installed with its name and icons', async ({ page }) => {
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
  // Test windows are private windows, from which no app can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
