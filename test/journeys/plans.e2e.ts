import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { bankLine } from '../payments.ts';
import { test } from './journey.ts';
import { slip, upload } from './papers.ts';
import { ask, bar, clean, customerIn, dialog, fits, isLedOn, signIn, toast, told, windowOf } from './scene.ts';

const working = 'Our team is working diligently to process your transaction within the next 12-48 hours.';
const plan = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const paysBy = (page: Page, method: string) => dialog(page).getByRole('radio', { name: method });

/** Looked at on a small phone in the dark, and on a wide screen by day. */
async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page);
  }
}

/** A plan that its customer says is paid: the id of its payment. */
async function claimed(page: Page, wishes: object = {}): Promise<string> {
  const asked = { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000, ...wishes };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', asked);
  await ask(page, 'payments/claim', { paymentId, proofFile: await upload(page, 'subscription-proof', slip()) });
  return paymentId;
}

const holder = 'Kerry-Ann Brown';
const confirm = (page: Page, paymentId: string, wishes: object = {}) =>
  ask(page, 'paymentsDesk/receive', bankLine(paymentId, { payerHolder: holder, ...wishes }));

test('plans are to be seen by everybody, and chosen by whoever is signed in', async ({ page }) => {
  await page.goto('/subscriptions');
  await expect(plan(page, 'Basic')).toContainText('J$5,000');
  await expect(plan(page, 'Personal')).toContainText('Everything in Basic');
  await expect(plan(page, 'Professional')).toContainText('In-person one-on-one help');
  for (const shut of await page.getByRole('button', { name: 'Log in to subscribe' }).all())
    await expect(shut).toBeDisabled();
  await looksRight(page);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill('visitor@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-Pass-2026!');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await isLedOn(page);
  await expect(page).toHaveURL('/subscriptions');
  await expect(page.getByRole('button', { name: 'Subscribe to Basic' })).toBeEnabled();
});

async function confirmsAtDesk(browser: Browser, reference: string): Promise<void> {
  const finance = await windowOf(browser, 'finance');
  await finance.goto('/admin/payments');
  await finance.getByLabel('Search the payments').fill(reference);
  await expect(finance.getByRole('row', { name: reference })).toContainText('Bank transfer');
  await finance.getByRole('link', { name: reference }).click();
  await expect(finance.getByRole('heading', { level: 1 })).toContainText('Confirm money, J$6,000.00');
  await looksRight(finance);
  await bar(finance)
    .getByRole('button', { name: /Confirm money/ })
    .click();
  const form = dialog(finance);
  await expect(form).toContainText('Kerry-Ann Brown');
  await form.getByLabel('Bank line').fill(`NCB ${randomUUID().slice(0, 8)}`);
  await form.getByLabel('Amount that arrived').fill('5,999');
  await form.getByLabel('Paid by').fill('Kerry-Ann Brown');
  await form.getByLabel("Payer's bank").fill('Demo Bank');
  await form.getByLabel("Payer's account").fill('404 512 387');
  await form.getByRole('button', { name: 'The money is there' }).click();
  await expect(form.getByText('J$6,000.00 are due.')).toBeVisible();
  await form.getByLabel('Amount that arrived').fill('6,000');
  await clean(finance);
  await form.getByRole('button', { name: 'The money is there' }).click();
  await told(finance, 'Confirmed', `The payment ${reference} is confirmed`);
  await expect(finance.getByRole('heading', { level: 1 })).toContainText('Received');
  await finance.context().close();
}

