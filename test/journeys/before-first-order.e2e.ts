import { expect, type Page } from '@playwright/test';
import { basics } from '../../src/features/learning/appropriateness/content.ts';
import { bitcoinAddress } from '../orders.ts';
import { test } from './journey.ts';
import {
  compareAddress,
  dialog,
  expectGoodLayout,
  expectNoAxeFindings,
  expectToast,
  newCustomer,
  openWindow,
  openWindowFor,
} from './scene.ts';

const otherAddress = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

async function answerQuiz(page: Page, isCorrect: boolean): Promise<void> {
  for (const group of await page.getByRole('group').all()) {
    const ask = await group.locator('legend').innerText();
    const question = basics().questions.find((one) => one.ask === ask);
    const answer = question?.answers.find(({ right }) => right === isCorrect);
    await group.getByLabel(answer?.text ?? '', { exact: true }).focus();
    await page.keyboard.press('Space');
  }
}

test('a first purchase requires the lesson and keeps what was typed', async ({ browser }) => {
  test.slow();
  const page = await openWindow(browser);
  const email = await newCustomer(page, 'Reid', { isTaught: false });
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('3500');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await compareAddress(page, () => page.getByLabel('Your BTC address').fill(bitcoinAddress));
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
  const pay = page.getByRole('button', { name: 'Pay with Bank Transfer' });
  await pay.click();
  await expectToast(page, 'A short lesson first', "We've saved what you entered.");
  await expect(page).toHaveURL(/before-your-first-order/);
  await expect(page.getByRole('heading', { name: 'Before your first order' })).toBeVisible();
  await expectGoodLayout(page);

  await page.getByRole('button', { name: 'Start the questions' }).click();
  const submitQuiz = page.getByRole('button', { name: 'Submit' });
  await expect(page.getByText('Unanswered: 4 of 4.')).toBeVisible();
  const questions = await page.locator('legend').allInnerTexts();
  await expectGoodLayout(page);
  await answerQuiz(page, false);
  await submitQuiz.click();
  await expect(page.getByRole('heading', { name: 'Not quite yet' })).toBeFocused();
  await expect(page.getByText('Your answer is wrong.').first()).toBeVisible();
  await expectGoodLayout(page);

  await page.getByRole('button', { name: 'Try other questions' }).click();
  await expect(submitQuiz).toBeVisible();
  const others = await page.locator('legend').allInnerTexts();
  expect(others.filter((ask) => questions.includes(ask))).toEqual([]);
  await answerQuiz(page, true);
  await submitQuiz.click();
  await expect(page.getByRole('heading', { name: "You're ready" })).toBeFocused();
  await page.getByRole('link', { name: 'Continue to your order' }).click();

  await expect(page.getByLabel('You pay')).toHaveValue('3,500');
  await expect(page.getByLabel('Your BTC address')).toHaveValue(bitcoinAddress);
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
  await expect(page.getByText('Check the first and last six characters')).toBeVisible();
  await expectGoodLayout(page);
  // The button sends nothing before the new address is compared.
  await page.getByLabel('Your BTC address').fill('');
  await page.getByLabel('Your BTC address').fill(otherAddress);
  const compared = page.getByLabel('I checked the first and last characters');
  await expect(compared).not.toBeChecked();
  await pay.click();
  await expect(page.getByText('Compare the address with your wallet, then tick this box.')).toBeVisible();
  await expect(compared).toBeFocused();
  await compared.check();
  await pay.click();
  await expect(dialog(page).getByText('Savings')).toBeVisible();

  const support = await openWindowFor(browser, 'support');
  await support.goto(`/admin/customers`);
  await support.getByRole('searchbox').first().fill(email);
  // Waits until the list is filtered, because several customers have this name.
  await expect(support.getByText('1 shown', { exact: true })).toBeVisible();
  await support.getByRole('link', { name: /Reid/ }).click();
  await support.getByText('First lesson and certificates').click();
  const record = support.getByRole('region', { name: 'Before the first order' });
  await expect(record).toContainText('Passed lesson 1');
  await expect(record).toContainText('0 of 4 correct, not passed');
  await expectNoAxeFindings(support);
});
