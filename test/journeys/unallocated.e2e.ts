import { randomUUID } from 'node:crypto';
import { type Browser, expect } from '@playwright/test';
import { buildPayIn } from '../orders.ts';
import { test } from './journey.ts';
import { createProof, upload } from './sample-files.ts';
import { ask, bar, dialog, expectNoAxeFindings, fits, openWindowFor, type Placed, placeBuy, toast } from './scene.ts';

async function placeClaimedBuy(browser: Browser, amount: string): Promise<Placed> {
  const page = await openWindowFor(browser, 'tier2');
  const placed = await placeBuy(page, amount);
  const proofFile = await upload(page, 'transaction-proof', createProof());
  await ask(page, 'trading/claimPayment', { orderId: placed.orderId, proofFile });
  await page.context().close();
  return placed;
}

test('two people unlink a payment from the wrong order, and it is attached to the right one', async ({ browser }) => {
  const wrong = await placeClaimedBuy(browser, '20321');
  const right = await placeClaimedBuy(browser, '20321');
  const first = await openWindowFor(browser, 'finance');
  const second = await openWindowFor(browser, 'admin');
  const reference = `NCB ${randomUUID().slice(0, 8)}`;
  await ask(first, 'desk/confirmReceived', buildPayIn(wrong.orderId, { amount: '20321', reference }));

  await first.goto(`/admin/orders/${wrong.orderId}`);
  await bar(first).getByRole('button', { name: 'Unlink payment' }).click();
  await expect(dialog(first)).toContainText('J$20,321.00');
  await dialog(first).getByLabel('Reason').selectOption('belongs_elsewhere');
  await expect(dialog(first)).toContainText("You don't need to do anything");
  await dialog(first).getByLabel('Evidence').fill('The bank line names the other order of that day.');
  await expectNoAxeFindings(first);
  await dialog(first).getByRole('button', { name: 'Propose unlinking' }).click();
  await expect(toast(first, 'Proposed')).toBeVisible();

  await second.goto(`/admin/orders/${wrong.orderId}`);
  await bar(second).getByRole('button', { name: 'Approve undo' }).click();
  await expect(dialog(second)).toContainText('Payment that was not for this order');
  await dialog(second).getByRole('button', { name: 'Approve undo' }).click();
  await expect(toast(second, 'Undone')).toBeVisible();

  const customer = await openWindowFor(browser, 'tier2');
  await customer.goto(`/orders/${wrong.orderId}`);
  await expect(customer.getByText("We're still looking for yours.").first()).toBeVisible();
  await expect(customer.locator('body')).not.toContainText(reference);

  await first.goto('/admin/unallocated-funds');
  const line = first.getByRole('listitem', { name: `J$20,321.00, ${reference}` });
  await expect(line).toContainText(wrong.reference);
  for (const width of [360, 1280]) {
    await first.setViewportSize({ width, height: 800 });
    await fits(first);
    await expectNoAxeFindings(first);
  }
  // The money is assigned to the approver.
  await expect(line).toContainText(/Assigned to (?!you)\w+ \w+\. Due by /);
  await line.getByRole('button', { name: /^Take over/ }).click();
  await expect(toast(first, 'Assigned to you')).toBeVisible();
  await expect(line).toContainText('Assigned to you');
  await expect(line.getByRole('button', { name: /^Take over/ })).toHaveCount(0);
  await line.getByRole('button', { name: /^Attach/ }).click();
  await dialog(first).getByLabel('Order or payment').fill(right.reference.toLowerCase());
  // The payer is not the customer, so a note is required.
  await dialog(first).getByLabel('Note for staff').fill('They confirmed the owner of the account.');
  await expectNoAxeFindings(first);
  await dialog(first).getByRole('button', { name: 'Attach' }).click();
  await expect(toast(first, 'Attached')).toBeVisible();
  await expect(line).toHaveCount(0);
  await first.goto(`/admin/orders/${right.orderId}`);
  await expect(first.getByRole('heading', { level: 1 })).toContainText('Start processing');
});
