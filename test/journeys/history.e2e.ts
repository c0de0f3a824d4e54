import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { slip } from './papers.ts';
import { ask, clean, fits, placedBuy, signIn, toast } from './scene.ts';

/** The order page, the history and the receipts, as their customer meets them. */

/** A buy of a few thousand J$ and some cents. */
const order = (page: Page) => placedBuy(page, `${5000 + Math.floor(Math.random() * 900)}.55`);

test('a customer sees where to pay, shows the transfer, and then it is our move', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'enhanced');
  const { orderId, reference } = await order(page);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText('Your move')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Send J\$5,\d{3} from your bank$/ })).toBeVisible();
  await expect(page.getByText('Whole dollars are enough for the transfer.')).toBeVisible();
  await expect(page.getByText(/^Your BTC leaves by /)).toBeVisible();
  await clean(page);
  await page.getByRole('button', { name: 'Copy reference' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  const sent = page.getByRole('button', { name: 'I have sent the money' });
  await expect(sent).toBeDisabled();
  await page.getByLabel('Payment confirmation').setInputFiles(slip());
  await sent.click();
  await expect(toast(page, 'within the next 12-48 hours')).toBeVisible();
  await expect(page.getByText('Our move')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'We look for your transfer at the bank' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0);
});

test('cancelling asks once, takes nothing, and still takes a late proof', async ({ page }) => {
  await signIn(page, 'enhanced');
  const { orderId, reference } = await order(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/orders/${orderId}`);
  await fits(page);
  await page.getByRole('button', { name: 'Cancel this order' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Cancel order ${reference}?` });
  await expect(dialog).toBeVisible();
  await clean(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByRole('heading', { name: 'You cancelled this order' })).toBeVisible();
  await expect(page.getByText('Nothing was taken and you owe nothing.')).toBeVisible();
  await page.getByLabel('Payment confirmation').setInputFiles(slip());
  await page.getByRole('button', { name: 'I did send the money' }).click();
  await expect(page.getByRole('heading', { name: 'We look for your money' })).toBeVisible();
});

test('an order moves on the screen when it moves elsewhere', async ({ page }) => {
  await signIn(page, 'enhanced');
  const { orderId } = await order(page);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText('Your move')).toBeVisible();
  // Whether its line is open by then or not: what happened before is told when it opens.
  await ask(page, 'trading/cancelOwn', { orderId });
  await expect(page.getByRole('heading', { name: 'You cancelled this order' })).toBeVisible();
});

test('the history filters by the address, and goes back', async ({ page }) => {
  await signIn(page, 'enhanced');
  const first = await order(page);
  const second = await order(page);
  await ask(page, 'trading/cancelOwn', { orderId: second.orderId });
  await page.goto('/transactions');
  const list = page.getByRole('region', { name: 'Recent Transactions' });
  await expect(list.getByText(first.reference).first()).toBeVisible();
  await expect(page.getByText('No subscription receipts yet.')).toBeVisible();
  await expect(page.getByText('No workshop receipts yet.')).toBeVisible();
  await expect(page.getByText('No course receipts yet.')).toBeVisible();
  await clean(page);
  await page.getByLabel('Status').selectOption('cancelled');
  await expect(page).toHaveURL('/transactions?status=cancelled');
  await expect(list.getByText(second.reference).first()).toBeVisible();
  await expect(list.getByText(first.reference)).toHaveCount(0);
  await page.getByLabel('Type').selectOption('sell');
  await expect(page).toHaveURL('/transactions?status=cancelled&type=sell');
  await page.goto('/transactions?status=pending&type=buy');
  await expect(page.getByLabel('Status')).toHaveValue('pending');
  await list.getByRole('link', { name: `Receipt for order ${first.reference}` }).click();
  await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible();
});

test('the history says when it cannot be fetched, and tries again', async ({ page }) => {
  await signIn(page, 'enhanced');
  // Others order as the same customer meanwhile: the live line would ask again before the button is pressed.
  await page.route('**/api/live?*', (route) => route.abort());
  await page.route('**/api/rpc/trading/list', (route) => route.fulfill({ status: 400, json: { json: {} } }));
  await page.goto('/transactions');
  await expect(page.getByText('Failed to fetch transactions').first()).toBeVisible();
  await page.unroute('**/api/rpc/trading/list');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Failed to fetch transactions')).toHaveCount(0);
});

test('a receipt prints without the page around it, and is saved as a PDF; a year is saved as CSV', async ({ page }) => {
  await signIn(page, 'enhanced');
  const { orderId, reference } = await order(page);
  await page.goto(`/transactions/${orderId}/receipt`);
  await expect(page.locator('.receipt').getByText(reference)).toBeVisible();
  await clean(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as PDF' }).click();
  expect((await saved).suggestedFilename()).toBe(`receipt-${reference}.pdf`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/transactions');
  const csv = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the file' }).click();
  expect(await readFile(await (await csv).path(), 'utf8')).toContain(`\r\n${reference},buy,pending,`);
  await page.getByLabel('From').fill('2020-01-01');
  await expect(page.getByText('A file holds at most 366 days. Choose a shorter period.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Save the file' })).toHaveCount(0);
});

test('visitors are asked to sign in, and strangers find no such order', async ({ page }) => {
  await signIn(page, 'enhanced');
  const { orderId } = await order(page);
  await page.context().clearCookies();
  for (const path of ['/transactions', `/orders/${orderId}`, `/transactions/${orderId}/receipt`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'You must be logged in to access these features' })).toBeVisible();
  }
  await signIn(page, 'visitor');
  for (const path of [`/orders/${orderId}`, `/transactions/${orderId}/receipt`, '/orders/not-an-order']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'There is no such order' })).toBeVisible();
  }
  await page.goto('/transactions?type=sell&status=failed');
  await expect(page.getByText('No transactions match this filter.')).toBeVisible();
});
