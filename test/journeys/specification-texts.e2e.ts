import { expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { createProof } from './sample-files.ts';
import {
  ask,
  dialog,
  evmAddress,
  expectNoAxeFindings,
  expectToast,
  fits,
  openCustomerWindow,
  placeBuy,
  region,
  signIn,
  toast,
} from './scene.ts';

/** Texts that the specification fixes and no other journey covers [001 §2, §5, §6, §8]. */

const crypto = (page: Page) => page.getByLabel('Crypto', { exact: true });
const network = (page: Page) => page.getByLabel('Network', { exact: true });

const textsOfTheSpecificationSteps: Steps = {
  'an empty buy form, and one of zero, name what is missing at each field': async ({ page }) => {
    await signIn(page, 'tier2');
    await page.goto('/trading');
    await expect(page.getByText('Tier 2 Approved')).toBeVisible();
    const pay = page.getByRole('button', { name: 'Pay with Bank Transfer' });
    await pay.click();
    const form = page.getByRole('form', { name: 'Buy Cryptocurrency' });
    for (const words of ['Please select a cryptocurrency', 'Please enter an amount', 'Please select a network'])
      await expect(form.getByText(words, { exact: true })).toBeVisible();
    await crypto(page).selectOption('XRP');
    await page.getByLabel('You pay').fill('0');
    await pay.click();
    await expect(form.getByText('Amount must be a number greater than 0')).toBeVisible();
    await network(page).selectOption({ label: 'XRP' });
    await expect(form.getByText('XRP: include the memo or tag or funds may be lost.', { exact: true })).toBeVisible();
  },

  'a sale of zero, or without a wallet type, is explained': async ({ page }) => {
    await signIn(page, 'tier1');
    await page.goto('/trading?tab=sell');
    await expect(page.getByText('Tier 1 Approved')).toBeVisible();
    await crypto(page).selectOption('ETH');
    await network(page).selectOption({ label: 'Ethereum (ERC20)' });
    await page.getByLabel('You sell').fill('0');
    await page.getByLabel('Sender wallet address').fill(evmAddress);
    await page.getByRole('button', { name: 'Show our wallet address' }).click();
    await expect(page.getByText('Amount must be greater than 0')).toBeVisible();
    await page.getByLabel('You sell').fill('0.01');
    await page.getByRole('button', { name: 'Show our wallet address' }).click();
    await page.getByRole('button', { name: "I've sent it, continue" }).click();
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await expect(page.getByText('Please select wallet type')).toBeVisible();
    await page
      .getByLabel('Transfer confirmation')
      .setInputFiles({ ...createProof(), buffer: Buffer.from('This is no picture.') });
    await expectToast(page, 'Upload Failed', 'File must be under 10MB and of an accepted type.');
    await ask(page, 'trading/saveSellDraft', { data: {} });
  },

  'a customer without orders reads so, and a payer must own the account': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/transactions');
    await expect(page.getByText("You haven't created any transactions yet.")).toBeVisible();
    const { orderId } = await placeBuy(page, '3800');
    await page.goto('/trading');
    const pending = region(page, 'Complete Your Payment');
    await pending.getByRole('button', { name: 'Show the account' }).click();
    await expect(
      dialog(page).getByText('The bank account holder name must match or the transaction will not be processed.'),
    ).toBeVisible();
    await dialog(page).getByRole('button', { name: "I've paid, upload proof" }).click();
    await page.route('**/trading/claimPayment', (route) => route.abort());
    await dialog(page).getByLabel('Payment confirmation').setInputFiles(createProof());
    await expect(dialog(page).getByText(/Uploaded, /)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(toast(page, 'Error')).toContainText("Failed to upload payment proof: We couldn't reach our server.");
    await page.unroute('**/trading/claimPayment');
    await dialog(page).getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page).toHaveURL(`/orders/${orderId}`);
    await page.context().close();
  },

  'without announced workshops the schedule says so': async ({ page }) => {
    await page.route('**/api/rpc/workshops/list', async (route) => {
      const response = await route.fetch();
      const { json, meta } = await response.json();
      // Also removes the type information of the removed sessions.
      const without = meta.filter((path: unknown[]) => !path.includes('sessions'));
      await route.fulfill({ response, json: { json: { ...json, sessions: [] }, meta: without } });
    });
    // A visitor gets the list with the page.
    await signIn(page, 'visitor');
    await page.goto('/subscriptions');
    await expect(page.getByText('No active workshops available right now.')).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
  },
};

test('texts of the specification', story(textsOfTheSpecificationSteps));
