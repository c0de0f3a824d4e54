import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { fits, signIn } from './scene.ts';

/** The buy form stands, and its scripts do not come: the line is lost, or a release took them away. */

const scripts = /\/assets\/.*\.js$/;
const crypto = (page: Page) => page.getByLabel('Crypto', { exact: true });
const amount = (page: Page) => page.getByLabel('You pay');
const network = (page: Page) => page.getByLabel('Network', { exact: true });
/** What is asked for when the screen is there, and never before. */
const isThere = (page: Page) => page.waitForResponse(/trading\/list/);

/** The page stands as far as it can: what it waits for does not come, so its load is not waited for. */
const open = (page: Page) => page.goto('/trading', { waitUntil: 'commit' });

test('a line that is lost while the form stands is said in words, and the screen comes when it is back', async ({
  page,
}) => {
  await signIn(page, 'tier2');
  await page.route(scripts, (route) => route.abort('internetdisconnected'));
  await open(page);
  await crypto(page).selectOption('BTC');
  await amount(page).pressSequentially('2500');
  const lost = page.getByRole('alert').filter({ hasText: 'No connection' });
  await expect(lost).toContainText('What you typed stays here');
  await network(page).selectOption('bitcoin');
  await fits(page);
  const there = isThere(page);
  await page.unroute(scripts);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await there;
  await expect(lost).toHaveCount(0);
  await expect(crypto(page)).toHaveValue('BTC');
  await expect(network(page)).toHaveValue('bitcoin');
  await expect(amount(page)).toHaveValue('2,500');
  await expect(page.getByText('What it costs, all in')).toBeVisible();
});

/** All of a page's scripts as a server without them answers, and how often they were asked for. */
async function goneScripts(page: Page, status = 404): Promise<{ asked: () => number; comeBack: () => Promise<void> }> {
  let asked = 0;
  await page.route(scripts, (route) => {
    asked += 1;
    return route.fulfill({ status, body: 'Not found' });
  });
  return { asked: () => asked, comeBack: () => page.unroute(scripts) };
}

test('scripts that a release took away are fetched with a new page, once, and what was typed stands in it', async ({
  page,
}) => {
  await signIn(page, 'tier2');
  const { comeBack } = await goneScripts(page);
  let pages = 0;
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    pages += 1;
    if (pages === 2) void comeBack();
  });
  await open(page);
  await crypto(page).selectOption('BTC');
  await network(page).selectOption('bitcoin');
  await amount(page).fill('2500');
  await expect(page.getByText('What it costs, all in')).toBeVisible();
  expect(pages).toBe(2);
  for (const [field, value] of [
    [crypto(page), 'BTC'],
    [network(page), 'bitcoin'],
    [amount(page), '2,500'],
  ] as const)
    await expect(field).toHaveValue(value);
  await expect(page.getByText('No connection')).toHaveCount(0);
});

test('scripts that stay away are asked for no more: it is said, and the page loaded again on demand', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'tier2');
  const { asked, comeBack } = await goneScripts(page);
  await open(page);
  const told = page.getByRole('alert').filter({ hasText: 'This page is not complete' });
  await expect(told).toBeVisible();
  const files = await page.evaluate(() =>
    document.querySelector('[data-files]')?.getAttribute('data-files')?.split(' '),
  );
  const before = asked();
  // Two pages: each asked for all of them with itself, when it began, and once more for what had not come.
  expect(before).toBeLessThanOrEqual(6 * ((files?.length ?? 0) + 2));
  await amount(page).fill('3100');
  await expect(page.getByText('No connection')).toHaveCount(0);
  await fits(page);
  // Well behind what would have been the next two times.
  await page.waitForTimeout(4_000);
  expect(asked()).toBe(before);
  await comeBack();
  const there = isThere(page);
  await told.getByRole('button', { name: 'Load it again' }).click();
  await there;
  await expect(amount(page)).toHaveValue('3,100');
});

test('of a line that loses one script no other is asked for again', async ({ page }) => {
  await signIn(page, 'tier2');
  const again: string[] = [];
  await page.route(scripts, (route) => {
    if (route.request().resourceType() === 'fetch') again.push(new URL(route.request().url()).pathname);
    return /\/entry[.\w-]*\.js$/.test(route.request().url()) && again.length < 2
      ? route.abort('connectionreset')
      : route.continue();
  });
  await open(page);
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible();
  await isThere(page);
  expect(again.length).toBe(2);
  expect(again[0]).toBe(again[1]);
});
