import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { buildRegistration } from '../workshops.ts';
import { type Steps, story, test } from './journey.ts';
import { createProof } from './sample-files.ts';
import { ask, dialog, expectNoAxeFindings, expectToast, fits, openCustomerWindow, openWindowFor } from './scene.ts';

async function openPayment(page: Page): Promise<string> {
  const input = { key: randomUUID(), plan: 'personal', method: 'card', price: 6000 };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', input);
  await page.goto(`/payments/${paymentId}`);
  await expect(page.getByRole('button', { name: 'Pay with Card' })).toBeVisible();
  return paymentId;
}

async function openCardPage(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  const tab = await opened;
  await expect(tab.getByRole('heading', { name: 'Sandbox card page' })).toBeVisible();
  return tab;
}

async function payWithCard(tab: Page, card: string): Promise<void> {
  await tab.getByRole('radio', { name: card }).check();
  await tab.getByLabel('Name on card').fill('Kerry-Ann Brown');
  await tab.getByRole('button', { name: 'Pay' }).click();
}

const expectText = (page: Page, title: string) => expect(page.getByRole('heading', { name: title })).toBeVisible();

async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
  }
}

const planPaidByCardSteps: Steps = {
  'a plan is paid by an approved card, and the open page updates automatically': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/subscriptions');
    await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
    await dialog(page).getByRole('radio', { name: 'Credit/Debit Card' }).check();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page)).toContainText("The name on the card must match the user's name");
    await looksRight(page);
    const tab = await openCardPage(page);
    await expect(tab.locator('main')).toContainText('J$6,000.00');
    await looksRight(tab);
    await payWithCard(tab, 'Approved immediately');
    await expect(tab).toHaveURL(/\/payment-success\?transaction_id=[0-9a-f-]{36}&sandbox_reference=/);
    await expect(page.getByRole('article', { name: 'Personal', exact: true })).toContainText('Current Plan');
    await page.context().close();
  },

  'a declined card charges nothing, and the next succeeds after its second step': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await openPayment(page);
    await looksRight(page);
    const tab = await openCardPage(page);
    await payWithCard(tab, 'Declined');
    await expectText(tab, 'Declined');
    await expect(page.getByText('Your card was declined. Nothing was charged.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay with Card' })).toBeVisible();
    await tab.getByRole('link', { name: 'Try another card' }).click();
    await payWithCard(tab, 'Asks for a code first');
    await tab.getByLabel('Code from your bank').fill('2468');
    await tab.getByRole('button', { name: 'Confirm' }).click();
    await expectText(page, 'Paid');
    await page.context().close();
  },

  'a closed card page can be reopened, also on another device': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    const paymentId = await openPayment(page);
    const first = await openCardPage(page);
    const address = first.url();
    await first.close();
    const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 760 } });
    await phone.addCookies(await page.context().cookies());
    const other = await phone.newPage();
    await other.goto(`/payments/${paymentId}`);
    await other.getByRole('button', { name: 'Pay with Card' }).click();
    await expect(other).toHaveURL(address);
    await payWithCard(other, 'Approved immediately');
    await expectText(page, 'Paid');
    await phone.close();
    await page.context().close();
  },
};

test('a plan paid by card', story(planPaidByCardSteps));

async function returnFromCardPage(page: Page, paymentId: string): Promise<void> {
  await ask(page, 'cards/start', { kind: 'payment', id: paymentId });
  await page.goto('/subscriptions');
  await expectToast(page, 'Transaction Pending', 'Please upload your payment confirmation.');
  const step = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
  await expect(step.locator('.toast')).toContainText('Transaction Pending');
}

const returningFromTheCardPageSteps: Steps = {
  'returning from the card page shows one notice and opens the upload step': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    const input = { key: randomUUID(), plan: 'personal', method: 'card', price: 6000 };
    const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', input);
    await Promise.all([page.waitForResponse(/cards\/pending/), page.goto('/subscriptions')]);
    await expect(page.getByRole('button', { name: 'Continue payment' })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await returnFromCardPage(page, paymentId);
    // The dialog opens automatically with its heading focused, so that keys meant for the page press no button.
    await expect(page.getByRole('heading', { name: 'Upload Payment Confirmation' })).toBeFocused();
    await looksRight(page);
    await dialog(page).locator('header').getByRole('button', { name: 'Close' }).click();
    await Promise.all([page.waitForResponse(/cards\/pending/), page.reload()]);
    await expect(page.getByRole('button', { name: 'Continue payment' })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await page.context().close();
  },

  'on another device the upload step opens too, with a link to the card page': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    const { sessions } = await ask<{ sessions: { id: string }[] }>(page, 'workshops/list');
    const wanted = buildRegistration(sessions[0]?.id ?? '', { method: 'card', mode: 'online' });
    const { paymentId } = await ask<{ paymentId: string }>(page, 'workshops/register', wanted);
    await returnFromCardPage(page, paymentId);
    const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 760 } });
    await phone.addCookies(await page.context().cookies());
    const other = await phone.newPage();
    await returnFromCardPage(other, paymentId);
    await fits(other);
    await other.getByRole('button', { name: 'Open the card page again' }).click();
    await expect(other.getByRole('heading', { name: 'Sandbox card page' })).toBeVisible();
    await dialog(page).getByLabel('Payment confirmation').setInputFiles(createProof());
    await dialog(page).getByRole('button', { name: 'I have paid by card' }).click();
    await expectToast(page, 'Registration submitted', 'within the next 12-48 hours.');
    await expect(dialog(page)).toHaveCount(0);
    await phone.close();
    await page.context().close();
  },
};

test('returning from the card page opens the upload step', story(returningFromTheCardPageSteps));

const exceptionsOfCardsSteps: Steps = {
  'a card approved after cancelling is refunded, and the customer can follow it': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await openPayment(page);
    const tab = await openCardPage(page);
    await payWithCard(tab, 'Approved late');
    await expectText(tab, 'Please wait');
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel payment' }).click();
    await expectText(page, 'You cancelled this payment. Nothing was charged.');
    await expect(page.getByRole('heading', { name: "We're refunding you" })).toBeVisible({ timeout: 20_000 });
    await looksRight(page);
    await page.context().close();
  },

  'a card charged twice pays once, and staff find the second charge': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await openPayment(page);
    const tab = await openCardPage(page);
    await payWithCard(tab, 'Charged twice');
    await expectText(page, 'Paid');
    const finance = await openWindowFor(browser, 'finance');
    await finance.goto('/admin/unallocated-funds');
    await expect(
      finance.getByText('Card payment for an order or payment that was already paid.').first(),
    ).toBeVisible();
    await looksRight(finance);
    await finance.context().close();
    await page.context().close();
  },
};

test('late and double card payments of plans are kept for a refund', story(exceptionsOfCardsSteps));
