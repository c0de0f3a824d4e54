import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { bankLine } from '../payments.ts';
import { test } from './journey.ts';
import { slip, upload } from './papers.ts';
import { ask, bar, clean, customerIn, dialog, fits, toast, windowOf } from './scene.ts';

/** Looked at on a small phone in the dark, and on a wide screen by day. */
async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page);
  }
}

/** A month of a plan that its customer paid: the id of its payment. */
async function paidPlan(page: Page, finance: Page): Promise<string> {
  const asked = { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000 };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', asked);
  await ask(page, 'payments/claim', { paymentId, proofFile: await upload(page, 'subscription-proof', slip()) });
  await ask(finance, 'paymentsDesk/receive', bankLine(paymentId, { payerHolder: 'Kerry-Ann Brown' }));
  return paymentId;
}

const opens = (page: Page, act: RegExp) => bar(page).getByRole('button', { name: act }).click();
const does = (page: Page, act: string) => dialog(page).getByRole('button', { name: act }).click();

/** On the page of the payment, on its receipt, in the list and beside the plan. */
async function readsOfPart(page: Page, reference: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Paid, and a part went back' })).toBeVisible();
  await expect(page.getByText('J$1,500.00 of it went back to where it came from, and J$4,500.00 stays')).toBeVisible();
  await expect(page.getByText('You did not get all that you paid for.')).toBeVisible();
  await looksRight(page);
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByText('Part given back').first()).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
  await looksRight(page);
  await page.goto('/transactions');
  await expect(page.getByText('J$1,500.00 went back, J$4,500.00 kept')).toBeVisible();
  await looksRight(page);
  await page.goto('/subscriptions');
  await expect(page.getByRole('article', { name: 'Personal', exact: true })).toContainText('Current Plan');
}

/** The bank did not take it: two people undo what was agreed on, and it may be agreed on anew. */
async function undoneByTwo(first: Page, second: Page): Promise<void> {
  await second.reload();
  await opens(second, /Undo a return/);
  await dialog(second).getByLabel('Reason').selectOption('refused_at_once');
  await does(second, 'Ask to undo it');
  await expect(dialog(second)).toContainText('Say where it is seen, in at least 20 letters');
  await dialog(second).getByLabel('Where it is seen').fill('The page of the bank says: refused, account closed.');
  await looksRight(second);
  await does(second, 'Ask to undo it');
  await expect(toast(second, 'Asked for')).toBeVisible();
  await expect(bar(second)).toContainText('You asked for it');
  await expect(bar(second).getByRole('button', { name: /Record as returned/ })).toHaveCount(0);
  await first.reload();
  await expect(first.getByRole('region', { name: 'Two pairs of eyes' })).toContainText('asked to undo');
  await opens(first, /Approve undoing/);
  await looksRight(first);
  await does(first, 'Approve undoing');
  await expect(toast(first, 'Undone')).toBeVisible();
  await expect(bar(first).getByRole('button', { name: /Give back/ })).toBeVisible();
}

test('two people give a part back, and its customer reads how much went back and how much is kept', async ({
  browser,
}) => {
  const { page } = await customerIn(browser, 'Brown');
  const first = await windowOf(browser, 'finance');
  const second = await windowOf(browser, 'admin');
  const paymentId = await paidPlan(page, first);

  await first.goto(`/admin/payments/${paymentId}`);
  await opens(first, /Give back/);
  const amount = dialog(first).getByLabel('Amount');
  await expect(amount).toHaveValue('6000.00');
  await dialog(first).getByLabel('Reason').selectOption('not_all_given');
  await amount.fill('');
  await does(first, 'Give back');
  await expect(dialog(first)).toContainText('Enter the amount');
  await amount.fill('6000.01');
  await does(first, 'Give back');
  await expect(dialog(first)).toContainText('J$6,000.00 are left of it. No more than that can go back.');
  await looksRight(first);
  await amount.fill('1,500');
  await does(first, 'Give back');
  await expect(toast(first, 'Prepared')).toBeVisible();

  await second.goto(`/admin/payments/${paymentId}`);
  const eyes = second.getByRole('region', { name: 'Two pairs of eyes' });
  await expect(eyes).toContainText('J$1,500.00');
  await expect(eyes).toContainText('J$4,500.00');
  await opens(second, /Approve return/);
  await expect(dialog(second)).toContainText('What was paid for goes on.');
  await looksRight(second);
  await does(second, 'Approve return');
  await expect(toast(second, 'Approved')).toBeVisible();
  await expect(second.getByRole('heading', { level: 1 })).toContainText('Return a part');

  // Nothing left us yet, and the plan goes on.
  await page.goto(`/payments/${paymentId}`);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();

  await opens(second, /Record as returned/);
  const reference = `BACK ${randomUUID().slice(0, 8)}`;
  await dialog(second).getByLabel('Bank reference').fill(reference);
  await expect(dialog(second).getByLabel('Sent on')).toHaveValue(jamaicaDay(new Date()));
  await does(second, 'Record as returned');
  await expect(toast(second, 'Returned')).toBeVisible();
  await expect(second.getByText('J$1,500.00 went back, J$4,500.00 kept')).toBeVisible();
  await looksRight(second);

  await readsOfPart(page, reference);

  // What is left of it is the whole now, and takes the plan away.
  await first.goto(`/admin/payments/${paymentId}`);
  await opens(first, /Give back/);
  await expect(dialog(first).getByLabel('Amount')).toHaveValue('4500.00');
  await dialog(first).getByLabel('Reason').selectOption('given_back_as_asked');
  await does(first, 'Give back');
  await expect(toast(first, 'Prepared')).toBeVisible();
  await second.goto(`/admin/payments/${paymentId}`);
  await opens(second, /Approve return/);
  await expect(dialog(second)).toContainText('What was paid for ends.');
  await does(second, 'Approve return');
  await expect(toast(second, 'Approved')).toBeVisible();
  await page.goto(`/payments/${paymentId}`);
  await expect(page.getByText('Your J$4,500.00 is with us.')).toBeVisible();
  await undoneByTwo(first, second);
});
