import { type Browser, expect, type Page } from '@playwright/test';
import { authHeads } from '../../src/features/accounts/messages.ts';
import { type Steps, story, test } from './journey.ts';
import { fits, openCustomerWindow, placeBuy } from './scene.ts';

async function openScriptlessWindow(browser: Browser, of: Page | null = null): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  if (of) await context.addCookies(await of.context().cookies());
  return context.newPage();
}

const main = (page: Page) => page.getByRole('main');
const readText = (page: Page): Promise<string> => main(page).innerText();

const pagesWithoutScriptSteps: Steps = {
  'without script a customer reads where to pay, the status and the terms of an order': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Reader');
    const { orderId, reference } = await placeBuy(page, '2000');
    const read = await openScriptlessWindow(browser, page);
    const answer = await read.goto(`/orders/${orderId}`);
    expect(answer?.headers()['cache-control']).toBe('private, no-store');
    await expect(read.getByRole('heading', { level: 1 })).toContainText('Buying');
    for (const title of ['Where to pay', 'Order status', 'Payments'])
      await expect(read.getByRole('heading', { level: 2, name: title })).toBeVisible();
    expect(await readText(read)).toContain(`Order ${reference}, placed`);
    expect(await readText(read)).toContain('Account number');
    expect(await readText(read)).toContain('J$2,000');
    expect(await readText(read)).not.toContain('This page needs JavaScript');
    await expect(read.getByRole('link', { name: 'Receipt (PDF)' })).toHaveAttribute(
      'href',
      `/api/receipts/${orderId}.pdf`,
    );
    // Without scripts the overflow cannot be measured, so the main element must fit 320 px.
    const widest = await main(read).boundingBox();
    expect(widest?.width).toBeLessThanOrEqual(320);

    const { page: other } = await openCustomerWindow(browser, 'Stranger');
    const nothing = await openScriptlessWindow(browser, other);
    await nothing.goto(`/orders/${orderId}`);
    await expect(nothing.getByRole('heading', { level: 1 })).toHaveText('This page needs JavaScript');
    expect(await readText(nothing)).not.toContain(reference);
  },

  'with script the order page shows the same content without the fallback': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Scripted');
    const { orderId } = await placeBuy(page, '2000');
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByRole('heading', { name: 'What you agreed' })).toBeVisible();
    await expect(page.getByText("JavaScript is off or didn't load", { exact: false })).toBeHidden();
    await fits(page);
  },

  'the login page explains itself before and without script': async ({ browser }) => {
    const read = await openScriptlessWindow(browser);
    await read.goto('/auth');
    await expect(read.getByRole('heading', { level: 1 })).toHaveText(authHeads.signin.title);
    expect(await readText(read)).toContain(authHeads.signin.text);
    expect(await readText(read)).toContain('This page needs JavaScript');
    await read.goto('/auth?tab=signup');
    await expect(read.getByRole('heading', { level: 1 })).toHaveText(authHeads.signup.title);
  },

  'the home page is complete without script: content, styles, map, and no controls that need script': async ({
    browser,
  }) => {
    const read = await openScriptlessWindow(browser);
    await read.goto('/');
    await expect(read.getByRole('heading', { level: 1 })).toHaveText('Master Cryptocurrency and Blockchain');
    await expect(read.getByRole('list').filter({ hasText: 'BTC' }).first()).toContainText('J$');
    await expect(read.getByText('Made for Jamaica')).toBeVisible();
    await expect(read.locator('body')).not.toContainText('%%');
    await expect(read.locator('.hero noscript .relief use')).toHaveAttribute('href', /land-.*#land$/);
    // Interactive styles load with the full stylesheet.
    await expect(read.locator('body > noscript link[rel="stylesheet"]')).toHaveCount(1);
    await fits(read);
    // On a phone these controls are in the menu.
    await read.setViewportSize({ width: 1280, height: 720 });
    for (const name of ['Refresh prices', 'Test Crypto Prices', /^Theme/])
      await expect(read.getByRole('button', { name })).toHaveCount(0);
    await read.getByRole('link', { name: 'Log in' }).click();
    await expect(read).toHaveURL('/auth');
  },

  'the menu of a public page is styled without its stylesheet, which is requested once more': async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    let count = 0;
    await page.route(/\/assets\/.*\.css$/, (route) => {
      count += 1;
      return route.abort('connectionreset');
    });
    for (const path of ['/', '/coins', '/faq']) {
      count = 0;
      await page.goto(path);
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu).toBeVisible();
      const [box, place] = [await menu.boundingBox(), await menu.getByRole('link').first().boundingBox()];
      // The menu is a sidebar of full height.
      expect(box, path).toMatchObject({ y: 0, height: 740 });
      expect(box?.x, path).toBeCloseTo(0.14 * 360, 0);
      expect(place?.height, path).toBeGreaterThanOrEqual(44);
      expect(place?.width, path).toBeGreaterThan(250);
      const shade = await menu.evaluate((each) => getComputedStyle(each, '::backdrop').backgroundColor);
      expect(shade, path).toBe('rgba(12, 19, 15, 0.55)');
      await menu.getByRole('button', { name: 'Close menu' }).click();
      await expect(menu).toBeHidden();
      await expect.poll(() => count, path).toBe(2);
    }
    // A stylesheet that failed once applies after a retry.
    await page.unroute(/\/assets\/.*\.css$/);
    await page.route(/\/assets\/.*\.css$/, (route) => route.abort('connectionreset'), { times: 1 });
    await page.goto('/about');
    await expect
      .poll(() => page.evaluate(() => [...document.styleSheets].filter(({ href }) => href?.endsWith('.css')).length))
      .toBe(1);
  },
};

test('pages without script', story(pagesWithoutScriptSteps));
