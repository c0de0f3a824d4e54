import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { smallCourse } from '../courses.ts';
import { type Steps, story, test } from './journey.ts';
import { insertFinishedCourseFor } from './learning-progress.ts';
import { connectAsOwner } from './owner.ts';
import {
  ask,
  disableQuietHours,
  expectGoodLayout,
  expectNoAxeFindings,
  expectToast,
  findMailedLink,
  fits,
  openCustomerWindow,
  openWindow,
  openWindowFor,
  password,
  region,
} from './scene.ts';

const bell = (page: Page) => page.locator('.bell');
const expectUnread = (page: Page, count: string | null) =>
  count === null
    ? expect(page.locator('html')).not.toHaveAttribute('data-unread')
    : expect(page.locator('html')).toHaveAttribute('data-unread', count);

async function signInFromNewBrowser(page: Page, email: string, secret = password): Promise<void> {
  await ask(page, 'accounts/signIn', { email, password: secret });
}

const noticesSteps: Steps = {
  'a notice appears live, opens its page, and all are marked as read': async ({ browser }) => {
    test.slow();
    const { email, page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/notices');
    await expect(page.getByText('No notices yet.')).toBeVisible();
    await expectGoodLayout(page);
    await expectUnread(page, null);

    await signInFromNewBrowser(await openWindow(browser), email);
    await expectUnread(page, '1');
    const line = page.getByRole('listitem').filter({ hasText: 'New sign-in to your Cryptocommerce account' });
    await expect(line).toContainText('New');
    await expectGoodLayout(page);

    await page.goto('/about');
    await expectUnread(page, '1');
    for (const width of [360, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(bell(page)).toBeVisible();
      await fits(page);
    }
    await expectNoAxeFindings(page);
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/notices$/);
    await line.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/profile/);
    await expectUnread(page, null);

    const opens = Promise.withResolvers<void>();
    await page.route('**/api/live?*', (route) => opens.promise.then(() => route.continue()));
    await page.goto('/notices');
    await expect(line).toHaveCount(1);
    await signInFromNewBrowser(await openWindow(browser), email);
    await expect.poll(async () => (await ask<{ unread: number }>(page, 'notices/unread')).unread).toBe(1);
    opens.resolve();
    await expectUnread(page, '1');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expectUnread(page, null);
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  },

  'staff receive notices live in the admin bar': async ({ browser }) => {
    const page = await openWindowFor(browser, 'support');
    const countUnread = async () => Number((await page.locator('html').getAttribute('data-unread')) ?? 0);
    await page.goto('/admin');
    await expect(bell(page)).toBeVisible();
    // Parallel journeys notify the same person, so the exact count is unknown.
    const { unread } = await ask<{ unread: number }>(page, 'notices/unread');
    await expect.poll(countUnread).toBeGreaterThanOrEqual(unread);
    // Notices about new browsers are limited to five a day, and each test worker is a new browser.
    const scene = await connectAsOwner();
    await scene.query(`delete from rate_limits where key like 'mail:new-device:%'`);
    await scene.end();
    await signInFromNewBrowser(await openWindow(browser), 'support@demo.test', demoPassword);
    await expect.poll(countUnread).toBeGreaterThan(unread);
    await expectGoodLayout(page);
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/notices$/);
    await expect(page.getByText('New sign-in to your Cryptocommerce account').first()).toBeVisible();
  },

  'notices that fail to load are retried, and visitors are asked to log in': async ({ browser }) => {
    test.slow();
    const { page } = await openCustomerWindow(browser, 'Brown');
    for (const [address, command, text] of [
      ['/notices', 'list', "We couldn't load your notices."],
      ['/notices/settings', 'settings', "We couldn't load your notice settings."],
    ] as const) {
      await page.route(`**/api/rpc/notices/${command}`, (route) => route.abort());
      await page.goto(address);
      await expect(page.getByText(text)).toBeVisible({ timeout: 15_000 });
      await expectGoodLayout(page);
      await page.unroute(`**/api/rpc/notices/${command}`);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText(text)).toHaveCount(0);
      const visitor = await openWindow(browser);
      await visitor.goto(address);
      await expect(visitor.locator('main').getByRole('link', { name: 'Log in' })).toBeVisible();
      await expect(bell(visitor)).toBeHidden();
    }
  },
};

test('notices', story(noticesSteps));

const preferencesSteps: Steps = {
  'preferences are saved, mandatory notices have none, and marketing is opt-in': async ({ browser }) => {
    test.slow();
    const { page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/notices/settings');
    const always = region(page, 'Always on');
    await expect(always).toContainText('You get these right away, on your notices page and by email.');
    await expect(always.getByRole('checkbox')).toHaveCount(0);
    const [workshops, quiet, daily] = [
      page.getByRole('checkbox', { name: /^Workshops/ }),
      page.getByRole('checkbox', { name: /^No emails or notifications at night/ }),
      page.getByRole('checkbox', { name: /^One summary email a day/ }),
    ];
    const news = region(page, 'News and offers').getByRole('checkbox');
    await expect(workshops).toBeChecked();
    await expect(quiet).toBeChecked();
    await expect(daily).not.toBeChecked();
    await expect(news).not.toBeChecked();
    await expectGoodLayout(page);
    for (const box of [workshops, quiet, daily, news]) {
      await box.focus();
      await page.keyboard.press('Space');
      await expectToast(page, 'Saved', 'Changes apply right away.');
    }
    await expect(page.getByText(/^You agreed on/)).toBeVisible();
    await page.reload();
    await expect(workshops).not.toBeChecked();
    await expect(quiet).not.toBeChecked();
    await expect(daily).toBeChecked();
    await expect(news).toBeChecked();
    await news.click();
    await expect(page.getByText(/^Off since/)).toBeVisible();
    await expectGoodLayout(page);
  },

  'the link in a mail stops its kind without signing in': async ({ browser }) => {
    test.slow();
    const { email, page } = await openCustomerWindow(browser, 'Brown');
    await disableQuietHours(page);
    const title = `Course ${crypto.randomUUID().slice(0, 8)}`;
    const { courseId } = await insertFinishedCourseFor(email, { ...smallCourse, title });
    await ask(page, 'certificates/claim', { courseId });
    const link = await findMailedLink(page, email, '/stop-mails');
    const visitor = await openWindow(browser);
    await visitor.goto(link);
    await expect(visitor).toHaveURL(/\/stop-mails$/);
    await expectGoodLayout(visitor);
    await visitor.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(visitor.getByText("You've unsubscribed from these emails: Certificates.")).toBeVisible();
    await expectGoodLayout(visitor);
    await page.goto('/notices/settings');
    await expect(page.getByRole('checkbox', { name: /^Certificates/ })).not.toBeChecked();
    await page.goto('/notices');
    await expect(page.getByRole('link', { name: `Your certificate: ${title}` })).toBeVisible();

    await visitor.goto('/stop-mails#token=nonsense');
    await visitor.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(visitor.getByText("We can't read this link.")).toBeVisible();
    await expectGoodLayout(visitor);
  },
};

test('preferences', story(preferencesSteps));
