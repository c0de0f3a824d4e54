import { randomUUID } from 'node:crypto';
import { type Browser, expect } from '@playwright/test';
import { cameIn } from '../orders.ts';
import { test } from './journey.ts';
import { slip, upload } from './papers.ts';
import { ask, bar, clean, dialog, fits, type Placed, placedBuy, toast, windowOf } from './scene.ts';

/** A buy whose customer says that it is paid. */
async function claimedBuy(browser: Browser, amount: string): Promise<Placed> {
  const page = await windowOf(browser, 'tier2');
  const placed = await placedBuy(page, amount);
  const proofFile = await upload(page, 'transaction-proof', slip());
  await ask(page, 'trading/claimPayment', { orderId: placed.orderId, proofFile });
  await page.context().close();
  return placed;
}

test('a payment on the wrong order is taken off by two, stands as unassigned, is attached', async ({ browser }) => {
  const wrong = await claimedBuy(browser, '20321');
  const right = await claimedBuy(browser, '20321');
  const first = await windowOf(browser, 'finance');
  const second = await windowOf(browser, 'admin');
  const reference = `NCB ${randomUUID().slice(0, 8)}`;
  await ask(first, 'desk/confirmReceived', cameIn(wrong.orderId, { amount: '20321', reference }));

  await first.goto(`/admin/orders/${wrong.orderId}`);
  await bar(first).getByRole('button', { name: 'Take payment off' }).click();
  await expect(dialog(first)).toContainText('J$20,321.00');
  await dialog(first).getByLabel('Reason').selectOption('belongs_elsewhere');
  await expect(dialog(first)).toContainText('You need not do anything');
  await dialog(first).getByLabel('Where it is seen').fill('The bank line names the other order of that day.');
  await clean(first);
  await dialog(first).getByRole('button', { name: 'Ask to take it off' }).click();
  await expect(toast(first, 'Asked for')).toBeVisible();

  await second.goto(`/admin/orders/${wrong.orderId}`);
  await bar(second).getByRole('button', { name: 'Approve undoing' }).click();
  await expect(dialog(second)).toContainText('it was not for this order');
  await dialog(second).getByRole('button', { name: 'Approve undoing' }).click();
  await expect(toast(second, 'Undone')).toBeVisible();

  const customer = await windowOf(browser, 'tier2');
  await customer.goto(`/orders/${wrong.orderId}`);
  await expect(customer.getByText('We go on looking for yours.').first()).toBeVisible();
  await expect(customer.locator('body')).not.toContainText(reference);

  await first.goto('/admin/unassigned');
  const line = first.getByRole('listitem', { name: `J$20,321.00, ${reference}` });
  await expect(line).toContainText(wrong.reference);
  for (const width of [360, 1280]) {
    await first.setViewportSize({ width, height: 800 });
    await fits(first);
    await clean(first);
  }
  // It came off the order by the word of the second person, and bears that name until somebody takes it over.
  await expect(line).toContainText(/Looked after by (?!you)\w+ \w+\. To be settled by /);
  await line.getByRole('button', { name: /^Take over/ }).click();
  await expect(toast(first, 'Yours now')).toBeVisible();
  await expect(line).toContainText('Looked after by you');
  await expect(line.getByRole('button', { name: /^Take over/ })).toHaveCount(0);
  await line.getByRole('button', { name: /^Attach/ }).click();
  await dialog(first).getByLabel('Order or payment').fill(right.reference.toLowerCase());
  // It is of another name than the customer's.
  await dialog(first).getByLabel('Note for staff').fill('They wrote whose account it is.');
  await clean(first);
  await dialog(first).getByRole('button', { name: 'Attach' }).click();
  await expect(toast(first, 'Attached')).toBeVisible();
  await expect(line).toHaveCount(0);
  await first.goto(`/admin/orders/${right.orderId}`);
  await expect(first.getByRole('heading', { level: 1 })).toContainText('Take into work');
});
