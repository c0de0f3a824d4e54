import { expect, type Page } from '@playwright/test';
import { applySetting } from '../settings.ts';
import { type Steps, story, test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { expectGoodLayout, expectNoAxeFindings, expectToast, fits, newCustomer, openWindow, signIn } from './scene.ts';

async function setPaused(paused: readonly object[]): Promise<void> {
  const owner = await connectAsOwner();
  await applySetting({ owner } as never, 'asset_switches', { paused });
  await owner.end();
}

const inDocument = [
  { id: crypto.randomUUID(), name: 'Bank transfers', level: 'slow', text: 'Transfers take longer today.' },
  { id: crypto.randomUUID(), name: 'XRP Ledger', level: 'paused', text: 'The network is down.' },
];

/** Fills announcements into the documents of one window, because a real one would appear in parallel journeys. */
async function fillAnnouncements(page: Page): Promise<void> {
  await page.route('**/price-alerts', async (route) => {
    const response = await route.fetch();
    const json = JSON.stringify(inDocument).replaceAll('"', '&quot;');
    await route.fulfill({
      response,
      body: (await response.text()).replace('data-announcements=""', `data-announcements="${json}"`),
    });
  });
}

const steps: Steps = {
  'a paused network is on the status page and then in its history, also without script': async ({ browser, page }) => {
    await page.goto('/status');
    await setPaused(['buy', 'sell'].map((side) => ({ side, symbol: 'USDT', network: 'trc20' })));
    const context = await browser.newContext({ javaScriptEnabled: false });
    const visitor = await context.newPage();
    const row = visitor
      .getByRole('region', { name: 'Networks' })
      .getByRole('listitem')
      .filter({ hasText: 'Tron (TRC20)' });
    await expect(async () => {
      await visitor.goto('/status');
      await expect(row).toContainText('Buying and selling are paused.', { timeout: 200 });
    }).toPass();
    await page.goto('/status');
    await expectNoAxeFindings(page);
    await fits(page);
    await setPaused([]);
    await expect(async () => {
      await visitor.goto('/status');
      await expect(row).toContainText('Working', { timeout: 200 });
    }).toPass();
    const history = visitor.getByRole('region', { name: 'Last 90 days' });
    await expect(history).toContainText('Paused: Tether on Tron (TRC20), buying and selling.');
  },

  'support plans an announcement and ends it, compliance can only read': async ({ page }) => {
    await signIn(page, 'support');
    await page.goto('/admin/announcements');
    await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
    const text = `Planned work on card payments ${crypto.randomUUID().slice(0, 8)}`;
    await page.getByLabel('About').selectOption({ label: 'Card payments' });
    await page.getByLabel('Level').selectOption('info');
    await page.getByLabel('Text').fill('See www.example');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText("Links and addresses can't be used")).toBeVisible();
    await page.getByLabel('Text').fill(text);
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
    await page.getByLabel(/^Starts/).fill(inTwoDays);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expectToast(page, 'Published', 'Customers see it from its start until you end it.');
    const row = page.getByRole('listitem').filter({ hasText: text });
    await expect(row).toContainText('Planned:');
    await expectNoAxeFindings(page);
    await row.getByRole('button', { name: /^End: / }).click();
    await expectToast(page, 'Ended', 'It stays in the history of the status page.');
    await expect(row).toContainText('ended by');
    await signIn(page, 'compliance');
    await page.goto('/admin/announcements');
    await expect(row).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  },

  'customers see announcements above each screen until they dismiss them': async ({ page, browser }) => {
    await newCustomer(page);
    await fillAnnouncements(page);
    await page.goto('/price-alerts');
    const banner = page.getByRole('region', { name: 'Announcements' });
    await expect(banner).toContainText('Bank transfers: Transfers take longer today.');
    await expectGoodLayout(page);
    await banner.getByRole('button', { name: 'Dismiss: Bank transfers' }).click();
    await expect(banner).not.toContainText('Bank transfers');
    await page.reload();
    await expect(banner).toContainText('XRP Ledger: The network is down.');
    await expect(banner).not.toContainText('Bank transfers');
    const other = await openWindow(browser);
    await other.goto('/price-alerts');
    await expect(other.locator('main').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(other.getByRole('region', { name: 'Announcements' })).toHaveCount(0);
  },
};

test('status and announcements', story(steps));
