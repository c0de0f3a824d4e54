import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { bitcoinAddress, formatJamaicaTime } from '../orders.ts';
import { test } from './journey.ts';
import { createProof } from './sample-files.ts';
import {
  bar,
  compareAddress,
  completeProfile,
  dialog,
  fillSignUp,
  findMailedLink,
  newAddress,
  openWindowFor,
  passLesson,
  skipLocation,
  toast,
} from './scene.ts';

async function signUp(page: Page, email: string) {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign up' }).first().click();
  await fillSignUp(page, { email });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/verify-email\?email=/);
}

async function completeOrder(
  order: string,
  [first, second]: [Page, Page],
  arrived: { amount: string; line: string; from: Record<string, string>; out: string },
) {
  await first.goto(`/admin/orders/${order}`);
  await bar(first).getByRole('button', { name: 'Confirm received' }).click();
  await dialog(first)
    .getByLabel(/^(Bank line|Transaction hash)$/)
    .fill(arrived.line);
  await dialog(first).getByLabel('Amount that arrived').fill(arrived.amount);
  for (const [label, text] of Object.entries(arrived.from)) await dialog(first).getByLabel(label).fill(text);
  if ('Sent from' in arrived.from) await dialog(first).getByLabel(/^At/).fill(formatJamaicaTime(new Date()));
  await dialog(first)
    .getByRole('button', { name: /^Confirm (payment|coins)/ })
    .click();
  await expect(toast(first, 'Confirmed')).toBeVisible();
  await bar(first).getByRole('button', { name: 'Start processing' }).click();
  await dialog(first).getByRole('button', { name: 'Start processing' }).click();
  await expect(toast(first, 'Processing started')).toBeVisible();
  await bar(first).getByRole('button', { name: 'Prepare payout' }).click();
  await dialog(first).getByRole('button', { name: 'Prepare payout' }).click();
  await expect(toast(first, 'Prepared')).toBeVisible();
  await second.goto(`/admin/orders/${order}`);
  await bar(second).getByRole('button', { name: 'Approve payout' }).click();
  await dialog(second).getByRole('button', { name: 'Approve payout' }).click();
  await expect(toast(second, 'Approved')).toBeVisible();
  await bar(first).getByRole('button', { name: 'Record as sent' }).click();
  await dialog(first)
    .getByLabel(/^(Bank reference|Transaction hash)$/)
    .fill(arrived.out);
  await dialog(first).getByRole('button', { name: 'Record as sent' }).click();
  await expect(toast(first, 'Completed')).toBeVisible();
}

async function checkReceipt(page: Page, order: string) {
  await page.goto(`/transactions/${order}/receipt`);
  await expect(page.getByRole('link', { name: /Save as PDF/ })).toBeVisible();
  const pdf = await page.request.get(`/api/receipts/${order}.pdf`);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
}

const createHash = () => randomUUID().replaceAll('-', '').repeat(2);
const findOrderRow = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

test('a visitor becomes a customer, buys, sells, and has the receipts', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const email = newAddress();
  await signUp(page, email);
  await page.goto(await findMailedLink(page, email, 'type=signup'));
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page).toHaveURL('/dashboard');
  await completeProfile(page);
  await skipLocation(page);
  await passLesson(page);
  const people: [Page, Page] = [await openWindowFor(browser, 'finance'), await openWindowFor(browser, 'admin')];

  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('2000');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await compareAddress(page, () => page.getByLabel('Your BTC address').fill(bitcoinAddress));
  await page.getByRole('button', { name: 'Pay with Bank Transfer' }).click();
  const account = page.getByRole('dialog', { name: 'Bank Transfer Payment' });
  await account.getByRole('button', { name: "I've paid, upload proof" }).click();
  const proof = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
  await proof.getByLabel('Payment confirmation').setInputFiles(createProof());
  await expect(proof.getByText('Uploaded')).toBeVisible();
  await proof.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/orders\//);
  const bought = findOrderRow(page);
  await completeOrder(bought, people, {
    amount: '2000',
    line: `NCB-${randomUUID().slice(0, 8)}`,
    from: { 'Paid by': "Kerry-Ann O'Brien", "Payer's bank": 'Demo Bank', "Payer's account": '404512376' },
    out: createHash(),
  });
  await page.goto(`/orders/${bought}`);
  await expect(page.getByRole('heading', { name: 'Your BTC is on its way to your wallet' })).toBeVisible();
  await checkReceipt(page, bought);

  await page.goto('/trading?tab=sell');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You sell').fill('0.00006');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await page.getByLabel('Sender wallet address').fill(bitcoinAddress);
  await page.getByRole('button', { name: 'Show our wallet address' }).click();
  await page.getByRole('button', { name: "I've sent it, continue" }).click();
  await page.getByLabel('Wallet type').selectOption({ label: 'Binance' });
  await page.getByLabel('Transfer confirmation').setInputFiles(createProof());
  await expect(page.getByText(/Uploaded, \d+ B/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await page.getByLabel('Bank name').fill('Demo Bank of Jamaica');
  await page.getByLabel('Account number').fill('123456789');
  await page.getByLabel('Account holder name').fill("Kerry-Ann O'Brien");
  await page.getByRole('button', { name: 'Submit Sell Order' }).click();
  await expect(page).toHaveURL(/\/orders\//);
  const sold = findOrderRow(page);
  await completeOrder(sold, people, {
    amount: '0.00006',
    line: createHash(),
    from: { 'Sent from': bitcoinAddress },
    out: `RTGS-${randomUUID().slice(0, 8)}`,
  });
  await checkReceipt(page, sold);
});
