import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { smallCourse } from '../courses.ts';
import { test } from './journey.ts';
import { finishedCourse } from './learned.ts';
import { owner } from './owner.ts';
import {
  ask,
  clean,
  customerIn,
  fits,
  hearsByNight,
  looksRight,
  mailedLink,
  ownWindow,
  password,
  region,
  told,
  windowOf,
} from './scene.ts';

/** What the product tells a person: the bell, their page, what they want told how, and the link below a mail. */

const bell = (page: Page) => page.locator('.bell');
const rings = (page: Page, count: string | null) =>
  count === null
    ? expect(page.locator('html')).not.toHaveAttribute('data-unread')
    : expect(page.locator('html')).toHaveAttribute('data-unread', count);

/** Somebody signs in to an account from a browser that it does not know: its owner is told. */
async function strangeSignIn(page: Page, email: string, secret = password): Promise<void> {
  await ask(page, 'accounts/signIn', { email, password: secret });
}

test('the bell rings while one looks, the notice leads on, and all are read', async ({ browser }) => {
  test.slow();
  const { email, page } = await customerIn(browser, 'Brown');
  await page.goto('/notices');
  await expect(page.getByText('Nothing to tell yet.')).toBeVisible();
  await looksRight(page);
  await rings(page, null);

  await strangeSignIn(await ownWindow(browser), email);
  // By the live line: nobody reloads.
  await rings(page, '1');
  const line = page.getByRole('listitem').filter({ hasText: 'New sign-in to your Cryptocommerce account' });
  await expect(line).toContainText('New');
  await looksRight(page);

  // On a public page too, which no framework draws.
  await page.goto('/about');
  await rings(page, '1');
  for (const width of [360, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(bell(page)).toBeVisible();
    await fits(page);
  }
  await clean(page);
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/notices$/);
  await line.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile/);
  await rings(page, null);

  // The page's line opens only after what happened: on a weak line that takes seconds.
  const opens = Promise.withResolvers<void>();
  await page.route('**/api/live?*', (route) => opens.promise.then(() => route.continue()));
  await page.goto('/notices');
  await expect(line).toHaveCount(1);
  await strangeSignIn(await ownWindow(browser), email);
  await expect.poll(async () => (await ask<{ unread: number }>(page, 'notices/unread')).unread).toBe(1);
  opens.resolve();
  await rings(page, '1');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await rings(page, null);
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
});

test('staff have the bell in the bar of the desk, and it rings while they work', async ({ browser }) => {
  const page = await windowOf(browser, 'support');
  const rung = async () => Number((await page.locator('html').getAttribute('data-unread')) ?? 0);
  await page.goto('/admin');
  await expect(bell(page)).toBeVisible();
  // Other journeys have the same person told things at the same time: only more than there was is sure.
  const { unread } = await ask<{ unread: number }>(page, 'notices/unread');
  await expect.poll(rung).toBeGreaterThanOrEqual(unread);
  // Nobody is told of more than five new browsers a day, and each worker of the journeys is one.
  const scene = await owner();
  await scene.query(`delete from rate_limits where key = 'mail:new-device:support@demo.test'`);
  await scene.end();
  await strangeSignIn(await ownWindow(browser), 'support@demo.test', demoPassword);
  // By the live line: nobody reloads.
  await expect.poll(rung).toBeGreaterThan(unread);
  await looksRight(page);
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/notices$/);
  await expect(page.getByText('New sign-in to your Cryptocommerce account').first()).toBeVisible();
});

test('what cannot be loaded says so and is tried again; strangers are asked to log in', async ({ browser }) => {
  test.slow();
  const { page } = await customerIn(browser, 'Brown');
  for (const [address, command, text] of [
    ['/notices', 'list', 'Your notices could not be loaded.'],
    ['/notices/settings', 'settings', 'What we tell you could not be loaded.'],
  ] as const) {
    await page.route(`**/api/rpc/notices/${command}`, (route) => route.abort());
    await page.goto(address);
    await expect(page.getByText(text)).toBeVisible({ timeout: 15_000 });
    await looksRight(page);
    await page.unroute(`**/api/rpc/notices/${command}`);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText(text)).toHaveCount(0);
    const stranger = await ownWindow(browser);
    await stranger.goto(address);
    await expect(stranger.locator('main').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(bell(stranger)).toBeHidden();
  }
});

test('wishes are kept, what must be told is none of them, and marketing is ticked by nobody else', async ({
  browser,
}) => {
  test.slow();
  const { page } = await customerIn(browser, 'Brown');
  await page.goto('/notices/settings');
  const always = region(page, 'Always told');
  await expect(always).toContainText('On your page and by mail, at once.');
  await expect(always.getByRole('checkbox')).toHaveCount(0);
  const [workshops, quiet, daily] = [
    page.getByRole('checkbox', { name: /^Workshops/ }),
    page.getByRole('checkbox', { name: /^Nothing by night/ }),
    page.getByRole('checkbox', { name: /^Once a day/ }),
  ];
  const news = region(page, 'News and offers').getByRole('checkbox');
  await expect(workshops).toBeChecked();
  await expect(quiet).toBeChecked();
  await expect(daily).not.toBeChecked();
  await expect(news).not.toBeChecked();
  await looksRight(page);
  for (const box of [workshops, quiet, daily, news]) {
    await box.focus();
    await page.keyboard.press('Space');
    await told(page, 'Saved', 'It counts from now on.');
  }
  await expect(page.getByText(/^You agreed on/)).toBeVisible();
  await page.reload();
  await expect(workshops).not.toBeChecked();
  await expect(quiet).not.toBeChecked();
  await expect(daily).toBeChecked();
  await expect(news).toBeChecked();
  await news.click();
  await expect(page.getByText(/^Off since/)).toBeVisible();
  await looksRight(page);
});

test('the link below a mail stops mails of its kind without signing in', async ({ browser }) => {
  test.slow();
  const { email, page } = await customerIn(browser, 'Brown');
  await hearsByNight(page);
  const title = `Course ${crypto.randomUUID().slice(0, 8)}`;
  const { courseId } = await finishedCourse(email, { ...smallCourse, title });
  await ask(page, 'certificates/claim', { courseId });
  const link = await mailedLink(page, email, '/stop-mails');
  const stranger = await ownWindow(browser);
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/stop-mails$/);
  await looksRight(stranger);
  await stranger.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(stranger.getByText('No more mails of this kind: Certificates.')).toBeVisible();
  await looksRight(stranger);
  await page.goto('/notices/settings');
  await expect(page.getByRole('checkbox', { name: /^Certificates/ })).not.toBeChecked();
  await page.goto('/notices');
  await expect(page.getByRole('link', { name: `Your certificate: ${title}` })).toBeVisible();

  // Another mail's link, opened in the same window.
  await stranger.goto('/stop-mails#token=nonsense');
  await stranger.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(stranger.getByText('We cannot read this link.')).toBeVisible();
  await looksRight(stranger);
});
