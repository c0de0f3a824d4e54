import { expect, type Page } from '@playwright/test';
import { basics } from '../../src/features/appropriateness/content.ts';
import { bitcoinAddress } from '../orders.ts';
import { test } from './journey.ts';
import { clean, dialog, looksRight, newCustomer, ownWindow, told, windowOf } from './scene.ts';

/** Somebody who never ordered: led to the lesson, failed once, passed, and back at the order with what was typed. */

/** Another one than they typed first. */
const otherAddress = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

/** Chooses with the keyboard, for each question on the page, an answer that is right, or one that is not. */
async function answerAll(page: Page, rightly: boolean): Promise<void> {
  for (const group of await page.getByRole('group').all()) {
    const ask = await group.locator('legend').innerText();
    const question = basics().questions.find((one) => one.ask === ask);
    const answer = question?.answers.find(({ right }) => right === rightly);
    await group.getByLabel(answer?.text ?? '', { exact: true }).focus();
    await page.keyboard.press('Space');
  }
}

test('a first purchase waits for the lesson and loses nothing', async ({ browser }) => {
  test.slow();
  const page = await ownWindow(browser);
  const email = await newCustomer(page, 'Reid', { isTaught: false });
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('3500');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await page.getByLabel('Your BTC address').fill(bitcoinAddress);
  // Prices are for everybody.
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
  const pay = page.getByRole('button', { name: 'Pay with Bank Transfer' });
  await pay.click();
  await told(page, 'Two minutes first', 'What you typed stays here.');
  await expect(page).toHaveURL(/before-your-first-order/);
  await expect(page.getByRole('heading', { name: 'Before your first order' })).toBeVisible();
  await looksRight(page);

  await page.getByRole('button', { name: 'To the questions' }).click();
  const handIn = page.getByRole('button', { name: 'Hand in' });
  await expect(page.getByText('Still open: 4 of 4.')).toBeVisible();
  const asked = await page.locator('legend').allInnerTexts();
  await looksRight(page);
  await answerAll(page, false);
  await handIn.click();
  await expect(page.getByRole('heading', { name: 'Not quite yet' })).toBeFocused();
  await expect(page.getByText('Your answer, not right.').first()).toBeVisible();
  await looksRight(page);

  await page.getByRole('button', { name: 'Other questions' }).click();
  await expect(handIn).toBeVisible();
  const others = await page.locator('legend').allInnerTexts();
  expect(others.filter((ask) => asked.includes(ask))).toEqual([]);
  await answerAll(page, true);
  await handIn.click();
  await expect(page.getByRole('heading', { name: 'You are ready' })).toBeFocused();
  await page.getByRole('link', { name: 'Go on with your order' }).click();

  await expect(page.getByLabel('You pay')).toHaveValue('3,500');
  await expect(page.getByLabel('Your BTC address')).toHaveValue(bitcoinAddress);
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
  await expect(page.getByText('Compare its first and last six signs with your wallet.')).toBeVisible();
  await looksRight(page);
  // Pressed too early it sends nothing and shows what is to be read; ten seconds after the address came it pays.
  await page.getByLabel('Your BTC address').fill('');
  await page.getByLabel('Your BTC address').fill(otherAddress);
  await expect(pay).toBeDisabled();
  await page.getByLabel('You pay').press('Enter');
  await expect(page.locator('#buy-new-address')).toBeFocused();
  await expect(pay).toHaveText('Pay with Bank Transfer');
  await pay.click();
  await expect(dialog(page).getByText('Savings')).toBeVisible();

  const support = await windowOf(browser, 'support');
  await support.goto(`/admin/customers`);
  await support.getByRole('searchbox').first().fill(email);
  // Many are called Reid: the list is theirs alone before it is pressed.
  await expect(support.getByText('1 shown', { exact: true })).toBeVisible();
  await support.getByRole('link', { name: /Reid/ }).click();
  await support.getByText('First lesson and certificates').click();
  const record = support.getByRole('region', { name: 'Before the first order' });
  await expect(record).toContainText('Passed lesson 1');
  await expect(record).toContainText('0 of 4 right, not enough');
  await clean(support);
});
