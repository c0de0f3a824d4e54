import { type Browser, expect, type Page } from '@playwright/test';
import { authHeads } from '../../src/features/accounts/messages.ts';
import { test } from './journey.ts';
import { customerIn, fits, placedBuy } from './scene.ts';

/** What of the application can be read where no script runs: a line that is cut early, an old phone. */

/** A window of the same person in which no script runs. */
async function scriptless(browser: Browser, of: Page | null = null): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  if (of) await context.addCookies(await of.context().cookies());
  return context.newPage();
}

const main = (page: Page) => page.getByRole('main');
/** What one reads; what stands for those without a script is no text to whoever has one. */
const readIn = (page: Page): Promise<string> => main(page).innerText();

test('a customer reads an order without script: where to pay, how far it is, what was agreed', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Reader');
  const { orderId, reference } = await placedBuy(page, '2000');
  const read = await scriptless(browser, page);
  const answer = await read.goto(`/orders/${orderId}`);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  await expect(read.getByRole('heading', { level: 1 })).toContainText('Buying');
  for (const title of ['Where to pay', 'Where your order is', 'What moved'])
    await expect(read.getByRole('heading', { level: 2, name: title })).toBeVisible();
  expect(await readIn(read)).toContain(`Order ${reference}, placed`);
  expect(await readIn(read)).toContain('Account number');
  expect(await readIn(read)).toContain('J$2,000');
  expect(await readIn(read)).not.toContain('This page needs JavaScript');
  await expect(read.getByRole('link', { name: 'The receipt as a PDF' })).toHaveAttribute(
    'href',
    `/api/receipts/${orderId}.pdf`,
  );
  // 320 px, which a script would measure: the widest of what stands there begins and ends on the screen.
  const widest = await main(read).boundingBox();
  expect(widest?.width).toBeLessThanOrEqual(320);

  const { page: other } = await customerIn(browser, 'Stranger');
  const nothing = await scriptless(browser, other);
  await nothing.goto(`/orders/${orderId}`);
  await expect(nothing.getByRole('heading', { level: 1 })).toHaveText('This page needs JavaScript');
  expect(await readIn(nothing)).not.toContain(reference);
});

test('the order page shows its customer the same with script, and nothing of the other text', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Scripted');
  const { orderId } = await placedBuy(page, '2000');
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('heading', { name: 'What you agreed' })).toBeVisible();
  await expect(page.getByText('JavaScript is switched off here', { exact: false })).toBeHidden();
  await fits(page);
});

test('the way in says what it is before any script has come, and without one', async ({ browser }) => {
  const read = await scriptless(browser);
  await read.goto('/auth');
  await expect(read.getByRole('heading', { level: 1 })).toHaveText(authHeads.signin.title);
  expect(await readIn(read)).toContain(authHeads.signin.text);
  expect(await readIn(read)).toContain('This page needs JavaScript');
  await read.goto('/auth?tab=signup');
  await expect(read.getByRole('heading', { level: 1 })).toHaveText(authHeads.signup.title);
});

test('a public page wears all of its sheets without script, and its land', async ({ browser }) => {
  const read = await scriptless(browser);
  await read.goto('/');
  await expect(read.locator('.hero noscript .relief use')).toHaveAttribute('href', /land-.*#land$/);
  // What opens in the page is dressed by the whole sheet alone.
  await expect(read.locator('body > noscript link[rel="stylesheet"]')).toHaveCount(1);
  await fits(read);
});

test('the menu of a public page is dressed where its sheet does not come, and that is asked for once more', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  let asked = 0;
  await page.route(/\/assets\/.*\.css$/, (route) => {
    asked += 1;
    return route.abort('connectionreset');
  });
  for (const path of ['/', '/coins', '/faq']) {
    asked = 0;
    await page.goto(path);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    const [box, place] = [await menu.boundingBox(), await menu.getByRole('link').first().boundingBox()];
    // At the side of the page, as high as the window, each place a line that a thumb hits.
    expect(box, path).toMatchObject({ y: 0, height: 740 });
    expect(box?.x, path).toBeCloseTo(0.14 * 360, 0);
    expect(place?.height, path).toBeGreaterThanOrEqual(44);
    expect(place?.width, path).toBeGreaterThan(250);
    const shade = await menu.evaluate((each) => getComputedStyle(each, '::backdrop').backgroundColor);
    expect(shade, path).toBe('rgba(12, 19, 15, 0.55)');
    await menu.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
    await expect.poll(() => asked, path).toBe(2);
  }
  // A sheet that was lost once is there after all, and what only it says holds.
  await page.unroute(/\/assets\/.*\.css$/);
  await page.route(/\/assets\/.*\.css$/, (route) => route.abort('connectionreset'), { times: 1 });
  await page.goto('/about');
  await expect
    .poll(() => page.evaluate(() => [...document.styleSheets].filter(({ href }) => href?.endsWith('.css')).length))
    .toBe(1);
});
