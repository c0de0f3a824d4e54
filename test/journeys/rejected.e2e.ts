import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { cameIn } from '../orders.ts';
import { bankLine } from '../payments.ts';
import { test } from './journey.ts';
import { slip, upload } from './papers.ts';
import { ask, bar, clean, customerIn, dialog, looksRight, placedBuy, toast, windowOf } from './scene.ts';

/** Two people decide: whoever says no says why, and whoever asked reads it where the thing has its history. */

const history = (page: Page) => page.locator('details.past').filter({ hasText: 'Rejected' });
const does = (page: Page, act: string) => dialog(page).getByRole('button', { name: act, exact: true }).click();

test('the return of a payment is rejected with a reason, which the payment keeps', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  const [first, second] = [await windowOf(browser, 'finance'), await windowOf(browser, 'admin')];
  const asked = { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000 };
  const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', asked);
  await ask(page, 'payments/claim', { paymentId, proofFile: await upload(page, 'subscription-proof', slip()) });
  await ask(first, 'paymentsDesk/receive', bankLine(paymentId, { payerHolder: 'Kerry-Ann Brown' }));
  const back = { paymentId, amount: '1000.00', reasonCode: 'given_back_as_asked', note: '' };
  await ask(first, 'paymentsDesk/prepareReturn', back);

  await second.goto(`/admin/payments/${paymentId}`);
  await bar(second)
    .getByRole('button', { name: /Take return back/ })
    .click();
  await does(second, 'Take return back');
  await expect(dialog(second)).toContainText('Say why it is rejected');
  await dialog(second).getByLabel('Why it is rejected').fill('She asked for nothing back');
  await clean(second);
  await does(second, 'Take return back');
  await expect(toast(second, 'Taken back')).toBeVisible();

  // Whoever asked reads it; taking back one's own needs no word.
  await first.goto(`/admin/payments/${paymentId}`);
  await history(first).locator('summary').click();
  await expect(history(first)).toContainText('“She asked for nothing back”');
  await expect(history(first)).toContainText(/rejected by .+; .+ had asked for it/);
  await looksRight(first);
  await ask(first, 'paymentsDesk/prepareReturn', back);
  await first.reload();
  await bar(first)
    .getByRole('button', { name: /Take return back/ })
    .click();
  await expect(dialog(first).getByLabel('Note for staff')).toBeVisible();
  await does(first, 'Take return back');
  await expect(toast(first, 'Taken back')).toBeVisible();
  await expect(history(first).locator('li')).toHaveCount(1);
});

test('an order says in its story why a second person did not agree', async ({ browser }) => {
  const customer = await windowOf(browser, 'tier2');
  const { orderId } = await placedBuy(customer, '20654');
  const proofFile = await upload(customer, 'transaction-proof', slip());
  await ask(customer, 'trading/claimPayment', { orderId, proofFile });
  const [first, second] = [await windowOf(browser, 'finance'), await windowOf(browser, 'admin')];
  const reference = `NCB ${randomUUID().slice(0, 8)}`;
  await ask(first, 'desk/confirmReceived', cameIn(orderId, { amount: '20654', reference }));
  const evidence = 'The bank line names another order of that day.';
  type File = { order: { movements: { id: string }[] } };
  const { order } = await ask<File>(first, 'desk/order', { orderId });
  const off = { orderId, movementId: order.movements[0]?.id, reasonCode: 'belongs_elsewhere', evidence, note: '' };
  await ask(first, 'desk/undoPayIn', off);

  await second.goto(`/admin/orders/${orderId}`);
  await bar(second)
    .getByRole('button', { name: /Leave it approved/ })
    .click();
  await does(second, 'Leave it approved');
  await expect(dialog(second)).toContainText('Say why it is rejected');
  await dialog(second).getByLabel('Why it is rejected').fill('The line names this order and no other');
  await does(second, 'Leave it approved');
  await expect(toast(second, 'Left as it is')).toBeVisible();
  await first.goto(`/admin/orders/${orderId}`);
  await expect(first.getByText('“The line names this order and no other”')).toBeVisible();
});

test('news that were rejected stand there with why, and the log of acts says it too', async ({ browser }) => {
  const subject = `Half price ${randomUUID().slice(0, 8)}`;
  const [first, second] = [await windowOf(browser, 'finance'), await windowOf(browser, 'admin')];
  await ask(first, 'news/propose', { subject, text: 'For a week.', path: '/courses', why: 'Carnival' });
  await second.goto('/admin/news');
  const waiting = second.locator('.proposal').filter({ hasText: subject });
  await waiting.getByRole('button', { name: 'Reject' }).click();
  await does(second, 'Reject');
  await expect(dialog(second)).toContainText('Say why it is rejected');
  await dialog(second).getByLabel('Why').fill('We sell nothing at half price');
  await does(second, 'Reject');
  const kept = second.getByRole('region', { name: 'Rejected' });
  await expect(kept).toContainText(subject);
  await expect(kept).toContainText('Rejected: “We sell nothing at half price”');
  await looksRight(second);
  await second.goto('/admin/audit');
  const entry = second.getByText('We sell nothing at half price').first();
  await second.locator('main li, main tr').filter({ hasText: /news/i }).first().click();
  await expect(entry).toBeVisible();
});
