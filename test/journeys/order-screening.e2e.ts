import { type Browser, expect, type Page } from '@playwright/test';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { type Steps, story, test } from './journey.ts';
import { ask, compareAddress, evmAddress, expectToast, newCustomer, openWindowFor, placeBuy, signIn } from './scene.ts';

const [listed = ''] = demoAddresses.sanctioned;
const [watched = ''] = demoAddresses.watch;
const own = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const someAmount = () => String(2_000 + Math.floor(Math.random() * 1_000));

async function openTrading(page: Page, path = '/trading'): Promise<void> {
  await signIn(page, 'tier2');
  await page.goto(path);
}

async function fillBuy(page: Page, address: string): Promise<void> {
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill(someAmount());
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await compareAddress(page, () => page.getByLabel('Your BTC address').fill(address));
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
  await page.getByRole('button', { name: 'Pay with Bank Transfer' }).click();
}

const screenedWalletsSteps: Steps = {
  'a wallet on a list is refused on the buy form, in upper case too': async ({ page }) => {
    await openTrading(page);
    await fillBuy(page, listed.toUpperCase());
    await expectToast(page, 'Wallet Blocked', "We can't accept this wallet address.");
    await expect(page).toHaveURL(/\/trading/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },

  'a wallet on a list is refused on the sell form before our wallet is shown': async ({ page }) => {
    await openTrading(page, '/trading?tab=sell');
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByLabel('You sell').fill('0.0005');
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
    const show = page.getByRole('button', { name: 'Show our wallet address' });
    await show.click();
    await expect(page.getByText('Please enter your wallet address')).toBeVisible();
    await page.getByLabel('Sender wallet address').fill(listed);
    await show.click();
    await expectToast(page, 'Wallet Blocked', "We can't accept this wallet address.");
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0);
    await page.getByLabel('Sender wallet address').fill(own);
    await show.click();
    await expect(page.getByRole('img', { name: 'QR code of our Bitcoin wallet' })).toBeVisible();
  },

  'an order to a watched wallet continues with a notice': async ({ page }) => {
    await openTrading(page);
    await fillBuy(page, watched);
    await expectToast(page, 'Wallet Screening', 'Your order continues');
    await expect(page.getByRole('dialog', { name: 'Bank Transfer Payment' })).toBeVisible();
  },

  'an order with a high score is refused with the documented message': async ({ page, browser }) => {
    await widenLimits(browser);
    await newCustomer(page, 'Reid', { isPep: true });
    // Eleven orders this month, a public office and a watched wallet: 20, 40 and 30 points.
    for (let n = 0; n < 10; n++) await placeBuy(page, `${100 + n}`, { network: 'bep20', walletAddress: evmAddress });
    await page.goto('/trading');
    await fillBuy(page, watched);
    await expectToast(page, 'Transaction Blocked', 'Our compliance team will contact you within 24 hours.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/transactions');
    await expect(page.getByRole('main').getByText(/alert|risk|screening|compliance/i)).toHaveCount(0);
  },
};

test('screened wallets', story(screenedWalletsSteps));

/** Raises the open order limit and lowers the minimum order for customers without a tier. */
async function widenLimits(browser: Browser): Promise<void> {
  const [finance, admin] = [await openWindowFor(browser, 'finance'), await openWindowFor(browser, 'admin')];
  const { order_limits, order_sizes } = demoSettings;
  for (const [key, value] of [
    ['order_limits', { ...order_limits, open: { ...order_limits.open, none: 20 }, unpaid: 500 }],
    ['order_sizes', { ...order_sizes, smallest: { ...order_sizes.smallest, buy: 100 } }],
  ] as const) {
    const { proposalId } = await ask<{ proposalId: string }>(finance, 'settings/propose', { key, value });
    await ask(admin, 'settings/decide', { proposalId, decision: 'approve' });
  }
}
