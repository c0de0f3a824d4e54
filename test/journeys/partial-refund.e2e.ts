import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { buildBankReceipt } from '../payments.ts';
import { test } from './journey.ts';
import { createProof, upload } from './sample-files.ts';
import { ask, bar, dialog, expectNoAxeFindings, fits, openCustomerWindow, openWindowFor, toast } from './scene.ts';

async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
  }
}

async function payPlan(page: Page, finance: Page): Promise<string> {
  const input = { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000 };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', input);
  await ask(page, 'payments/claim', { paymentId, proofFile: await upload(page, 'subscription-proof', createProof()) });
  await ask(finance, 'paymentsDesk/receive', buildBankReceipt(paymentId, { payerHolder: 'Kerry-Ann Brown' }));
  return paymentId;
}

const openAction = (page: Page, action: RegExp) => bar(page).getByRole('button', { name: action }).click();
const submit = (page: Page, action: string) => dialog(page).getByRole('button', { name: action }).click();

async function expectPartialRefund(page: Page, reference: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Paid and partly refunded' })).toBeVisible();
  await expect(page.getByText('We refunded J$1,500.00 and kept J$4,500.00.')).toBeVisible();
  await expect(page.getByText("You didn't get everything you paid for.")).toBeVisible();
  await looksRight(page);
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await expect(page.getByText('Partly refunded').first()).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
  await looksRight(page);
  await page.goto('/transactions');
  await expect(page.getByText('J$1,500.00 refunded, J$4,500.00 kept')).toBeVisible();
  await looksRight(page);
  await page.goto('/subscriptions');
  await expect(page.getByRole('article', { name: 'Personal', exact: true })).toContainText('Current Plan');
}

/** The bank refused the refund, so two people undo it. It can be proposed again. */
async function undoRefund(first: Page, second: Page): Promise<void> {
  await second.reload();
  await openAction(second, /Undo a refund/);
  await dialog(second).getByLabel('Reason').selectOption('refused_at_once');
  await submit(second, 'Propose undo');
  await expect(dialog(second)).toContainText('Say where you see this, in at least 20 characters');
  await dialog(second).getByLabel('Evidence').fill('The page of the bank says: refused, account closed.');
  await looksRight(second);
  await submit(second, 'Propose undo');
  await expect(toast(second, 'Proposed')).toBeVisible();
  await expect(bar(second)).toContainText('You proposed this');
  await expect(bar(second).getByRole('button', { name: /Record refund/ })).toHaveCount(0);
  await first.reload();
  await expect(first.getByRole('region', { name: 'Two-person approval' })).toContainText('proposed to undo');
  await openAction(first, /Approve undo/);
  await looksRight(first);
  await submit(first, 'Approve undo');
  await expect(toast(first, 'Undone')).toBeVisible();
  await expect(bar(first).getByRole('button', { name: /^Refund/ })).toBeVisible();
}

test('two people refund a part, and the customer sees how much was refunded and kept', async ({ browser }) => {
  const { page } = await openCustomerWindow(browser, 'Brown');
  const first = await openWindowFor(browser, 'finance');
  const second = await openWindowFor(browser, 'admin');
  const paymentId = await payPlan(page, first);

  await first.goto(`/admin/payments/${paymentId}`);
  await openAction(first, /^Refund/);
  const amount = dialog(first).getByLabel('Amount');
  await expect(amount).toHaveValue('6000.00');
  await dialog(first).getByLabel('Reason').selectOption('not_all_given');
  await amount.fill('');
  await submit(first, 'Refund');
  await expect(dialog(first)).toContainText('Enter the amount');
  await amount.fill('6000.01');
  await submit(first, 'Refund');
  await expect(dialog(first)).toContainText('You can refund up to J$6,000.00.');
  await looksRight(first);
  await amount.fill('1,500');
  await submit(first, 'Refund');
  await expect(toast(first, 'Prepared')).toBeVisible();

  await second.goto(`/admin/payments/${paymentId}`);
  const approval = second.getByRole('region', { name: 'Two-person approval' });
  await expect(approval).toContainText('J$1,500.00');
  await expect(approval).toContainText('J$4,500.00');
  await openAction(second, /Approve refund/);
  await expect(dialog(second)).toContainText('The product stays active.');
  await looksRight(second);
  await submit(second, 'Approve refund');
  await expect(toast(second, 'Approved')).toBeVisible();
  await expect(second.getByRole('heading', { level: 1 })).toContainText('Refund part');

  await page.goto(`/payments/${paymentId}`);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();

  await openAction(second, /Record refund/);
  const reference = `BACK ${randomUUID().slice(0, 8)}`;
  await dialog(second).getByLabel('Bank reference').fill(reference);
  await expect(dialog(second).getByLabel('Sent on')).toHaveValue(jamaicaDay(new Date()));
  await submit(second, 'Record refund');
  await expect(toast(second, 'Refunded')).toBeVisible();
  await expect(second.getByText('J$1,500.00 refunded, J$4,500.00 kept')).toBeVisible();
  await looksRight(second);

  await expectPartialRefund(page, reference);

  // Refunding the rest ends the plan.
  await first.goto(`/admin/payments/${paymentId}`);
  await openAction(first, /^Refund/);
  await expect(dialog(first).getByLabel('Amount')).toHaveValue('4500.00');
  await dialog(first).getByLabel('Reason').selectOption('given_back_as_asked');
  await submit(first, 'Refund');
  await expect(toast(first, 'Prepared')).toBeVisible();
  await second.goto(`/admin/payments/${paymentId}`);
  await openAction(second, /Approve refund/);
  await expect(dialog(second)).toContainText('The product ends.');
  await submit(second, 'Approve refund');
  await expect(toast(second, 'Approved')).toBeVisible();
  await page.goto(`/payments/${paymentId}`);
  await expect(page.getByText('We have your J$4,500.00.')).toBeVisible();
  await undoRefund(first, second);
});
