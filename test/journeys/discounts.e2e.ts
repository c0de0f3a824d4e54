import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';
import { base58 } from '@scure/base';
import { applySetting } from '../settings.ts';
import { type Steps, story, test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { dialog, expectGoodLayout, expectToast, newCustomer, openWindow, placeBuy, region, signIn } from './scene.ts';

async function setState(state: 'open' | 'closed'): Promise<void> {
  const owner = await connectAsOwner();
  await applySetting({ owner } as never, 'discounts', { state });
  await owner.end();
}

/** Adds a wallet to the page, which signs without asking. Returns its address. */
async function addBrowserWallet(page: Page): Promise<string> {
  const { secretKey, publicKey } = ed25519.keygen();
  const address = base58.encode(publicKey);
  await page.exposeFunction('signText', (text: string) => [...ed25519.sign(Buffer.from(text), secretKey)]);
  await page.addInitScript((publicKey) => {
    const sign = (window as unknown as { signText: (text: string) => Promise<number[]> }).signText;
    const signMessage = async (text: Uint8Array) => ({
      signature: Uint8Array.from(await sign(new TextDecoder().decode(text))),
    });
    Object.assign(window, { solana: { connect: async () => ({ publicKey }), signMessage } });
  }, address);
  return address;
}

const code = `SUMMER${crypto.randomUUID().slice(0, 6).toUpperCase()}`;

const steps: Steps = {
  'finance creates a promo code': async ({ page }) => {
    await setState('open');
    await signIn(page, 'finance');
    await page.goto('/admin/discounts');
    const form = page.getByRole('form', { name: 'New promo code' });
    await form.getByLabel('Code').fill(code);
    await form.getByLabel('Off the fee').fill('50');
    await form.getByLabel('Reason').fill('Independence week');
    await form.getByLabel('First day').fill('2026-01-01');
    await form.getByLabel('Last day').fill('2099-12-31');
    await form.getByLabel('Orders in all').fill('100');
    await form.getByRole('button', { name: 'Create code' }).click();
    await expectToast(page, 'Code created', 'Customers can use it from its first day.');
    await expect(region(page, 'Promo codes').getByText(code)).toBeVisible();
    await expectGoodLayout(page);
  },

  'a code on the order form lowers the fee on quote, order and receipt, with its end': async ({ page }) => {
    await newCustomer(page, 'Brown');
    await page.goto('/trading');
    await page.getByLabel('You pay').fill('2000');
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByText('All-in cost').click();
    await expect(page.getByText('Fee, 8%')).toBeVisible();
    await page.getByText('Have a promo code?').click();
    await page.getByLabel('Promo code').fill('WRONG123');
    await page.getByLabel('Promo code').press('Enter');
    await expect(page.getByText("We don't know this code")).toBeVisible();
    await page.getByLabel('Promo code').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Add code' }).click();
    const lowered = page.getByText(/^8% less 50%: Independence week, until .*31 Dec 2099/);
    await expect(page.getByText('Fee, 4%')).toBeVisible();
    await expect(lowered).toBeVisible();
    await expectGoodLayout(page);
    const { orderId } = await placeBuy(page, '2000');
    await page.goto(`/orders/${orderId}`);
    await expect(lowered).toBeVisible();
    await page.getByRole('link', { name: 'View receipt' }).click();
    await expect(page.getByText('Fee discount')).toBeVisible();
    await expect(lowered).toBeVisible();
  },

  'a wallet is proven with one signature, and a check by finance makes Silver': async ({ browser, page }) => {
    const address = await addBrowserWallet(page);
    await newCustomer(page, 'Brown');
    await page.goto('/discounts');
    await page.getByRole('button', { name: 'Sign with my wallet' }).click();
    await expectToast(page, 'Wallet proven', 'We check your Mahoni next.');
    await expect(page.getByText(address)).toBeVisible();
    await expectGoodLayout(page);
    const staff = await openWindow(browser);
    await signIn(staff, 'finance');
    await staff.goto('/admin/discounts');
    const row = region(staff, 'Wallets with Mahoni').getByRole('listitem').filter({ hasText: address });
    await row.getByRole('button', { name: /^Check the wallet of/ }).click();
    await dialog(staff).getByLabel('Mahoni in the wallet').fill('60000000');
    await dialog(staff).getByLabel('Held since').fill('2026-01-01');
    await dialog(staff).getByRole('button', { name: 'Record check' }).click();
    await expect(row.getByText('Silver')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Silver tier').first()).toBeVisible();
    await expect(region(page, 'Your discounts').getByText('25% off the fee')).toBeVisible();
    await setState('closed');
    await page.reload();
    await expect(page.getByText("Discounts aren't available right now.")).toBeVisible();
  },
};

test('discounts on the fee', story(steps));
