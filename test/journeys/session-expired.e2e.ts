import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { bitcoinAddress } from '../orders.ts';
import { solanaAddress, solanaHash } from '../payments.ts';
import { type Steps, story, test } from './journey.ts';
import { createProof } from './sample-files.ts';
import {
  ask,
  compareAddress,
  dialog,
  expectNoAxeFindings,
  fillSignIn,
  openCustomerWindow,
  password,
  signInWithNewSession,
  toast,
} from './scene.ts';

const tradingText = 'Your session has expired. Please log in again.';
const plansText = 'Your session expired. Please log in again and retry.';

/** Ends the session when the page sends no requests, so that the page does not notice. */
async function endSession(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
}

async function logInAgain(page: Page, text: string, [email, secret]: readonly [string, string]): Promise<void> {
  await expect(toast(page, 'Error')).toContainText(text);
  await toast(page, 'Error').getByRole('link', { name: 'Log in to continue' }).click();
  await fillSignIn(page, email, secret);
}

async function openUnsharedWindow(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithNewSession(page, name);
  return page;
}

const ordersWithoutASessionSteps: Steps = {
  'an order sent without a session is restored after logging in': async ({ browser }) => {
    const page = await openUnsharedWindow(browser, 'tier1');
    await page.goto('/trading');
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByLabel('You pay').fill('4321');
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
    await compareAddress(page, () => page.getByLabel('Your BTC address').fill(bitcoinAddress));
    await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
    await endSession(page);
    await page.getByRole('button', { name: 'Pay with Bank Transfer' }).click();
    await logInAgain(page, tradingText, ['tier1@demo.test', demoPassword]);
    await expect(page).toHaveURL(/\/trading/);
    await expect(page.getByLabel('You pay')).toHaveValue('4,321');
    await expect(page.getByLabel('Your BTC address')).toHaveValue(bitcoinAddress);
    await page.context().close();
  },

  'a file sent without a session is refused, and the order is restored': async ({ browser }) => {
    const page = await openUnsharedWindow(browser, 'enhanced');
    await page.goto('/trading');
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByLabel('You pay').fill('180000');
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
    await page.getByLabel('Where does this money come from?').selectOption('savings');
    await endSession(page);
    await page.getByLabel('Proof document').setInputFiles(createProof());
    await logInAgain(page, tradingText, ['enhanced@demo.test', demoPassword]);
    await expect(page.getByLabel('You pay')).toHaveValue('180,000');
    await expect(page.getByLabel('Where does this money come from?')).toHaveValue('savings');
    await page.context().close();
  },

  'a sale continued after its session ended is restored completely': async ({ browser }) => {
    // A customer has only one sell draft, so this journey uses a customer of its own.
    const page = await openUnsharedWindow(browser, 'enhanced');
    await page.goto('/trading?tab=sell');
    await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
    await page.getByLabel('You sell').fill('0.002');
    await page.waitForResponse(/saveSellDraft/);
    await endSession(page);
    await page.getByLabel('Sender wallet address').fill(bitcoinAddress);
    await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await fillSignIn(page, 'enhanced@demo.test', demoPassword);
    await expect(page.getByLabel('You sell')).toHaveValue('0.002');
    await expect(page.getByLabel('Sender wallet address')).toHaveValue(bitcoinAddress);
    await endSession(page);
    await page.getByRole('button', { name: 'Show our wallet address' }).click();
    await logInAgain(page, tradingText, ['enhanced@demo.test', demoPassword]);
    await expect(page.getByLabel('Sender wallet address')).toHaveValue(bitcoinAddress);
    await ask(page, 'trading/saveSellDraft', { data: {} });
    await page.context().close();
  },
};

test('orders without a session', story(ordersWithoutASessionSteps));

