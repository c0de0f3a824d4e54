import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { bitcoinAddress } from '../orders.ts';
import { type Steps, story, test } from './journey.ts';
import { createProof, upload } from './sample-files.ts';
import { ask, bar, dialog, expectNoAxeFindings, openWindowFor, type Placed, placeBuy, send, toast } from './scene.ts';

async function placeClaimedBuy(browser: Browser, amount: string): Promise<Placed> {
  const page = await openWindowFor(browser, 'tier2');
  const placed = await placeBuy(page, amount);
  const proofFile = await upload(page, 'transaction-proof', createProof());
  await ask(page, 'trading/claimPayment', { orderId: placed.orderId, proofFile });
  await page.context().close();
  return placed;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const ordersAtTheDeskSteps: Steps = {
  'two people complete a claimed buy, and neither can do it alone': async ({ browser }) => {
    const { orderId, reference } = await placeClaimedBuy(browser, '20123');
    const first = await openWindowFor(browser, 'finance');
    const second = await openWindowFor(browser, 'admin');

    await first.goto('/admin');
    await expect(first.locator('.q tbody tr').first()).toBeVisible();
    await first.keyboard.press('/');
    await first.keyboard.type(reference);
    await expect(first.locator('.q tbody tr')).toHaveCount(1);
    await first.locator('.q tbody tr').click();
    await expect(first.getByRole('heading', { level: 2 })).toContainText('Confirm money, J$20,123.00');
    await expect(first.getByRole('img', { name: 'Proof of payment, uploaded by the customer' })).toBeVisible();
    await expectNoAxeFindings(first);

    await first.getByLabel('Amount, found').fill('19,000');
    await expect(first.locator('.cmp')).toContainText('Differs');
    await first.getByLabel('Sender, found').fill('GRANT Tamara');
    await first.getByLabel('Reference, found').fill(reference.toLowerCase());
    const line = `NCB-${randomUUID().slice(0, 8)}`;
    await first.getByLabel('Bank line, found').fill(line);
    await bar(first).getByRole('button', { name: 'Confirm received' }).click();
    await dialog(first).getByLabel("Payer's bank").fill('Demo Bank of Jamaica');
    await dialog(first).getByLabel("Payer's account").fill('404512345');
    await dialog(first).getByRole('button', { name: 'Confirm payment' }).click();
    await expect(dialog(first)).toContainText('The order is for J$20,123.00');
    await expect(dialog(first).getByLabel('Bank line')).toHaveValue(line);
    await dialog(first).getByLabel('Amount that arrived').fill('20123');
    await dialog(first).getByRole('button', { name: 'Confirm payment' }).click();
    await expect(toast(first, 'Confirmed')).toContainText(reference);
    await expect(first.getByRole('row', { name: 'Sender Tamara Grant GRANT Tamara Same' })).toBeVisible();

    await first.keyboard.press('s');
    await dialog(first).getByRole('button', { name: 'Start processing' }).click();
    await expect(toast(first, 'Processing started')).toBeVisible();
    await first.keyboard.press('p');
    const hash = randomUUID().replaceAll('-', '').repeat(2);
    await expect(dialog(first)).toContainText(bitcoinAddress);
    await dialog(first).getByRole('button', { name: 'Prepare payout' }).click();
    await expect(toast(first, 'Prepared')).toBeVisible();
    await expect(bar(first).getByRole('button', { name: 'Approve payout' })).toHaveCount(0);
    await expect(bar(first)).toContainText('you prepared it. Ask a colleague in finance or admin');
    const { json: file } = await (await send(first, 'desk/order', { orderId })).json();
    const alone = await send(first, 'desk/approvePayout', { orderId, proposalId: file.waiting.id, note: '' });
    expect(alone.status()).toBe(403);

    await second.goto(`/admin/orders/${orderId}`);
    await expect(heading(second)).toContainText('Approve payout');
    await expect(second.getByRole('region', { name: 'Two-person approval' })).toContainText(
      'Fiona Reid prepared the payout',
    );
    await second.keyboard.press('a');
    await expect(dialog(second)).toContainText(bitcoinAddress);
    await expectNoAxeFindings(second);
    await dialog(second).getByRole('button', { name: 'Approve payout' }).click();
    await expect(toast(second, 'Approved')).toBeVisible();

    await expect(first.locator('.panel')).toContainText('Adrian Whyte approved it');
    await first.keyboard.press('d');
    await expect(dialog(first)).toContainText(bitcoinAddress);
    await dialog(first).getByLabel('Transaction hash').fill(`https://mempool.space/tx/${hash}`);
    await expectNoAxeFindings(first);
    await dialog(first).getByRole('button', { name: 'Record as sent' }).click();
    await expect(toast(first, 'Completed')).toContainText(reference);
    await expect(first.locator('.q tbody tr')).toHaveCount(0);
    await expect(heading(second)).toContainText('Completed');
  },

  'a late payment in another amount is shown with both amounts': async ({ browser }) => {
    const customer = await openWindowFor(browser, 'tier2');
    const { orderId, reference } = await placeBuy(customer, '20789');
    await ask(customer, 'trading/cancelOwn', { orderId });
    const proofFile = await upload(customer, 'transaction-proof', createProof());
    await ask(customer, 'trading/claimPayment', { orderId, proofFile });
    const first = await openWindowFor(browser, 'finance');
    await first.goto(`/admin/orders/${orderId}`);
    await bar(first).getByRole('button', { name: 'Attach late payment' }).click();
    await dialog(first)
      .getByLabel('Bank line')
      .fill(`NCB-${randomUUID().slice(0, 8)}`);
    await dialog(first).getByLabel('Amount that arrived').fill('19000');
    await dialog(first).getByLabel('Paid by').fill('Tamara Grant');
    await dialog(first).getByLabel("Payer's bank").fill('Demo Bank of Jamaica');
    await dialog(first).getByLabel("Payer's account").fill('404512345');
    await dialog(first).getByRole('button', { name: 'Confirm payment' }).click();
    await expect(toast(first, 'Attached')).toContainText(reference);
    await expect(heading(first)).toContainText('Refund money, J$19,000.00');
    await expect(first.getByRole('row', { name: 'Amount J$20,789.00 J$19,000.00 Differs' })).toBeVisible();
    await expect(first.locator('.panel')).toContainText('Arrived');
  },

  'compliance holds and releases an order, and support can only add notes': async ({ browser }) => {
    const { orderId } = await placeClaimedBuy(browser, '20456');
    const path = `/admin/orders/${orderId}`;
    const compliance = await openWindowFor(browser, 'compliance');
    await compliance.goto(path);
    await expect(bar(compliance)).toBeVisible();
    await compliance.keyboard.press('h');
    await dialog(compliance).getByRole('button', { name: 'Hold' }).click();
    await expect(dialog(compliance).locator('.err')).toHaveText('Choose a reason');
    await dialog(compliance).getByLabel('Reason').selectOption('unusual_pattern');
    await expect(dialog(compliance)).toContainText("Customer sees: We're still checking your order.");
    await dialog(compliance).getByRole('button', { name: 'Hold' }).click();
    await expect(toast(compliance, 'Held')).toBeVisible();
    await expect(compliance.locator('.held')).toContainText('A case is open');

    const support = await openWindowFor(browser, 'support');
    await support.goto(path);
    await expect(bar(support).getByRole('button')).toHaveCount(1);
    await bar(support).getByRole('button', { name: 'Note' }).click();
    await dialog(support).getByLabel('Note').fill('Called: she waits.');
    await dialog(support).getByRole('button', { name: 'Add note' }).click();
    await expect(support.getByText('“Called: she waits.”')).toBeVisible();

    await compliance.keyboard.press('l');
    await dialog(compliance).getByRole('button', { name: 'Release' }).click();
    await expect(toast(compliance, /^Released/)).toBeVisible();
    await expect(compliance.locator('.held')).toHaveCount(0);
  },
};

test('orders at the desk', story(ordersAtTheDeskSteps));

const adminAreaSteps: Steps = {
  'a setting changes once a second person approves it, and its history names both': async ({ browser }) => {
    const first = await openWindowFor(browser, 'finance');
    const second = await openWindowFor(browser, 'admin');
    const fee = (page: Page) => page.getByRole('region', { name: 'Fee', exact: true });

    await first.goto('/admin/settings');
    await expect(fee(first)).toBeVisible();
    await expectNoAxeFindings(first);
    await fee(first).getByRole('button', { name: 'Propose a change' }).click();
    await fee(first).getByLabel('Fee on trades').fill('7.755');
    await fee(first).getByRole('button', { name: 'Propose' }).click();
    await expect(fee(first).locator('.err')).toBeVisible();
    await fee(first).getByLabel('Fee on trades').fill('7.75');
    await fee(first).getByRole('button', { name: 'Propose' }).click();
    await expect(toast(first, 'Proposed')).toBeVisible();
    await expect(fee(first).getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await expect(fee(first).getByRole('button', { name: 'Approve' })).toHaveCount(0);

    await second.goto('/admin/settings');
    await expect(fee(second).getByRole('row', { name: 'Fee on trades 8 % 7.75 %' })).toBeVisible();
    await expectNoAxeFindings(second);
    await fee(second).getByRole('button', { name: 'Approve' }).click();
    await dialog(second).getByRole('button', { name: 'Apply change' }).click();
    await expect(toast(second, 'Approved')).toBeVisible();
    await expect(fee(first).locator('dd').first()).toHaveText('7.75 %');
    await fee(first).getByText('History').click();
    await expect(fee(first)).toContainText('proposed by finance@demo.test, approved by admin@demo.test');

    // Restores the fee that other journeys expect.
    await fee(second).getByRole('button', { name: 'Propose a change' }).click();
    await fee(second).getByLabel('Fee on trades').fill('8');
    await fee(second).getByRole('button', { name: 'Propose' }).click();
    await fee(first).getByRole('button', { name: 'Approve' }).click();
    await dialog(first).getByRole('button', { name: 'Apply change' }).click();
    await expect(fee(first).locator('dd').first()).toHaveText('8 %');
  },

  'visitors and customers cannot open the admin area': async ({ browser, page }) => {
    await page.goto('/admin');
    await expect(heading(page)).toHaveText('You must be logged in to access these features');
    const customer = await openWindowFor(browser, 'tier1');
    for (const path of ['/admin', '/admin/settings']) {
      expect((await customer.goto(path))?.status()).toBe(404);
      await expect(heading(customer)).toHaveText('Oops! Page not found');
    }
    expect((await send(customer, 'desk/queue')).status()).toBe(403);
  },

  'opening a customer while the search is still running leads to that customer': async ({ browser }) => {
    const support = await openWindowFor(browser, 'support');
    await support.goto('/admin/customers');
    await support.getByLabel('Search customers').fill('tier1');
    await support
      .getByRole('row', { name: 'tier1@demo.test' })
      .getByRole('link')
      .first()
      .evaluate((link: HTMLElement) => {
        link.focus();
        link.click();
        // Blocks the main thread, as a busy device does.
        for (const until = performance.now() + 1_000; performance.now() < until; );
      });
    await expect(support).toHaveURL(/\/admin\/customers\/[0-9a-f-]{36}/);
  },
};

test('the admin area', story(adminAreaSteps));
