import { type Browser, expect, type Page } from '@playwright/test';
import { cameIn } from '../orders.ts';
import { test } from './journey.ts';
import { ask, bar, clean, customerIn, dialog, fits, placedBuy, region, toast, windowOf } from './scene.ts';

/** Nobody else's: what is frozen here stays so. */
const wallet = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';

/** A new customer with a buy of coins to that wallet, not paid yet. */
async function buyer(browser: Browser, lastName: string, amount: string) {
  const { page } = await customerIn(browser, lastName);
  const order = await placedBuy(page, amount, wallet);
  await page.context().close();
  return { ...order, name: `Kerry-Ann ${lastName}` };
}

/** The page of the customer of an order, by way of the order. */
async function customerOf(page: Page, { orderId, name }: { orderId: string; name: string }): Promise<void> {
  await page.goto(`/admin/orders/${orderId}`);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

test('nothing is paid to the wallet of somebody frozen; compliance reads whose it is and proposes', async ({
  browser,
}) => {
  const bogle = await buyer(browser, 'Bogle', '1500');
  const seacole = await buyer(browser, 'Seacole', '1600');
  const officer = await windowOf(browser, 'compliance');
  await customerOf(officer, bogle);
  await region(officer, 'Not frozen').getByRole('button', { name: 'Freeze', exact: true }).click();
  await dialog(officer).getByLabel('Why').fill('An authority asks for it');
  await dialog(officer).getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect(region(officer, 'Frozen')).toContainText('Frozen by hand');

  const cashier = await windowOf(browser, 'finance');
  const { orderId } = seacole;
  await ask(cashier, 'desk/confirmReceived', cameIn(orderId, { amount: '1600' }));
  await ask(cashier, 'desk/startProcessing', { orderId, note: '' });
  await cashier.goto(`/admin/orders/${orderId}`);
  await bar(cashier).getByRole('button', { name: 'Prepare pay-out' }).click();
  await dialog(cashier).getByRole('button', { name: 'Prepare pay-out' }).click();
  await expect(toast(cashier, 'Stopped')).toContainText('Whoever this came from or goes to is stopped');

  await customerOf(officer, seacole);
  const kept = region(officer, 'Not frozen');
  await expect(kept).toContainText('known of somebody frozen: Kerry-Ann Bogle');
  await kept.getByRole('button', { name: 'Propose to let it move' }).click();
  await clean(officer);
  await dialog(officer).getByLabel('Why it may move').fill('Another person, by the papers');
  await officer.setViewportSize({ width: 360, height: 780 });
  await fits(officer);
  await dialog(officer).getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(kept.getByRole('button', { name: 'Take back' })).toBeVisible();
  await fits(officer);
  await clean(officer);
});
