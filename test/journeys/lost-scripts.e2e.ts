import { expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { fits, signIn } from './scene.ts';

/** The buy form without its scripts, because the connection failed or a release removed them. */

const scripts = /\/assets\/.*\.js$/;
const crypto = (page: Page) => page.getByLabel('Crypto', { exact: true });
const amount = (page: Page) => page.getByLabel('You pay');
const network = (page: Page) => page.getByLabel('Network', { exact: true });
const waitForScreen = (page: Page) => page.waitForResponse(/api\/live/);

const open = (page: Page) => page.goto('/trading', { waitUntil: 'commit' });

const scriptsThatDoNotLoadSteps: Steps = {
  'a connection lost during the form is reported, and the screen loads when it returns': async ({ page }) => {
    await signIn(page, 'tier2');
    await page.route(scripts, (route) => route.abort('internetdisconnected'));
    await open(page);
    await crypto(page).selectOption('BTC');
    await amount(page).pressSequentially('2500');
    const lost = page.getByRole('alert').filter({ hasText: 'No connection' });
    await expect(lost).toContainText('What you typed is safe');
    await network(page).selectOption('bitcoin');
    await fits(page);
    const isLoaded = waitForScreen(page);
    await page.unroute(scripts);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await isLoaded;
    await expect(lost).toHaveCount(0);
    await expect(crypto(page)).toHaveValue('BTC');
    await expect(network(page)).toHaveValue('bitcoin');
    await expect(amount(page)).toHaveValue('2,500');
    await expect(page.getByText('All-in cost')).toBeVisible();
  },

  'scripts removed by a release reload the page once, and the draft is kept': async ({ page }) => {
    await signIn(page, 'tier2');
    const { restore } = await failScripts(page);
    let pages = 0;
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return;
      pages += 1;
      if (pages === 2) void restore();
    });
    await open(page);
    await crypto(page).selectOption('BTC');
    await network(page).selectOption('bitcoin');
    await amount(page).fill('2500');
    await expect(page.getByText('All-in cost')).toBeVisible();
    expect(pages).toBe(2);
    for (const [field, value] of [
      [crypto(page), 'BTC'],
      [network(page), 'bitcoin'],
      [amount(page), '2,500'],
    ] as const)
      await expect(field).toHaveValue(value);
    await expect(page.getByText('No connection')).toHaveCount(0);
  },

  'scripts that stay missing are not requested again, and the page offers a reload': async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, 'tier2');
    const { countRequests, restore } = await failScripts(page);
    await open(page);
    const alert = page.getByRole('alert').filter({ hasText: "This page didn't fully load" });
    await expect(alert).toBeVisible();
    const files = await page.evaluate(() =>
      document.querySelector('[data-files]')?.getAttribute('data-files')?.split(' '),
    );
    const before = countRequests();
    // The page and its one reload request every script at most three times each.
    expect(before).toBeLessThanOrEqual(6 * ((files?.length ?? 0) + 2));
    await amount(page).fill('3100');
    await expect(page.getByText('No connection')).toHaveCount(0);
    await fits(page);
    await page.waitForTimeout(4_000);
    expect(countRequests()).toBe(before);
    await restore();
    const isLoaded = waitForScreen(page);
    await alert.getByRole('button', { name: 'Reload the page' }).click();
    await isLoaded;
    await expect(amount(page)).toHaveValue('3,100');
  },

  'when one script is lost, no other is requested again': async ({ page }) => {
    await signIn(page, 'tier2');
    const fetchedPaths: string[] = [];
    await page.route(scripts, (route) => {
      if (route.request().resourceType() === 'fetch') fetchedPaths.push(new URL(route.request().url()).pathname);
      return /\/entry[.\w-]*\.js$/.test(route.request().url()) && fetchedPaths.length < 2
        ? route.abort('connectionreset')
        : route.continue();
    });
    const isLoaded = waitForScreen(page);
    await open(page);
    await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible();
    await isLoaded;
    expect(fetchedPaths.length).toBe(2);
    expect(fetchedPaths[0]).toBe(fetchedPaths[1]);
  },
};

test('scripts that do not load', story(scriptsThatDoNotLoadSteps));

/** Answers every script request with this status, and counts the requests. */
async function failScripts(
  page: Page,
  status = 404,
): Promise<{ countRequests: () => number; restore: () => Promise<void> }> {
  let requests = 0;
  await page.route(scripts, (route) => {
    requests += 1;
    return route.fulfill({ status, body: 'Not found' });
  });
  return { countRequests: () => requests, restore: () => page.unroute(scripts) };
}
