import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { buildBankReceipt } from '../payments.ts';
import { type Steps, story, test } from './journey.ts';
import { createProof, upload } from './sample-files.ts';
import {
  ask,
  bar,
  dialog,
  expectNoAxeFindings,
  expectToast,
  fits,
  openCustomerWindow,
  openWindowFor,
  signIn,
  toast,
  waitForRedirect,
} from './scene.ts';

const working = 'Our team is working diligently to process your transaction within the next 12-48 hours.';
const plan = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const choosePayment = (page: Page, method: string) => dialog(page).getByRole('radio', { name: method });

async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
  }
}

async function createClaimedPlan(page: Page, wishes: object = {}): Promise<string> {
  const input = { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000, ...wishes };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', input);
  await ask(page, 'payments/claim', { paymentId, proofFile: await upload(page, 'subscription-proof', createProof()) });
  return paymentId;
}

const holder = 'Kerry-Ann Brown';
const confirm = (page: Page, paymentId: string, wishes: object = {}) =>
  ask(page, 'paymentsDesk/receive', buildBankReceipt(paymentId, { payerHolder: holder, ...wishes }));

const choosingAndPayingAPlanSteps: Steps = {
  'plans are visible to everyone and chosen by signed-in customers': async ({ page }) => {
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
    await waitForRedirect(page);
    await expect(page).toHaveURL('/subscriptions');
    await expect(page.getByRole('button', { name: 'Subscribe to Basic' })).toBeEnabled();
  },

  'a plan is chosen, paid by bank, confirmed by staff, active, and extended': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/subscriptions');
    await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
    await expect(dialog(page)).toContainText("Plans don't renew automatically.");
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page).getByText('Please choose how you pay')).toBeVisible();
    await looksRight(page);
    await choosePayment(page, 'Bank transfer').check();
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
    await page.getByRole('button', { name: 'Continue payment' }).click();
    await expect(dialog(page)).toContainText(reference);
    await dialog(page).getByLabel('Payment confirmation').setInputFiles(createProof());
    await sent.click();
    await expectToast(page, 'Subscription submitted', working);
    await expect(page.getByRole('heading', { name: "We're checking for your payment" })).toBeVisible();

    await confirmAsStaff(browser, reference);
    await expect(plan(page, 'Personal')).toContainText('Current Plan');
    await looksRight(page);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Manage' }).click();
    await dialog(page).getByRole('link', { name: 'Continue to payment' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Extend your subscription' })).toBeVisible();
    await expect(page).toHaveURL('/subscriptions');
    await expect(choosePayment(page, 'Bank transfer')).toBeChecked();
    await expect(dialog(page)).toContainText('when your current plan ends');
    await page.context().close();
  },

  'a plan or seat that cannot be created reports it and stays selected': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/subscriptions');
    await page.route(/\/(subscriptions\/subscribe|workshops\/register)$/, (route) => route.abort());
    const unreachable = "We couldn't reach our server.";
    await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
    await choosePayment(page, 'Bank transfer').check();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expectToast(page, 'Could not create subscription', unreachable);
    await expect(choosePayment(page, 'Bank transfer')).toBeChecked();
    await dialog(page).locator('header').getByRole('button', { name: 'Close' }).click();
    const wallet = page.getByRole('article', { name: 'Your first wallet', exact: true });
    await wallet.getByRole('button', { name: /Join Now.*online/ }).click();
    await choosePayment(page, 'Bank transfer').check();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expectToast(page, 'Could not submit registration', unreachable);
    await page.context().close();
  },

  'a proof that is too large or interrupted shows its own text': async ({ page }) => {
    await signIn(page, 'enhanced');
    const input = { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000 };
    const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', input);
    await page.goto(`/payments/${paymentId}`);
    const chooser = page.getByLabel('Payment confirmation');
    const large = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await chooser.setInputFiles(large);
    await expectToast(page, 'File too large', 'Max 10MB');
    await page.route('**/api/files**', (route) => route.abort());
    await chooser.setInputFiles(createProof());
    const lost = toast(page, 'Upload Failed');
    await expect(lost).toContainText(
      'Network error while uploading proof. Please check your connection and try again.',
      {
        timeout: 15_000,
      },
    );
    await page.unroute('**/api/files**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.route('**/payments/claim', (route) => route.abort());
    await page.getByRole('button', { name: 'I have sent the money' }).click();
    await expectToast(page, 'Could not submit subscription', "We couldn't reach our server.");
    await ask(page, 'payments/cancel', { paymentId });
  },
};

test('choosing and paying a plan', story(choosingAndPayingAPlanSteps));

