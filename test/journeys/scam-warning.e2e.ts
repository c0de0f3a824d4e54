import { expect, type Page } from '@playwright/test';
import { coolingMessages, scamQuestionMessages } from '../../src/features/trading/customer-messages.ts';
import { scamWallet } from '../../tools/demo/scams.ts';
import { bitcoinAddress } from '../orders.ts';
import { test } from './journey.ts';
import { ask, dialog, expectGoodLayout, openCustomerWindow, openWindowFor } from './scene.ts';

const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Bank Transfer' });
const answer = (page: Page, question: string, choice: 'Yes' | 'No') =>
  page.getByRole('group', { name: question }).getByLabel(choice, { exact: true }).check();

/** Maximum time from the last key to the warning, by the page's clock, without the server's time. */
const maxWaitMs = 300;
const addressUsed = '**/api/rpc/trading/addressUsed';

/** Advances a paused page clock by milliseconds until request and warning, so that only the page's delays count. */
async function typeWarnedWallet(page: Page): Promise<void> {
  await page.clock.install({ time: new Date() });
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('3000');
  await page.getByLabel('Network', { exact: true }).selectOption('bitcoin');
  // Types an address without reports first, so that the code of address rules and warning is loaded.
  await Promise.all([
    ...[addressUsed, /scam-questions/].map((part) => page.waitForResponse(part)),
    page.getByLabel('Your BTC address').fill(bitcoinAddress),
  ]);
  // The clock can pause only at a future time; ten seconds allow for a slow machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  let waited = 0;
  const runUntil = async (condition: () => boolean | Promise<boolean>) => {
    for (; waited < maxWaitMs && !(await condition()); waited += 1) await page.clock.runFor(1);
  };
  let isRequested = false;
  page.on('request', (request) => {
    isRequested ||= request.url().endsWith('/trading/addressUsed');
  });
  const answer = page.waitForResponse(addressUsed);
  await page.getByLabel('Your BTC address').fill(scamWallet);
  await runUntil(() => isRequested);
  expect(isRequested).toBe(true);
  await answer;
  const warning = page.getByText('2 people reported this.', { exact: false });
  await runUntil(() => warning.isVisible());
  await expect(warning, `not within ${waited} ms of the page's clock`).toBeVisible();
  test.info().annotations.push({ type: 'waited', description: `${waited} ms of the page's clock` });
  await page.clock.resume();
}

async function placeOrder(page: Page): Promise<string> {
  await pay(page).click();
  await expect(page.getByText(scamQuestionMessages.choose).first()).toBeVisible();
  await answer(page, scamQuestionMessages.askedToPay, 'No');
  await answer(page, scamQuestionMessages.hurried, 'Yes');
  await expect(page.getByText(scamQuestionMessages.stop)).toBeVisible();
  await answer(page, scamQuestionMessages.ownKeys, 'Yes');
  await expectGoodLayout(page);
  await page.getByLabel('I checked the first and last characters').check();
  await pay(page).click();
  await expect(dialog(page).getByText(coolingMessages.shown, { exact: false })).toBeVisible();
  await expect(dialog(page).getByText('You can cancel for free until', { exact: false })).toBeVisible();
  await expectGoodLayout(page);
  await dialog(page).getByRole('button', { name: "I'll pay later" }).click();
  const { orders } = await ask<{ orders: { id: string }[] }>(page, 'trading/list', { limit: 1 });
  return orders[0]?.id ?? '';
}

test('a warned buyer answers the questions and cancels during cooling-off', async ({ browser }) => {
  test.slow();
  const { page } = await openCustomerWindow(browser, 'Grant');
  await typeWarnedWallet(page);
  await expectGoodLayout(page);
  const id = await placeOrder(page);

  await page.goto(`/orders/${id}`);
  await expect(page.getByText("We won't send anything before", { exact: false })).toBeVisible();
  await expect(page.getByText('Your answers')).toBeVisible();
  await expectGoodLayout(page);

  const desk = await openWindowFor(browser, 'finance');
  await desk.goto(`/admin/orders/${id}`);
  await expect(desk.getByText('The customer was warned about this wallet', { exact: false })).toBeVisible();
  await expect(desk.getByText('Cooling off until', { exact: false })).toBeVisible();
  await expectGoodLayout(desk);

  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('You cancelled this order')).toBeVisible();
});
