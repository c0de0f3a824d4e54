import { expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { expectNoAxeFindings, fits, openWindow, waitUntilInteractive } from './scene.ts';

const getCost = (page: Page) => page.locator('#cost');

const calculatorSteps: Steps = {
  'a visitor types an amount and reads coins, total cost, documents and review time': async ({ browser }) => {
    const page = await openWindow(browser);
    await page.goto('/');
    await waitUntilInteractive(page);
    await expect(getCost(page).getByRole('heading', { name: /J\$\s*25,000 really buys/ })).toBeVisible();
    const pay = page.getByLabel('You pay');
    await expect(pay).toHaveValue('25,000');
    await expect(getCost(page).getByText('Documents you need once for this amount')).toBeVisible();

    await pay.fill('');
    await pay.pressSequentially('4000');
    await expect(pay).toHaveValue('4,000');
    await expect(getCost(page).getByRole('heading', { name: /J\$\s*4,000 really buys/ })).toBeVisible();
    await expect(getCost(page)).toContainText('No documents needed for this amount');
    await expect(pay).toBeFocused();

    await page.getByLabel('You get', { exact: true }).selectOption('ETH');
    await expect(getCost(page).getByText(/^0\.\d+\sETH at today's price\.$/)).toBeVisible();
    await expect(getCost(page)).toContainText('Network fee');

    await pay.fill('400,000');
    await expect(getCost(page)).toContainText('Enhanced KYC');
    await expect(getCost(page)).toContainText(/A check typically takes|This week, half of all checks/);
    await pay.fill('1,5');
    await expect(getCost(page).getByText('Enter an amount in J$, such as 25,000.')).toBeVisible();
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await fits(page);
    }
    await expectNoAxeFindings(page);

    await page.route('**/?pay=*', (route) => route.abort());
    await pay.fill('5000');
    await expect(getCost(page).getByText("We couldn't reach our server.", { exact: false })).toBeVisible();
  },

  'without script the server answers the form with a calculated page': async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByLabel('You pay').fill('J$ 40,000');
    await page.getByLabel('You get', { exact: true }).selectOption('USDC');
    await page.getByRole('button', { name: 'Calculate' }).click();
    await expect(getCost(page).getByRole('heading', { name: /J\$\s*40,000 really buys/ })).toBeVisible();
    await expect(getCost(page).getByText(/^[\d.]+\sUSDC at today's price\.$/)).toBeVisible();
    await expect(page.getByLabel('You get', { exact: true })).toHaveValue('USDC');
    await context.close();
  },
};

test('the calculator', story(calculatorSteps));