const paymentsWithoutASessionSteps: Steps = {
  'a plan chosen without a session shows its own text, and the method stays selected': async ({ browser }) => {
    const { page, email } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/subscriptions');
    await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
    await dialog(page).getByRole('radio', { name: 'Credit/Debit Card' }).check();
    await endSession(page);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await logInAgain(page, plansText, [email, password]);
    await expect(page).toHaveURL('/subscriptions');
    await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
    await expect(dialog(page).getByRole('radio', { name: 'Credit/Debit Card' })).toBeChecked();
    await page.context().close();
  },

  'a seat requested without a session shows the same text': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/subscriptions');
    const wallet = page.getByRole('article', { name: 'Your first wallet', exact: true });
    await wallet.getByRole('button', { name: /Join Now.*in person/ }).click();
    await dialog(page).getByRole('radio', { name: 'Bank transfer' }).check();
    await endSession(page);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, 'Error')).toContainText(plansText);
    await expectNoAxeFindings(page);
    await dialog(page).locator('header').getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Tab');
    const logInLink = toast(page, 'Error').getByRole('link', { name: 'Log in to continue' });
    await expect(logInLink).toBeFocused();
    const colour = await logInLink.evaluate((link) => getComputedStyle(link).color);
    await expect(logInLink).toHaveCSS('outline-color', colour);
    await page.context().close();
  },

  'a proof sent without a session is restored and sent': async ({ browser }) => {
    const { page, email } = await openCustomerWindow(browser, 'Brown');
    const { paymentId } = await fillForm(page, 'bank_transfer');
    await page.goto(`/payments/${paymentId}`);
    await page.getByLabel('Payment confirmation').setInputFiles(createProof());
    await expect(page.getByText('Uploaded')).toBeVisible();
    await endSession(page);
    await page.getByRole('button', { name: 'I have sent the money' }).click();
    await logInAgain(page, plansText, [email, password]);
    await expect(page).toHaveURL(`/payments/${paymentId}`);
    await page.getByRole('button', { name: 'I have sent the money' }).click();
    await expect(toast(page, 'Subscription submitted')).toBeVisible();
    await page.context().close();
  },

  'a proof after the card page opens its step again after logging in': async ({ browser }) => {
    const { page, email } = await openCustomerWindow(browser, 'Brown');
    const { paymentId } = await fillForm(page, 'card');
    await ask(page, 'cards/start', { kind: 'payment', id: paymentId });
    await page.goto('/subscriptions');
    const step = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
    await step.getByLabel('Payment confirmation').setInputFiles(createProof());
    await expect(step.getByText('Uploaded')).toBeVisible();
    await endSession(page);
    await step.getByRole('button', { name: 'I have paid by card' }).click();
    await logInAgain(page, plansText, [email, password]);
    await expect(step.getByText('Uploaded')).toBeVisible();
    await step.getByRole('button', { name: 'I have paid by card' }).click();
    await expect(toast(page, 'Subscription submitted')).toBeVisible();
    await page.context().close();
  },

  'a Mahoni payment claimed without a session keeps its form': async ({ browser }) => {
    const { page, email } = await openCustomerWindow(browser, 'Brown');
    const { paymentId } = await fillForm(page, 'crypto');
    await page.goto(`/payments/${paymentId}`);
    const [sender, hash] = [solanaAddress(), solanaHash()];
    await page.getByLabel('Your wallet address').fill(sender);
    await page.getByLabel('Wallet type').selectOption('Phantom Wallet');
    await page.getByLabel('Transaction hash').fill(hash);
    await page.getByLabel('Proof of transaction').setInputFiles(createProof());
    await expect(page.getByText('Uploaded')).toBeVisible();
    await endSession(page);
    await page.getByRole('button', { name: 'I have sent the MHI' }).click();
    await logInAgain(page, plansText, [email, password]);
    await expect(page.getByLabel('Your wallet address')).toHaveValue(sender);
    await expect(page.getByLabel('Transaction hash')).toHaveValue(hash);
    await page.getByRole('button', { name: 'I have sent the MHI' }).click();
    await expect(toast(page, 'Crypto payment submitted!')).toBeVisible();
    await page.context().close();
  },
};

test('payments without a session', story(paymentsWithoutASessionSteps));

type StartedPayment = { readonly paymentId: string };
const fillForm = (page: Page, method: string): Promise<StartedPayment> =>
  ask(page, 'subscriptions/subscribe', { key: randomUUID(), plan: 'personal', method, price: 6000 });
