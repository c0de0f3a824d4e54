import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { ask, clean, customerIn, dialog, fits, windowOf } from './scene.ts';

/** A month of a plan that is to be paid by card, its page open: it shows by itself what the provider told. */
async function openPayment(page: Page): Promise<string> {
  const asked = { key: randomUUID(), plan: 'personal', method: 'card', price: 6000 };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', asked);
  await page.goto(`/payments/${paymentId}`);
  await expect(page.getByRole('button', { name: 'Pay with Card' })).toBeVisible();
  return paymentId;
}

/** The card page in a tab of its own, as a desktop has it. */
async function cardPage(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  const tab = await opened;
  await expect(tab.getByRole('heading', { name: 'Sandbox card page' })).toBeVisible();
  return tab;
}

async function paysWith(tab: Page, card: string): Promise<void> {
  await tab.getByRole('radio', { name: card }).check();
  await tab.getByLabel('Name on card').fill('Kerry-Ann Brown');
  await tab.getByRole('button', { name: 'Pay' }).click();
}

const says = (page: Page, title: string) => expect(page.getByRole('heading', { name: title })).toBeVisible();

async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page);
  }
}

test('a plan is chosen and paid by card: approved, and the open page says so by itself', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  await page.goto('/subscriptions');
  await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
  await dialog(page).getByRole('radio', { name: 'Credit/Debit Card' }).check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page)).toContainText("The name on the card must match the user's name");
  await looksRight(page);
  const tab = await cardPage(page);
  await expect(tab.locator('main')).toContainText('J$6,000.00');
  await looksRight(tab);
  await paysWith(tab, 'Approved at once');
  await expect(tab).toHaveURL(/\/payment-success\?transaction_id=[0-9a-f-]{36}&sandbox_reference=/);
  await expect(page.getByRole('article', { name: 'Personal', exact: true })).toContainText('Current Plan');
  await page.context().close();
});

test('a declined card charges nothing, and the next one pays after its second step', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  await openPayment(page);
  await looksRight(page);
  const tab = await cardPage(page);
  await paysWith(tab, 'Declined');
  await says(tab, 'Declined');
  await expect(page.getByText('Your card was declined. Nothing was charged.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay with Card' })).toBeVisible();
  await tab.getByRole('link', { name: 'Try another card' }).click();
  await paysWith(tab, 'Asks for a code first');
  await tab.getByLabel('Code of your bank').fill('2468');
  await tab.getByRole('button', { name: 'Confirm' }).click();
  await says(page, 'Paid');
  await page.context().close();
});

test('a tab that was closed is come back to, on another device too', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  const paymentId = await openPayment(page);
  const first = await cardPage(page);
  const address = first.url();
  await first.close();
  const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 760 } });
  await phone.addCookies(await page.context().cookies());
  const other = await phone.newPage();
  await other.goto(`/payments/${paymentId}`);
  await other.getByRole('button', { name: 'Pay with Card' }).click();
  await expect(other).toHaveURL(address);
  await paysWith(other, 'Approved at once');
  await says(page, 'Paid');
  await phone.close();
  await page.context().close();
});

test('a card that is approved after its customer gave up goes back, and they read where their money is', async ({
  browser,
}) => {
  const { page } = await customerIn(browser, 'Brown');
  await openPayment(page);
  const tab = await cardPage(page);
  await paysWith(tab, 'Approved late');
  await says(tab, 'Please wait');
  await page.getByRole('button', { name: 'Call this off' }).click();
  await dialog(page).getByRole('button', { name: 'Call it off' }).click();
  await says(page, 'You called this off. Nothing was taken.');
  await expect(page.getByRole('heading', { name: 'Your money goes back to you' })).toBeVisible({ timeout: 20_000 });
  await looksRight(page);
  await page.context().close();
});

test('a card that is charged twice pays once, and staff find the second charge', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  await openPayment(page);
  const tab = await cardPage(page);
  await paysWith(tab, 'Charged twice');
  await says(page, 'Paid');
  const finance = await windowOf(browser, 'finance');
  await finance.goto('/admin/unassigned');
  await expect(finance.getByText('Paid by card for something that was paid already.').first()).toBeVisible();
  await looksRight(finance);
  await finance.context().close();
  await page.context().close();
});
