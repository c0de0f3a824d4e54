import { type Browser, expect } from '@playwright/test';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { days, hours } from '../../src/kernel/clock.ts';
import { bitcoinAddress } from '../orders.ts';
import { movePageClock, test } from './journey.ts';
import { dialog, newCustomer, ownWindow, placedBuy, signIn } from './scene.ts';

/** A window on a device whose clock is wrong by so many milliseconds. */
async function windowOff(browser: Browser, ms: number) {
  const page = await ownWindow(browser);
  await page.addInitScript(movePageClock, ms);
  return page;
}

test('a device whose clock is hours ahead still shows what waits to be paid, and that it was placed before', async ({
  browser,
}) => {
  const page = await windowOff(browser, hours(3));
  await newCustomer(page);
  const amount = '2000';
  await placedBuy(page, amount);
  await page.goto('/trading');
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill(amount);
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await page.getByLabel('Your BTC address').fill(bitcoinAddress);
  await expect(page.getByLabel(/^You placed .* like this \(.*\)\. Place another one\.$/)).toBeVisible();
});

test('a desk whose clock is days behind writes down the day that it is', async ({ browser }) => {
  const page = await windowOff(browser, -days(2));
  await signIn(page, 'compliance');
  await page.goto('/admin/aml-compliance/breaches');
  await page.getByRole('button', { name: 'Note a breach' }).click();
  await expect(dialog(page).getByLabel('Known to us since')).toHaveValue(jamaicaDay(new Date()));
});