test('a month of a plan is chosen, paid by bank, seen by staff, runs, and is extended', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  await page.goto('/subscriptions');
  await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
  await expect(dialog(page)).toContainText('Plans do not renew by themselves.');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).getByText('Please choose how you pay')).toBeVisible();
  await looksRight(page);
  await paysBy(page, 'Bank transfer').check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  const shown = dialog(page).locator('.ref span').first();
  const reference = (await shown.textContent()) ?? '';
  expect(reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{3,4}$/);
  await looksRight(page);
  const sent = dialog(page).getByRole('button', { name: 'I have sent the money' });
  await expect(sent).toBeDisabled();
  await dialog(page).locator('header').getByRole('button', { name: 'Close' }).click();
  await expect(plan(page, 'Personal')).toContainText('Pending Approval');
  await expect(plan(page, 'Personal').getByRole('button')).toBeDisabled();
  await expect(plan(page, 'Basic').getByRole('button')).toBeDisabled();
  await page.getByRole('button', { name: 'Go on paying' }).click();
  await expect(dialog(page)).toContainText(reference);
  await dialog(page).getByLabel('Payment confirmation').setInputFiles(slip());
  await sent.click();
  await told(page, 'Subscription submitted', working);
  await expect(page.getByRole('heading', { name: 'We look for your payment' })).toBeVisible();

  await confirmsAtDesk(browser, reference);
  await expect(plan(page, 'Personal')).toContainText('Current Plan');
  await looksRight(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Manage' }).click();
  await dialog(page).getByRole('link', { name: 'Continue to payment' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Extend your subscription' })).toBeVisible();
  await expect(page).toHaveURL('/subscriptions');
  await expect(paysBy(page, 'Bank transfer')).toBeChecked();
  await expect(dialog(page)).toContainText('when what you have paid for ends');
  await page.context().close();
});

test('a proof that cannot be read comes back with its reason, and a payment can be called off', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  const paymentId = await claimed(page);
  await page.goto('/subscriptions?extend=1&plan=personal');
  await expect(page).toHaveURL('/subscriptions');
  await expect(page.getByRole('heading', { name: 'We look for your payment' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  const finance = await windowOf(browser, 'finance');
  await finance.goto(`/admin/payments/${paymentId}`);
  await bar(finance)
    .getByRole('button', { name: /Send proof back/ })
    .click();
  await dialog(finance).getByLabel('Reason').selectOption('unreadable');
  await expect(dialog(finance)).toContainText('We could not read your proof.');
  await clean(finance);
  await dialog(finance).getByRole('button', { name: 'Send proof back' }).click();
  await expect(toast(finance, 'Proof sent back')).toBeVisible();

  await page.goto(`/payments/${paymentId}`);
  await expect(page.getByText('We could not read your proof.')).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Call this off' }).click();
  await dialog(page).getByRole('button', { name: 'Call it off' }).click();
  await expect(page.getByRole('heading', { name: 'You called this off. Nothing was taken.' })).toBeVisible();
  await looksRight(page);
  const second = await claimed(page, { plan: 'basic', price: 5000 });
  await finance.goto(`/admin/payments/${second}`);
  await bar(finance)
    .getByRole('button', { name: /Reject/ })
    .click();
  await dialog(finance).getByLabel('Reason').selectOption('not_found');
  await dialog(finance).getByRole('button', { name: 'Reject' }).click();
  await expect(toast(finance, 'Rejected')).toBeVisible();
  await page.goto(`/payments/${second}`);
  await expect(page.getByRole('heading', { name: 'This payment was not taken' })).toBeVisible();
  await expect(page.getByText('We could not find your payment')).toBeVisible();
});

test('two people give a payment back, and the page says what went back', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  const paymentId = await claimed(page);
  const first = await windowOf(browser, 'finance');
  const second = await windowOf(browser, 'admin');
  await confirm(first, paymentId);
  await first.goto(`/admin/payments/${paymentId}`);
  await bar(first)
    .getByRole('button', { name: /Give back/ })
    .click();
  await dialog(first).getByLabel('Reason').selectOption('given_back_as_asked');
  await dialog(first).getByRole('button', { name: 'Give back' }).click();
  await expect(toast(first, 'Prepared')).toBeVisible();
  await expect(bar(first)).toContainText('somebody else of finance or admin approves it');
  await looksRight(first);

  await second.goto(`/admin/payments/${paymentId}`);
  await expect(second.getByRole('region', { name: 'Two pairs of eyes' })).toContainText('404512345');
  await bar(second)
    .getByRole('button', { name: /Approve return/ })
    .click();
  await dialog(second).getByRole('button', { name: 'Approve return' }).click();
  await expect(toast(second, 'Approved')).toBeVisible();
  await page.goto(`/payments/${paymentId}`);
  await expect(page.getByRole('heading', { name: 'Your money goes back to you' })).toBeVisible();

  await bar(second)
    .getByRole('button', { name: /Record as returned/ })
    .click();
  await dialog(second)
    .getByLabel('Bank reference')
    .fill(`BACK ${randomUUID().slice(0, 8)}`);
  await expect(dialog(second).getByLabel('Sent on')).toHaveValue(jamaicaDay(new Date()));
  await dialog(second).getByRole('button', { name: 'Record as returned' }).click();
  await expect(toast(second, 'Returned')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your money went back' })).toBeVisible();
  await expect(page.getByText('You asked for it.')).toBeVisible();
  await looksRight(page);
  await page.goto('/subscriptions');
  await expect(plan(page, 'Personal')).not.toContainText('Current Plan');
});

test('a plan or a place that cannot be laid down says so, and stays chosen', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  await page.goto('/subscriptions');
  await page.route(/\/(subscriptions\/subscribe|workshops\/register)$/, (route) => route.abort());
  const unreachable = 'We could not reach the server.';
  await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
  await paysBy(page, 'Bank transfer').check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await told(page, 'Could not create subscription', unreachable);
  await expect(paysBy(page, 'Bank transfer')).toBeChecked();
  await dialog(page).locator('header').getByRole('button', { name: 'Close' }).click();
  const wallet = page.getByRole('article', { name: 'Your first wallet', exact: true });
  await wallet.getByRole('button', { name: /Join Now.*online/ }).click();
  await paysBy(page, 'Bank transfer').check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await told(page, 'Could not submit registration', unreachable);
  await page.context().close();
});

test('a proof that is too large or whose line breaks says so in its own words', async ({ page }) => {
  await signIn(page, 'enhanced');
  const asked = { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000 };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', asked);
  await page.goto(`/payments/${paymentId}`);
  const chooser = page.getByLabel('Payment confirmation');
  const large = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await chooser.setInputFiles(large);
  await told(page, 'File too large', 'Max 10MB');
  await page.route('**/api/files**', (route) => route.abort());
  await chooser.setInputFiles(slip());
  const lost = toast(page, 'Upload Failed');
  await expect(lost).toContainText('Network error while uploading proof. Please check your connection and try again.', {
    timeout: 15_000,
  });
  await page.unroute('**/api/files**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.route('**/payments/claim', (route) => route.abort());
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await told(page, 'Could not submit subscription', 'We could not reach the server.');
  await ask(page, 'payments/callOff', { paymentId });
});
