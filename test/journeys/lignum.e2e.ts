import { type Browser, expect, type Page } from '@playwright/test';
import { solanaAddress } from '../payments.ts';
import { test } from './journey.ts';
import { clean, comparesAddress, customerIn, dialog, looksRight, region, toast, windowOf } from './scene.ts';

/** Lignum is given away until two people have set a price for it, and again once they have taken it away. */

const crypto = (page: Page) => page.getByLabel('Crypto', { exact: true });
const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Bank Transfer' });
const prices = (page: Page) => region(page, 'Token prices');
const ofLignum = (page: Page) => prices(page).getByLabel('Lignum, US$, set by the company');
const isFree = (page: Page) => expect(page.getByText('Lignum is free and has no monetary value')).toBeVisible();

/** One asks for another price of Lignum, or for none, and may not let it be; the other puts it in force. */
async function setsPrice(asking: Page, deciding: Page, price: string): Promise<void> {
  await asking.goto('/admin/settings');
  await prices(asking).getByRole('button', { name: 'Propose a change' }).click();
  await ofLignum(asking).fill(price);
  await prices(asking).getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(toast(asking, 'Proposed')).toBeVisible();
  await expect(prices(asking).getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(prices(asking).getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await deciding.goto('/admin/settings');
  await expect(prices(deciding).getByRole('row', { name: /^Lignum, US\$/ })).toBeVisible();
  await clean(deciding);
  await prices(deciding).getByRole('button', { name: 'Approve' }).click();
  await dialog(deciding).getByRole('button', { name: 'Put in force' }).click();
  await expect(toast(deciding, 'Approved')).toBeVisible();
  await expect(prices(asking).locator('dd').nth(1)).toHaveText(price || 'None, given away');
}

const staff = async (browser: Browser) =>
  [await windowOf(browser, 'finance'), await windowOf(browser, 'admin')] as const;

test('Lignum is free until two people set its price, is bought at it, and is free again without it', async ({
  browser,
}) => {
  const [{ page }, [finance, admin]] = [await customerIn(browser, 'Brown'), await staff(browser)];
  await page.goto('/trading');
  await crypto(page).selectOption('LGM');
  await isFree(page);
  await expect(page.getByRole('link', { name: 'Ways to get free Lignum' })).toHaveAttribute('href', '/coins');
  await expect(pay(page)).toHaveCount(0);

  await finance.goto('/admin/settings');
  await expect(prices(finance).locator('dd').nth(1)).toHaveText('None, given away');
  await setsPrice(finance, admin, '0.0001');

  // The form that stands open hears of it.
  await expect(pay(page)).toBeVisible();
  await expect(region(page, 'Market Overview').getByRole('row', { name: /LGM/ })).toContainText('set by the company');
  await page.getByLabel('You pay').fill('1500');
  await comparesAddress(page, async () => {
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Solana (Sol)' });
    await page.getByLabel('Your LGM address').fill(solanaAddress());
  });
  const slip = page.getByRole('form', { name: 'Buy Cryptocurrency' }).locator('.slip');
  await expect(slip).toContainText(/Price of 1\sLGM\s*set by the company\s*US\$0\.0001/);
  // J$1,500 less 8 % and J$5 for sending.
  await expect(page.getByLabel("You'll Receive")).toHaveValue(/^78,571\.42/);
  await looksRight(page);
  await pay(page).click();
  await expect(page.getByRole('dialog', { name: 'Bank Transfer Payment' })).toContainText('J$1,500');
  await page.getByRole('button', { name: 'I will pay later' }).click();
  await page.getByRole('tab', { name: 'Sell' }).click();
  await crypto(page).selectOption('LGM');
  await expect(page.getByText('Current price: 1 LGM = US$0.0001')).toBeVisible();
  await page.getByLabel('You sell').fill('100000');
  await expect(page.locator('.slip:visible').first()).toContainText(/US\$0\.0001\d* for 1\sLGM, set by the company/);

  // Back to what the other journeys count on.
  await setsPrice(admin, finance, '');
  await isFree(page);
});

/** What a page says once its server has heard of the change, within seconds. */
const reads = (page: Page, path: string, text: string) =>
  expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
  }).toPass();

test('what our pages say of Lignum follows whether it has a price', async ({ page }) => {
  await reads(page, '/coins', 'Lignum is educational. It has no monetary value. Nobody buys it from you');
  await page.goto('/');
  await expect(page.getByRole('article').filter({ hasText: 'The training token' })).toContainText(
    'It has no monetary value: it is free and has no price.',
  );
  await expect(page.locator('#coin option[value="LGM"]')).toHaveClass('gone');
});
