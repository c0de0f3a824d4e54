import { type ConsoleMessage, expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { expectNoAxeFindings, skipLocation, toast, waitUntilInteractive } from './scene.ts';

/** Journeys on public pages, which are complete documents with a few interactive parts. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const password = 'Demo-Pass-2026!';
const loadHtml = (page: Page) => page.locator('html');

function complaints(page: Page): string[] {
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('console', (line: ConsoleMessage) => {
    if (line.type() === 'error' || line.type() === 'warning') messages.push(line.text());
  });
  return messages;
}

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const sameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

async function signIn(page: Page, name: string) {
  await page.getByLabel('Email').fill(`${name}@demo.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const homePageSteps: Steps = {
  'the interactive parts of the home page work': async ({ page }) => {
    const messages = complaints(page);
    await page.goto('/');
    await waitUntilInteractive(page);
    await expectNoAxeFindings(page);
    const prices = page.getByRole('region', { name: 'Latest prices' });
    await page.evaluate(() => {
      for (const price of document.querySelectorAll('[data-living="prices"] .money span')) price.textContent = 'old';
    });
    await prices.getByRole('button', { name: 'Refresh prices' }).click();
    await expect(page.locator('.toast')).toBeVisible();
    await expect(prices.locator('[data-living="prices"]')).not.toContainText('old');
    await expect(prices.getByRole('button', { name: 'Refresh prices' })).not.toHaveAttribute('aria-busy', 'true');
    await prices.getByRole('button', { name: 'Test Crypto Prices' }).click();
    await expect(page.locator('.toast')).toHaveCount(2);
    await expectNoAxeFindings(page);
    expect(messages).toEqual([]);
  },

  'an unreachable server is reported, and the shown prices stay': async ({ page }) => {
    const refresh = page.getByRole('button', { name: 'Refresh prices' });
    await page.route('**/assets/home-island-*.js', async (route) => {
      await expect(page.getByRole('heading', { name: 'Latest prices' })).toBeVisible();
      // A click before the script runs would be lost.
      await expect(refresh).toBeHidden();
      await route.continue();
    });
    await page.route('**/api/rpc/prices/refresh', (route) => route.abort());
    await page.goto('/');
    await refresh.click();
    await expect(page.getByText("We couldn't reach our server. Check your connection and try again.")).toBeVisible();
    await expect(page.locator('[data-living="prices"]')).toContainText('BTC');
  },

  'going back restores the scroll position of the home page': async ({ page }) => {
    const messages = complaints(page);
    await page.goto('/');
    await waitUntilInteractive(page);
    const buyLink = page.getByRole('link', { name: 'Buy now' });
    await buyLink.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
    await buyLink.click();
    await expect(page).toHaveURL('/trading');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
    // The scroll offset is not compared, because a font that loads late changes it.
    await expect(buyLink).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
    expect(messages).toEqual([]);
  },

  'signing in shows the name on the home page, also after going back': async ({ page }) => {
    await page.goto('/');
    await waitUntilInteractive(page);
    await page.getByRole('link', { name: 'Log in' }).click();
    await signIn(page, 'tier1');
    await expect(page).toHaveURL('/');
    await expect(toast(page, 'Welcome!')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeHidden();
    await page.goto('/trading');
    await skipLocation(page);
    await page.goto('/');
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(toast(page, 'Signed out')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  },

  'the first tab stop leads to the content': async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/#main');
    await expect(page.locator('main')).toBeFocused();
  },
};

test('the home page', story(homePageSteps));

const documentsAndTheApplicationSteps: Steps = {
  'a theme chosen on a document also applies in the application': async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: 'Theme: device. Change to light' }).click();
    await page.getByRole('button', { name: 'Theme: light. Change to dark' }).click();
    await expect(loadHtml(page)).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(loadHtml(page)).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('#preloaded-answers')).toHaveCount(0);
    await page.getByRole('button', { name: 'Theme: dark. Change to device' }).click();
    await expect(loadHtml(page)).toHaveAttribute('data-theme', 'light');
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Theme: device. Change to light' })).toBeVisible();
    await expect(loadHtml(page)).toHaveAttribute('data-theme', 'light');
  },

  'on a phone the drawer opens, selects, navigates and closes': async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expectNoAxeFindings(page);
    await menu.getByRole('button', { name: 'Dark' }).click();
    await expect(menu.getByRole('button', { name: 'Dark (chosen)' })).toBeVisible();
    await expect(loadHtml(page)).toHaveAttribute('data-theme', 'dark');
    await page.mouse.click(8, 300);
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByRole('link', { name: 'Buy & sell' }).click();
    await expect(page).toHaveURL('/trading');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/auth');
    await expect(menu).toBeHidden();
  },

  'screens stay in the application, and public pages load as documents': async ({ page }) => {
    await page.goto('/auth');
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    // Until the screen replaces the HTML of the server, links load documents.
    await expect(page.locator('#preloaded')).toHaveCount(0);
    await markDocument(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Buy & sell' }).click();
    await expect(page).toHaveURL('/trading');
    await expect(page.locator('main')).toBeFocused();
    expect(await sameDocument(page)).toBe(true);
    await page.getByRole('banner').getByRole('link', { name: 'Cryptocommerce' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Master Cryptocurrency and Blockchain');
    expect(await sameDocument(page)).toBe(false);
  },
};

test('documents and the application', story(documentsAndTheApplicationSteps));
