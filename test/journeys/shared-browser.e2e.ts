import { expect, type Page } from '@playwright/test';
import { bitcoinAddress } from '../orders.ts';
import { type Steps, story, test } from './journey.ts';
import { ask, fillSignIn, openCustomerWindow, password } from './scene.ts';

/** A shared browser: drafts belong to an account, so the next user of a tab sees none of them. */

async function fillSale(page: Page): Promise<void> {
  await page.goto('/trading?tab=sell');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  const saveResponse = page.waitForResponse(/saveSellDraft/);
  await page.getByLabel('You sell').fill('0.002');
  await saveResponse;
  await page.waitForLoadState('networkidle');
}

const sharedBrowserSteps: Steps = {
  'logging in as another person shows nothing of the earlier sale': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    const other = await openCustomerWindow(browser, 'Grant');
    await fillSale(page);
    await page.context().clearCookies();
    await page.getByLabel('Sender wallet address').fill(bitcoinAddress);
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await fillSignIn(page, other.email, password);
    await page.waitForLoadState('networkidle');
    await expect(page.getByLabel('You sell')).toHaveValue('');
    const saveResponse = page.waitForResponse(/saveSellDraft/);
    await page.getByLabel('You sell').fill('0.5');
    await saveResponse;
    expect(JSON.stringify(await ask(page, 'trading/sellDraft'))).not.toContain(bitcoinAddress);
    await page.context().close();
    await other.page.context().close();
  },

  'signing out in one tab clears drafts in another': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await fillSale(page);
    const other = await page.context().newPage();
    await other.goto('/trading');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
    // A session that ends otherwise saves the form as a draft.
    const left = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('kept-')));
    expect(left).toEqual([]);
    await page.context().close();
  },
};

test('a shared browser', story(sharedBrowserSteps));
