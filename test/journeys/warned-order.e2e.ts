import { expect, type Page } from '@playwright/test';
import { coercionWords, coolingWords } from '../../src/features/trading/own-messages.ts';
import { scamWallet } from '../../tools/demo/scams.ts';
import { bitcoinAddress } from '../orders.ts';
import { test } from './journey.ts';
import { ask, customerIn, dialog, looksRight, windowOf } from './scene.ts';

/** Whoever buys to a wallet that we warn of reads it, answers, sees the order cool off, and calls it off. */

const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Bank Transfer' });
const answer = (page: Page, question: string, says: 'Yes' | 'No') =>
  page.getByRole('group', { name: question }).getByLabel(says, { exact: true }).check();

/** So many ms of the page's own clock at most from the last key to the warning, the server's answer aside. */
const most = 300;
const addressUsed = '**/api/rpc/trading/addressUsed';

/**
 * Types the wallet while the page's clock is held. It goes on by single milliseconds until the question leaves, stands
 * still while the server answers, and goes on until the warning is there: what the page waits of its own accord is all
 * of that time.
 */
async function typesIt(page: Page): Promise<void> {
  await page.clock.install({ time: new Date() });
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('3000');
  await page.getByLabel('Network', { exact: true }).selectOption('bitcoin');
  // The rules of addresses and what draws a warning come with the first that is typed. This one nobody reported.
  await Promise.all([
    ...[addressUsed, /warning-asks/].map((part) => page.waitForResponse(part)),
    page.getByLabel('Your BTC address').fill(bitcoinAddress),
  ]);
  // It cannot be held at a moment that is past: on a busy machine a second may go by until it is told.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  let waited = 0;
  const goesOnUntil = async (is: () => boolean | Promise<boolean>) => {
    for (; waited < most && !(await is()); waited += 1) await page.clock.runFor(1);
  };
  let asked = false;
  page.on('request', (request) => {
    asked ||= request.url().endsWith('/trading/addressUsed');
  });
  const answer = page.waitForResponse(addressUsed);
  await page.getByLabel('Your BTC address').fill(scamWallet);
  await goesOnUntil(() => asked);
  expect(asked).toBe(true);
  await answer;
  const warning = page.getByText('2 people reported it.', { exact: false });
  await goesOnUntil(() => warning.isVisible());
  await expect(warning, `not within ${waited} ms of the page's clock`).toBeVisible();
  test.info().annotations.push({ type: 'waited', description: `${waited} ms of the page's clock` });
  await page.clock.resume();
}

async function orders(page: Page): Promise<string> {
  await pay(page).click();
  await expect(page.getByText(coercionWords.choose).first()).toBeVisible();
  await answer(page, coercionWords.toldToPay, 'No');
  await answer(page, coercionWords.hurried, 'Yes');
  await expect(page.getByText(coercionWords.stop)).toBeVisible();
  await answer(page, coercionWords.ownKeys, 'Yes');
  await looksRight(page);
  // Whoever orders to an address for the first time compares it for ten seconds.
  await page.clock.fastForward(10_000);
  await expect(pay(page)).not.toHaveAttribute('aria-disabled', 'true');
  await pay(page).click();
  await expect(dialog(page).getByText(coolingWords.shown, { exact: false })).toBeVisible();
  await expect(dialog(page).getByText('Calling it off is free until', { exact: false })).toBeVisible();
  await looksRight(page);
  await dialog(page).getByRole('button', { name: 'I will pay later' }).click();
  const { orders } = await ask<{ orders: { id: string }[] }>(page, 'trading/list', { limit: 1 });
  return orders[0]?.id ?? '';
}

test('a buyer is warned, answers, and calls the order off while it cools off', async ({ browser }) => {
  test.slow();
  const { page } = await customerIn(browser, 'Grant');
  await typesIt(page);
  await looksRight(page);
  const id = await orders(page);

  await page.goto(`/orders/${id}`);
  await expect(page.getByText('Nothing leaves before', { exact: false })).toBeVisible();
  await expect(page.getByText('What you answered')).toBeVisible();
  await looksRight(page);

  const desk = await windowOf(browser, 'finance');
  await desk.goto(`/admin/orders/${id}`);
  await expect(desk.getByText('The customer was warned of this wallet', { exact: false })).toBeVisible();
  await expect(desk.getByText('Cools off until', { exact: false })).toBeVisible();
  await looksRight(desk);

  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('You cancelled this order')).toBeVisible();
});
