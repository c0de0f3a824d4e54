import { expect, type Locator } from '@playwright/test';
import { bitcoinAddress } from '../orders.ts';
import { phone } from './identity-scene.ts';
import { type Steps, story, test } from './journey.ts';
import { createProof } from './sample-files.ts';
import { ask, dialog, expectGoodLayout, expectToast, newCustomer, placeBuy, region } from './scene.ts';

test.use(phone);

const payeeSteps: Steps = {
  'a customer saves a wallet and a bank account on the profile, and removes the wallet': async ({ page }) => {
    await newCustomer(page, 'Brown');
    await page.goto('/profile#payees');
    const [wallets, accounts] = [region(page, 'Wallets'), region(page, 'Bank accounts')];
    await wallets.getByRole('button', { name: 'Save a wallet' }).click();
    await dialog(page).getByRole('button', { name: 'Save wallet' }).click();
    await expect(dialog(page).getByText('Please enter a name')).toBeVisible();
    await dialog(page).getByLabel('Name').fill('My Ledger');
    await dialog(page).getByLabel('Network').selectOption('bitcoin');
    await dialog(page).getByLabel('Wallet address').fill(bitcoinAddress);
    await dialog(page).getByRole('button', { name: 'Save wallet' }).click();
    await expectToast(page, 'Saved', 'You can choose it in your next order.');
    await expect(wallets.getByText(bitcoinAddress)).toBeVisible();

    await accounts.getByRole('button', { name: 'Save a bank account' }).click();
    await expect(dialog(page).getByLabel('Account holder name')).toHaveValue('Kerry-Ann Brown');
    await dialog(page).getByLabel('Name', { exact: true }).fill('Savings');
    await dialog(page).getByLabel('Bank name').fill('JN Bank');
    await dialog(page).getByLabel('Account number').fill('123 456 789');
    await dialog(page).getByRole('button', { name: 'Save account' }).click();
    await expect(accounts.getByText('123456789')).toBeVisible();
    await expectGoodLayout(page);

    await wallets.getByRole('button', { name: 'Remove My Ledger' }).click();
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
    await expectToast(page, 'Removed', 'Your orders stay the same.');
    await expect(wallets.getByText(bitcoinAddress)).toHaveCount(0);
  },

  'a repeated buy with a saved wallet takes three taps and the amount on a phone': async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await newCustomer(page, 'Brown');
    const wallet = { label: 'My Ledger', network: 'bitcoin', walletAddress: bitcoinAddress, destinationTag: '' };
    await ask(page, 'trading/saveWallet', wallet);
    await page.goto('/trading');
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByLabel('You pay').fill('2000');
    await page.getByRole('radio', { name: /My Ledger/ }).check();
    await page.getByRole('button', { name: 'Pay with Bank Transfer' }).click();
    await expect(dialog(page).getByText('Savings')).toBeVisible();

    await page.goto('/dashboard');
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.click();
    };
    await tap(page.getByRole('link', { name: 'Start Trading' }));
    await page.getByLabel('You pay').pressSequentially('2500');
    await tap(page.getByText('My Ledger'));
    await expect(page.getByText(bitcoinAddress)).toBeInViewport();
    await tap(page.getByRole('button', { name: 'Pay with Bank Transfer' }));
    await expect(dialog(page).getByText('Savings')).toBeVisible();
    expect(taps).toBeLessThanOrEqual(4);
  },

  'a repeated sale takes five taps and the amount on a phone': async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await newCustomer(page, 'Brown');
    const wallet = { label: 'My Ledger', network: 'bitcoin', walletAddress: bitcoinAddress, destinationTag: '' };
    await ask(page, 'trading/saveWallet', wallet);
    const account = { bankName: 'JN Bank', accountNumber: '123456789', accountHolderName: 'Kerry-Ann Brown' };
    await ask(page, 'trading/saveAccount', { label: 'Savings', routingNumber: '', ...account });
    const show = page.getByRole('button', { name: 'Show our wallet address' });
    const sent = page.getByRole('button', { name: "I've sent it, continue" });
    const proof = page.getByLabel('Transfer confirmation');
    const submit = page.getByRole('button', { name: 'Submit Sell Order' });
    await page.goto('/trading?tab=sell');
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByLabel('You sell').fill('0.0001');
    await page.getByRole('radio', { name: /My Ledger/ }).check();
    await show.click();
    await sent.click();
    await page.getByLabel('Wallet type').selectOption({ label: 'Binance' });
    await proof.setInputFiles(createProof());
    await expect(page.getByRole('radio', { name: /Savings/ })).toBeChecked();
    await submit.click();
    await expect(page).toHaveURL(/\/orders\//);

    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Sell', exact: true }).click();
    await page.getByLabel('You sell').pressSequentially('0.00011');
    await show.click();
    await sent.click();
    await proof.setInputFiles(createProof());
    await submit.click();
    await expect(page).toHaveURL(/\/orders\//);
  },

  'the wallet of an order is saved on its page': async ({ page }) => {
    await newCustomer(page, 'Brown');
    const { orderId } = await placeBuy(page, '2000');
    await page.goto(`/orders/${orderId}`);
    await page.getByRole('button', { name: 'Save this wallet' }).click();
    await expect(dialog(page).getByLabel('Wallet address')).toHaveValue(bitcoinAddress);
    await dialog(page).getByLabel('Name').fill('My Ledger');
    await dialog(page).getByRole('button', { name: 'Save wallet' }).click();
    await expectToast(page, 'Saved', 'You can choose it in your next order.');
    await expect(page.getByRole('button', { name: 'Save this wallet' })).toHaveCount(0);
  },

  'an address is scanned from a QR code': async ({ page }) => {
    // Chromium on Linux has no reader for QR codes; the camera is Chromium's own.
    await page.addInitScript((rawValue) => {
      const Reader = class {
        detect = async (video: HTMLVideoElement) => (video.videoWidth > 0 ? [{ rawValue }] : []);
      };
      Object.assign(window, { BarcodeDetector: Reader });
    }, `bitcoin:${bitcoinAddress}?amount=0.01`);
    await newCustomer(page, 'Brown');
    await page.goto('/trading');
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByLabel('Network', { exact: true }).selectOption('bitcoin');
    await page.context().grantPermissions(['camera']);
    await page.getByRole('button', { name: 'Scan a QR code' }).click();
    await expect(page.getByLabel('Your BTC address')).toHaveValue(bitcoinAddress);
    await expect(dialog(page)).toHaveCount(0);
  },

  'the largest amount fills in what the limit allows': async ({ page }) => {
    await newCustomer(page, 'Brown');
    await page.goto('/trading');
    await page.getByRole('button', { name: 'Max, J$4,375' }).click();
    await expect(page.getByLabel('You pay')).toHaveValue('4,375');
    await page.getByRole('button', { name: 'Pay J$2,000' }).click();
    await expect(page.getByLabel('You pay')).toHaveValue('2,000');
  },
};

test('saved wallets and bank accounts', story(payeeSteps));
