import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { buildPayIn } from '../orders.ts';
import { buildBankReceipt } from '../payments.ts';
import { type Steps, story, test } from './journey.ts';
import { createProof, upload } from './sample-files.ts';
import {
  ask,
  bar,
  dialog,
  expectGoodLayout,
  expectNoAxeFindings,
  openCustomerWindow,
  openWindowFor,
  placeBuy,
  toast,
} from './scene.ts';

const history = (page: Page) => page.locator('details.past').filter({ hasText: 'Rejected' });
const submit = (page: Page, action: string) => dialog(page).getByRole('button', { name: action, exact: true }).click();

const rejectionsSteps: Steps = {
  'a refund is rejected with a reason, and the payment shows it': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    const [first, second] = [await openWindowFor(browser, 'finance'), await openWindowFor(browser, 'admin')];
    const input = { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000 };
    const { paymentId } = await ask<{ paymentId: string }>(page, 'subscriptions/subscribe', input);
    await ask(page, 'payments/claim', {
      paymentId,
      proofFile: await upload(page, 'subscription-proof', createProof()),
    });
    await ask(first, 'paymentsDesk/receive', buildBankReceipt(paymentId, { payerHolder: 'Kerry-Ann Brown' }));
    const back = { paymentId, amount: '1000.00', reasonCode: 'given_back_as_asked', note: '' };
    await ask(first, 'paymentsDesk/prepareReturn', back);

    await second.goto(`/admin/payments/${paymentId}`);
    await bar(second)
      .getByRole('button', { name: /Cancel refund/ })
      .click();
    await submit(second, 'Cancel refund');
    await expect(dialog(second)).toContainText('Enter a reason');
    await dialog(second).getByLabel('Reason for rejecting').fill('She asked for nothing back');
    await expectNoAxeFindings(second);
    await submit(second, 'Cancel refund');
    await expect(toast(second, 'Refund cancelled')).toBeVisible();

    // The proposer sees the reason. Withdrawing needs none.
    await first.goto(`/admin/payments/${paymentId}`);
    await history(first).locator('summary').click();
    await expect(history(first)).toContainText('“She asked for nothing back”');
    await expect(history(first)).toContainText(/rejected by .+, proposed by /);
    await expectGoodLayout(first);
    await ask(first, 'paymentsDesk/prepareReturn', back);
    await first.reload();
    await bar(first)
      .getByRole('button', { name: /Cancel refund/ })
      .click();
    await expect(dialog(first).getByLabel('Note for staff')).toBeVisible();
    await submit(first, 'Cancel refund');
    await expect(toast(first, 'Refund cancelled')).toBeVisible();
    await expect(history(first).locator('li')).toHaveCount(1);
  },

  'the timeline of an order shows why a second person rejected an undo': async ({ browser }) => {
    const customer = await openWindowFor(browser, 'tier2');
    const { orderId } = await placeBuy(customer, '20654');
    const proofFile = await upload(customer, 'transaction-proof', createProof());
    await ask(customer, 'trading/claimPayment', { orderId, proofFile });
    const [first, second] = [await openWindowFor(browser, 'finance'), await openWindowFor(browser, 'admin')];
    const reference = `NCB ${randomUUID().slice(0, 8)}`;
    await ask(first, 'desk/confirmReceived', buildPayIn(orderId, { amount: '20654', reference }));
    const evidence = 'The bank line names another order of that day.';
    type File = { order: { movements: { id: string }[] } };
    const { order } = await ask<File>(first, 'desk/order', { orderId });
    const off = { orderId, movementId: order.movements[0]?.id, reasonCode: 'belongs_elsewhere', evidence, note: '' };
    await ask(first, 'desk/undoPayIn', off);

    await second.goto(`/admin/orders/${orderId}`);
    await bar(second)
      .getByRole('button', { name: /Keep approval/ })
      .click();
    await submit(second, 'Keep approval');
    await expect(dialog(second)).toContainText('Enter a reason');
    await dialog(second).getByLabel('Reason for rejecting').fill('The line names this order and no other');
    await submit(second, 'Keep approval');
    await expect(toast(second, 'Approval kept')).toBeVisible();
    await first.goto(`/admin/orders/${orderId}`);
    await expect(first.getByText('“The line names this order and no other”')).toBeVisible();
  },

  'rejected news are listed with the reason, also in the audit log': async ({ browser }) => {
    const subject = `Half price ${randomUUID().slice(0, 8)}`;
    const [first, second] = [await openWindowFor(browser, 'finance'), await openWindowFor(browser, 'admin')];
    await ask(first, 'news/propose', { subject, text: 'For a week.', path: '/courses', why: 'Carnival' });
    await second.goto('/admin/news');
    const waiting = second.locator('.proposal').filter({ hasText: subject });
    await waiting.getByRole('button', { name: 'Reject' }).click();
    await submit(second, 'Reject');
    await expect(dialog(second)).toContainText('Enter a reason');
    await dialog(second).getByLabel('Reason').fill('We sell nothing at half price');
    await submit(second, 'Reject');
    const rejectedRegion = second.getByRole('region', { name: 'Rejected' });
    await expect(rejectedRegion).toContainText(subject);
    await expect(rejectedRegion).toContainText('Rejected: “We sell nothing at half price”');
    await expectGoodLayout(second);
    await second.goto('/admin/audit');
    const entry = second.getByText('We sell nothing at half price').first();
    await second.locator('main li, main tr').filter({ hasText: /news/i }).first().click();
    await expect(entry).toBeVisible();
  },
};

test('rejections', story(rejectionsSteps));
