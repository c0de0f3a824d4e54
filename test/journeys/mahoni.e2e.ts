import { type Browser, expect, type Page } from '@playwright/test';
import { formatJamaicaTime } from '../orders.ts';
import { solanaAddress, solanaHash } from '../payments.ts';
import { test } from './journey.ts';
import { createProof } from './sample-files.ts';
import {
  bar,
  dialog,
  expectNoAxeFindings,
  expectToast,
  fits,
  openCustomerWindow,
  openWindowFor,
  region,
  toast,
} from './scene.ts';

const working = 'Our team is working diligently to process your transaction within the next 12-48 hours.';

async function looksRight(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of [['dark', 360] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
    const folder = process.env['SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}

const getDialog = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });

type Sent = { readonly sender: string; readonly due: string };

async function confirmPayment(browser: Browser, paymentId: string, { sender, due }: Sent): Promise<string> {
  const finance = await openWindowFor(browser, 'finance');
  await finance.goto(`/admin/payments/${paymentId}`);
  await expect(finance.getByText(sender).first()).toBeVisible();
  await looksRight(finance, 'desk');
  await bar(finance)
    .getByRole('button', { name: /Confirm money/ })
    .click();
  const hash = solanaHash();
  await getDialog(finance, 'Transaction hash').fill(hash);
  await getDialog(finance, 'Amount that arrived').fill('504,201.68');
  await dialog(finance).getByLabel('Sent from').fill(sender);
  await dialog(finance).getByLabel(/^At/).fill(formatJamaicaTime(new Date()));
  await getDialog(finance, 'Amount that arrived').fill('504202');
  await dialog(finance).getByRole('button', { name: 'Confirm payment' }).click();
  await expect(dialog(finance).getByText(`The amount due is exactly ${due}`)).toBeVisible();
  await getDialog(finance, 'Amount that arrived').fill(due.replace(/\sMHI/, ''));
  await expectNoAxeFindings(finance);
  await dialog(finance).getByRole('button', { name: 'Confirm payment' }).click();
  await expect(toast(finance, 'Confirmed')).toBeVisible();
  await finance.context().close();
  return hash;
}

test('a month of a plan is paid in Mahoni, from the dialog to the receipt', async ({ browser }) => {
  const { page } = await openCustomerWindow(browser, 'Brown');
  await page.goto('/transactions');
  await expect(region(page, 'Subscription Receipts')).toContainText('No subscription receipts yet.');
  await expect(region(page, 'Workshop Receipts')).toContainText('No workshop receipts yet.');
  await page.goto('/subscriptions');
  await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
  await dialog(page).getByRole('radio', { name: 'Crypto (MHI)' }).check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page)).toContainText('Send exactly this amount, to the last digit.');
  const [due = ''] = (await dialog(page).innerText()).match(/504,201\.68\d{4}\sMHI/) ?? [];
  expect(due).not.toBe('');
  await expect(dialog(page).getByRole('button', { name: 'Copy amount' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Copy our address' })).toBeVisible();
  await expect(dialog(page)).toContainText('Solana');

  const send = dialog(page).getByRole('button', { name: 'I have sent the MHI' });
  await send.click();
  await expect(dialog(page).getByText('Please enter your wallet address')).toBeVisible();
  await expect(dialog(page).getByText('Please select your wallet type')).toBeVisible();
  await expect(dialog(page).getByText('Please upload proof of transaction')).toBeVisible();
  await looksRight(page, 'dialog');
  const proof = dialog(page).getByLabel('Proof of transaction');
  await proof.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Sent') });
  await expect(toast(page, 'Invalid file')).toContainText('Only PNG, JPG, and PDF files are allowed');
  const large = Buffer.alloc(10 * 1024 * 1024 + 1, 'x');
  await proof.setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: large });
  await expect(toast(page, 'File too large')).toContainText('File size must be less than 10MB');
  await proof.setInputFiles(createProof());
  await expect(dialog(page).getByText('Uploaded')).toBeVisible();
  const sender = solanaAddress();
  await getDialog(page, 'Your wallet address').fill(sender);
  await dialog(page).getByLabel('Wallet type').selectOption('Other');
  await send.click();
  await expect(dialog(page).getByText("Please specify wallet type when 'Other' is selected")).toBeVisible();
  await dialog(page).getByLabel('Wallet type').selectOption('Phantom Wallet');
  await page.route('**/payments/claimMahoni', (route) => route.abort());
  await send.click();
  await expect(toast(page, 'Failed to submit crypto payment')).toBeVisible();
  await page.unroute('**/payments/claimMahoni');
  await send.click();
  await expectToast(page, 'Crypto payment submitted!', working);
  await expect(page.getByRole('heading', { name: "We're checking for your payment" })).toBeVisible();

  const link = page.getByRole('link', { name: 'See your payment' });
  const paymentId = ((await link.getAttribute('href')) ?? '').split('/').at(-1) ?? '';
  const hash = await confirmPayment(browser, paymentId, { sender, due });
  await page.goto('/transactions');
  const receipts = region(page, 'Subscription Receipts');
  await expect(receipts).toContainText('Personal plan, one month');
  await looksRight(page, 'transactions');
  await receipts.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  for (const text of ['J$6,000.00', 'JMD 0.00', due, 'Phantom Wallet', sender, hash])
    await expect(page.getByText(text).first()).toBeVisible();
  await looksRight(page, 'receipt');
  const pdf = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as PDF' }).click();
  expect((await pdf).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/);
  await page.context().close();
});
