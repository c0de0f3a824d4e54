import { type Browser, expect, type Page } from '@playwright/test';
import { solanaAddress } from '../payments.ts';
import { type Steps, story, test } from './journey.ts';
import {
  compareAddress,
  dialog,
  expectGoodLayout,
  expectNoAxeFindings,
  openCustomerWindow,
  openWindowFor,
  region,
  toast,
} from './scene.ts';

const crypto = (page: Page) => page.getByLabel('Crypto', { exact: true });
const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Bank Transfer' });
const prices = (page: Page) => region(page, 'Token prices');
const findLignum = (page: Page) => prices(page).getByLabel('Lignum, US$, set by the company');
const isFree = (page: Page) => expect(page.getByText('Lignum is free and has no monetary value')).toBeVisible();

async function setPrice(proposer: Page, approver: Page, price: string): Promise<void> {
  await proposer.goto('/admin/settings');
  await prices(proposer).getByRole('button', { name: 'Propose a change' }).click();
  await findLignum(proposer).fill(price);
  await prices(proposer).getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(toast(proposer, 'Proposed')).toBeVisible();
  await expect(prices(proposer).getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(prices(proposer).getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await approver.goto('/admin/settings');
  await expect(prices(approver).getByRole('row', { name: /^Lignum, US\$/ })).toBeVisible();
  await expectNoAxeFindings(approver);
  await prices(approver).getByRole('button', { name: 'Approve' }).click();
  await dialog(approver).getByRole('button', { name: 'Apply change' }).click();
  await expect(toast(approver, 'Approved')).toBeVisible();
  await expect(prices(proposer).locator('dd').nth(1)).toHaveText(price || 'None, free');
}

const staff = async (browser: Browser) =>
  [await openWindowFor(browser, 'finance'), await openWindowFor(browser, 'admin')] as const;

const lignumSteps: Steps = {
  'Lignum is free until a price is set, is bought at it, and is free again afterwards': async ({ browser }) => {
    const [{ page }, [finance, admin]] = [await openCustomerWindow(browser, 'Brown'), await staff(browser)];
    await page.goto('/trading');
    await crypto(page).selectOption('LGM');
    await isFree(page);
    await expect(page.getByRole('link', { name: 'Ways to get free Lignum' })).toHaveAttribute('href', '/coins');
    await expect(pay(page)).toHaveCount(0);

    await finance.goto('/admin/settings');
    await expect(prices(finance).locator('dd').nth(1)).toHaveText('None, free');
    await setPrice(finance, admin, '0.0001');

    await expect(pay(page)).toBeVisible();
    await expect(region(page, 'Market Overview').getByRole('row', { name: /LGM/ })).toContainText('set by the company');
    await page.getByLabel('You pay').fill('1500');
    await compareAddress(page, async () => {
      await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Solana (Sol)' });
      await page.getByLabel('Your LGM address').fill(solanaAddress());
    });
    const slip = page.getByRole('form', { name: 'Buy Cryptocurrency' }).locator('.slip');
    await expect(slip).toContainText(/Price of 1\sLGM\s*set by the company\s*US\$0\.0001/);
    // J$1,500 less 8 %. Network fees are zero unless configured.
    await expect(page.getByLabel("You'll Receive")).toHaveValue(/^78,857\.14/);
    await expectGoodLayout(page);
    await pay(page).click();
    await expect(page.getByRole('dialog', { name: 'Bank Transfer Payment' })).toContainText('J$1,500');
    await page.getByRole('button', { name: "I'll pay later" }).click();
    await page.getByRole('tab', { name: 'Sell' }).click();
    await crypto(page).selectOption('LGM');
    await expect(page.getByText('Current price: 1 LGM = US$0.0001')).toBeVisible();
    await page.getByLabel('You sell').fill('100000');
    await expect(page.getByRole('form', { name: 'Sell Cryptocurrency' }).locator('.slip')).toContainText(
      /US\$0\.0001\d* for 1\sLGM, set by the company/,
    );

    await setPrice(admin, finance, '');
    await isFree(page);
  },

  'texts about Lignum follow whether it has a price': async ({ page }) => {
    await expectText(page, '/coins', "Lignum is educational. It has no monetary value. We don't buy or sell it");
    await page.goto('/');
    await expect(page.getByRole('article').filter({ hasText: 'The training token' })).toContainText(
      'It has no monetary value: it is free and has no price.',
    );
    await expect(page.locator('#coin option[value="LGM"]')).toHaveClass('gone');
  },
};

test('Lignum', story(lignumSteps));

const expectText = (page: Page, path: string, text: string) =>
  expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
  }).toPass();
