import { type Browser, expect } from '@playwright/test';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { days, hours } from '../../src/kernel/clock.ts';
import { bitcoinAddress } from '../orders.ts';
import { movePageClock, type Steps, story, test } from './journey.ts';
import { dialog, newCustomer, openWindow, placeBuy, signIn } from './scene.ts';

async function openWindowWithOffset(browser: Browser, ms: number) {
  const page = await openWindow(browser);
  await page.addInitScript(movePageClock, ms);
  return page;
}

const wrongDeviceClocksSteps: Steps = {
  'a device clock hours ahead still shows the unpaid order as placed in the past': async ({ browser }) => {
    const page = await openWindowWithOffset(browser, hours(3));
    await newCustomer(page);
    const amount = '2000';
    await placeBuy(page, amount);
    await page.goto('/trading');
    await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByLabel('You pay').fill(amount);
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
    await page.getByLabel('Your BTC address').fill(bitcoinAddress);
    await expect(page.getByLabel(/^Place another order like .* \(.*\)$/)).toBeVisible();
  },

  'a staff device with a clock days behind records the correct date': async ({ browser }) => {
    const page = await openWindowWithOffset(browser, -days(2));
    await signIn(page, 'compliance');
    await page.goto('/admin/aml-compliance/breaches');
    await page.getByRole('button', { name: 'Record a breach' }).click();
    await expect(dialog(page).getByLabel('Known to us since')).toHaveValue(jamaicaDay(new Date()));
  },
};

test('wrong device clocks', story(wrongDeviceClocksSteps));
