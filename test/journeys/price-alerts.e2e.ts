import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { expectGoodLayout, expectToast, newCustomer, openWindow } from './scene.ts';

/** Lets the alerts of a customer be reached without moving the market price, and checks all alerts. */
async function reachAlerts(email: string): Promise<void> {
  const client = await connectAsOwner();
  await client.query(
    `update price_alerts a set target = 1 from profiles p where p.id = a.user_id and p.email = $1 and direction = 'above'`,
    [email],
  );
  await client.query(`insert into pgboss.job (name) values ('prices.alerts')`);
  await client.end();
}

test('a price alert that a customer sets from the chart fires once and is then done', async ({ page, browser }) => {
  test.slow();
  const email = await newCustomer(page);
  await page.goto('/trading');
  await page.getByRole('link', { name: 'Set a price alert for Bitcoin' }).click();
  await expect(page.getByText('No alerts yet.')).toBeVisible();
  await expectGoodLayout(page);
  await expect(page.getByLabel('Coin')).toHaveValue('BTC');
  await page.getByLabel('Price', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Set alert' }).click();
  await expect(page.getByText(/^Bitcoin is already at J\$[\d,.]+. Choose a higher price.$/)).toBeVisible();
  await page.getByLabel('Currency').selectOption('USD');
  await page.getByLabel('Price', { exact: true }).fill('9,000,000');
  await page.getByRole('button', { name: 'Set alert' }).click();
  await expectToast(page, 'Alert set', "We'll let you know. You choose how");
  await page.getByLabel('Let me know when it').selectOption('move');
  await page.getByLabel('Move', { exact: true }).fill('90');
  await page.getByRole('button', { name: 'Set alert' }).click();
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove: / }) });
  await expect(rows).toHaveText([/^Bitcoin goes above US\$9,000,000.00/, /^Bitcoin moves 90% in 24 hours/]);
  await expectGoodLayout(page);

  await reachAlerts(email);
  const done = rows.filter({ hasText: 'Done' });
  await expect(done).toContainText(/Reached US\$[\d,.]+ on/);
  await reachAlerts(email);
  await page.getByRole('button', { name: 'Remove: Bitcoin moves 90% in 24 hours' }).click();
  await expectToast(page, 'Alert removed', "We won't notify you about it any more.");
  await expect(rows).toHaveCount(1);
  await page.goto('/notices');
  await expect(page.getByRole('link', { name: 'Bitcoin is above US$1.0000' })).toHaveCount(1);

  await page.route('**/api/rpc/priceAlerts/list', (route) => route.abort());
  await page.goto('/price-alerts');
  await expect(page.getByText("We couldn't load your price alerts.")).toBeVisible({ timeout: 15_000 });
  const visitor = await openWindow(browser);
  await visitor.goto('/price-alerts');
  await expect(visitor.locator('main').getByRole('link', { name: 'Log in' })).toBeVisible();
});