async function confirmAsStaff(browser: Browser, reference: string): Promise<void> {
  const finance = await openWindowFor(browser, 'finance');
  await finance.goto('/admin/payments');
  await finance.getByLabel('Search payments').fill(reference);
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
  await form.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(form.getByText('The amount due is J$6,000.00.')).toBeVisible();
  await form.getByLabel('Amount that arrived').fill('6,000');
  await expectNoAxeFindings(finance);
  await form.getByRole('button', { name: 'Confirm payment' }).click();
  await expectToast(finance, 'Confirmed', `The payment ${reference} is confirmed`);
  await expect(finance.getByRole('heading', { level: 1 })).toContainText('Received');
  await finance.context().close();
}

const staffAndPaymentsSteps: Steps = {
  'an unreadable proof is returned with a reason, and a payment can be cancelled': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    const paymentId = await createClaimedPlan(page);
    await page.goto('/subscriptions?extend=1&plan=personal');
    await expect(page).toHaveURL('/subscriptions');
    await expect(page.getByRole('heading', { name: "We're checking for your payment" })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    const finance = await openWindowFor(browser, 'finance');
    await finance.goto(`/admin/payments/${paymentId}`);
    await bar(finance)
      .getByRole('button', { name: /Reject proof/ })
      .click();
    await dialog(finance).getByLabel('Reason').selectOption('unreadable');
    await expect(dialog(finance)).toContainText('We could not read your proof.');
    await expectNoAxeFindings(finance);
    await dialog(finance).getByRole('button', { name: 'Reject proof' }).click();
    await expect(toast(finance, 'Proof rejected')).toBeVisible();

    await page.goto(`/payments/${paymentId}`);
    await expect(page.getByText('We could not read your proof.')).toBeVisible();
    await looksRight(page);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel payment' }).click();
    await expect(page.getByRole('heading', { name: 'You cancelled this payment. Nothing was charged.' })).toBeVisible();
    await looksRight(page);
    const second = await createClaimedPlan(page, { plan: 'basic', price: 5000 });
    await finance.goto(`/admin/payments/${second}`);
    await bar(finance)
      .getByRole('button', { name: /^Reject R$/ })
      .click();
    await dialog(finance).getByLabel('Reason').selectOption('not_found');
    await dialog(finance).getByRole('button', { name: 'Reject' }).click();
    await expect(toast(finance, 'Rejected')).toBeVisible();
    await page.goto(`/payments/${second}`);
    await expect(page.getByRole('heading', { name: 'We could not accept this payment' })).toBeVisible();
    await expect(page.getByText('We could not find your payment')).toBeVisible();
  },

  'two people refund a payment, and the page shows the refund': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    const paymentId = await createClaimedPlan(page);
    const first = await openWindowFor(browser, 'finance');
    const second = await openWindowFor(browser, 'admin');
    await confirm(first, paymentId);
    await first.goto(`/admin/payments/${paymentId}`);
    await bar(first)
      .getByRole('button', { name: /^Refund/ })
      .click();
    await dialog(first).getByLabel('Reason').selectOption('given_back_as_asked');
    await dialog(first).getByRole('button', { name: 'Refund' }).click();
    await expect(toast(first, 'Prepared')).toBeVisible();
    await expect(bar(first)).toContainText('a colleague in finance or admin approves it');
    await looksRight(first);

    await second.goto(`/admin/payments/${paymentId}`);
    await expect(second.getByRole('region', { name: 'Two-person approval' })).toContainText('404512345');
    await bar(second)
      .getByRole('button', { name: /Approve refund/ })
      .click();
    await dialog(second).getByRole('button', { name: 'Approve refund' }).click();
    await expect(toast(second, 'Approved')).toBeVisible();
    await page.goto(`/payments/${paymentId}`);
    await expect(page.getByRole('heading', { name: "We're refunding you" })).toBeVisible();

    await bar(second)
      .getByRole('button', { name: /Record refund/ })
      .click();
    await dialog(second)
      .getByLabel('Bank reference')
      .fill(`BACK ${randomUUID().slice(0, 8)}`);
    await expect(dialog(second).getByLabel('Sent on')).toHaveValue(jamaicaDay(new Date()));
    await dialog(second).getByRole('button', { name: 'Record refund' }).click();
    await expect(toast(second, 'Refunded')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your refund has been sent' })).toBeVisible();
    await expect(page.getByText('You asked for this refund.')).toBeVisible();
    await looksRight(page);
    await page.goto('/subscriptions');
    await expect(plan(page, 'Personal')).not.toContainText('Current Plan');
  },
};

test('staff and payments', story(staffAndPaymentsSteps));
