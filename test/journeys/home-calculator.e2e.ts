import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { awake, clean, fits, ownWindow } from './scene.ts';

/** The home page works out what an amount buys and costs, and what it asks of whoever is new, before any account. */

const cost = (page: Page) => page.locator('#cost');

test('a stranger types an amount and reads coins, whole cost, papers and how long a check takes', async ({
  browser,
}) => {
  const page = await ownWindow(browser);
  await page.goto('/');
  await awake(page);
  await expect(cost(page).getByRole('heading', { name: /J\$\s*25,000 really buys/ })).toBeVisible();
  const pay = page.getByLabel('You pay');
  await expect(pay).toHaveValue('25,000');
  await expect(cost(page).getByText('What you show once for this amount')).toBeVisible();

  await pay.fill('');
  await pay.pressSequentially('4000');
  await expect(pay).toHaveValue('4,000');
  await expect(cost(page).getByRole('heading', { name: /J\$\s*4,000 really buys/ })).toBeVisible();
  await expect(cost(page)).toContainText('No papers for this amount');
  await expect(pay).toBeFocused();

  await page.getByLabel('For', { exact: true }).selectOption('ETH');
  await expect(cost(page).getByText(/^0\.\d+\sETH at today's price\.$/)).toBeVisible();
  await expect(cost(page)).toContainText('Sending the coins');

  await pay.fill('400,000');
  await expect(cost(page)).toContainText('Enhanced KYC');
  await expect(cost(page)).toContainText(/A check typically takes|Of the checks of this week/);
  await pay.fill('1,5');
  await expect(cost(page).getByText('Type an amount in J$, such as 25,000.')).toBeVisible();
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
  }
  await clean(page);

  await page.route('**/?pay=*', (route) => route.abort());
  await pay.fill('5000');
  await expect(cost(page).getByText('We could not reach the server.', { exact: false })).toBeVisible();
});

test('without script the form is answered by a page that has worked it out', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('You pay').fill('J$ 40,000');
  await page.getByLabel('For', { exact: true }).selectOption('USDC');
  await page.getByRole('button', { name: 'Work it out' }).click();
  await expect(cost(page).getByRole('heading', { name: /J\$\s*40,000 really buys/ })).toBeVisible();
  await expect(cost(page).getByText(/^[\d.]+\sUSDC at today's price\.$/)).toBeVisible();
  await expect(page.getByLabel('For', { exact: true })).toHaveValue('USDC');
  await context.close();
});
