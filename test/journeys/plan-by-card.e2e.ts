import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { registering } from '../workshops.ts';
import { test } from './journey.ts';
import { slip } from './papers.ts';
import { ask, clean, customerIn, dialog, fits, told, windowOf } from './scene.ts';

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

/** Left for the card page, and come back to plans and workshops without a word of it. */
async function comesBack(page: Page, paymentId: string): Promise<void> {
  await ask(page, 'cards/start', { kind: 'payment', id: paymentId });
  await page.goto('/subscriptions');
  await told(page, 'Transaction Pending', 'Please upload your payment confirmation.');
  // It stands in the dialog that opens over it: behind a dialog nothing can be read.
  const step = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
  await expect(step.locator('.toast')).toContainText('Transaction Pending');
}

test('whoever comes back from the card page of a plan is told once, and the upload step opens', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  const asked = { key: randomUUID(), plan: 'personal', method: 'card', price: 6000 };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', asked);
  // Nobody went to the card page yet: there is nothing to come back from.
  await Promise.all([page.waitForResponse(/cards\/pending/), page.goto('/subscriptions')]);
  await expect(page.getByRole('button', { name: 'Go on paying' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await comesBack(page, paymentId);
  // It opened by itself: no key of somebody who was at work shuts it.
  await expect(page.getByRole('heading', { name: 'Upload Payment Confirmation' })).toBeFocused();
  await looksRight(page);
  await dialog(page).locator('header').getByRole('button', { name: 'Close' }).click();
  await Promise.all([page.waitForResponse(/cards\/pending/), page.reload()]);
  await expect(page.getByRole('button', { name: 'Go on paying' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.context().close();
});

test('on another device the upload step opens too, and the card page is a button away', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  const { sessions } = await ask<{ sessions: { id: string }[] }>(page, 'workshops/list');
  const wanted = registering(sessions[0]?.id ?? '', { method: 'card', mode: 'online' });
  const { paymentId } = await ask<{ paymentId: string }>(page, 'workshops/register', wanted);
  await comesBack(page, paymentId);
  const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 760 } });
  await phone.addCookies(await page.context().cookies());
  const other = await phone.newPage();
  await comesBack(other, paymentId);
  await fits(other);
  await other.getByRole('button', { name: 'Open the card page again' }).click();
  await expect(other.getByRole('heading', { name: 'Sandbox card page' })).toBeVisible();
  await dialog(page).getByLabel('Payment confirmation').setInputFiles(slip());
  await dialog(page).getByRole('button', { name: 'I have paid by card' }).click();
  await told(page, 'Registration submitted', 'within the next 12-48 hours.');
  await expect(dialog(page)).toHaveCount(0);
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
