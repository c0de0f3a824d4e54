import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { bitcoinAddress } from '../orders.ts';
import { solanaAddress, solanaHash } from '../payments.ts';
import { test } from './journey.ts';
import { slip } from './papers.ts';
import { ask, clean, comparesAddress, customerIn, dialog, fillSignIn, password, signInAnew, toast } from './scene.ts';

/** A session that is missing when a form is sent: it is said in the words of the place, and nothing typed is lost. */

const ofTrading = 'Your session has expired. Please log in again.';
const ofPlans = 'Your session expired. Please log in again and retry.';

/** The session ends unseen: what the page asks by itself would find it gone first. */
async function sessionEnds(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
}

async function logsInAgain(page: Page, words: string, [email, secret]: readonly [string, string]): Promise<void> {
  await expect(toast(page, 'Error')).toContainText(words);
  await toast(page, 'Error').getByRole('link', { name: 'Log in, and back here' }).click();
  await fillSignIn(page, email, secret);
}

/** One of the demo's people, in a session that nobody shares. */
async function alone(browser: Browser, who: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAnew(page, who);
  return page;
}

test('an order that is sent without a session stands in the form again after logging in', async ({ browser }) => {
  const page = await alone(browser, 'tier1');
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('4321');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await comparesAddress(page, () => page.getByLabel('Your BTC address').fill(bitcoinAddress));
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
  await sessionEnds(page);
  await page.getByRole('button', { name: 'Pay with Bank Transfer' }).click();
  await logsInAgain(page, ofTrading, ['tier1@demo.test', demoPassword]);
  await expect(page).toHaveURL(/\/trading/);
  await expect(page.getByLabel('You pay')).toHaveValue('4,321');
  await expect(page.getByLabel('Your BTC address')).toHaveValue(bitcoinAddress);
  await page.context().close();
});

test('a file of an order that is sent without a session is refused so, and what was typed stands again', async ({
  browser,
}) => {
  const page = await alone(browser, 'enhanced');
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('180000');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await page.getByLabel('Where does this money come from?').selectOption('savings');
  await sessionEnds(page);
  await page.getByLabel('Proof document').setInputFiles(slip());
  await logsInAgain(page, ofTrading, ['enhanced@demo.test', demoPassword]);
  await expect(page.getByLabel('You pay')).toHaveValue('180,000');
  await expect(page.getByLabel('Where does this money come from?')).toHaveValue('savings');
  await page.context().close();
});

test('a sale that is typed on after its session ended stands there again, whole', async ({ browser }) => {
  // One person has one draft of a sale: no other journey sells as this one.
  const page = await alone(browser, 'enhanced');
  await page.goto('/trading?tab=sell');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await page.getByLabel('You sell').fill('0.002');
  await page.waitForResponse(/keepSellDraft/);
  await sessionEnds(page);
  // The page looks an address up while it is typed, and finds the session gone.
  await page.getByLabel('Sender wallet address').fill(bitcoinAddress);
  await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await fillSignIn(page, 'enhanced@demo.test', demoPassword);
  await expect(page.getByLabel('You sell')).toHaveValue('0.002');
  await expect(page.getByLabel('Sender wallet address')).toHaveValue(bitcoinAddress);
  await sessionEnds(page);
  await page.getByRole('button', { name: 'Show our wallet address' }).click();
  await logsInAgain(page, ofTrading, ['enhanced@demo.test', demoPassword]);
  await expect(page.getByLabel('Sender wallet address')).toHaveValue(bitcoinAddress);
  await ask(page, 'trading/keepSellDraft', { data: {} });
  await page.context().close();
});

test('a plan that is chosen without a session says so in its own words, and the way of paying stands', async ({
  browser,
}) => {
  const { page, email } = await customerIn(browser, 'Brown');
  await page.goto('/subscriptions');
  await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
  await dialog(page).getByRole('radio', { name: 'Credit/Debit Card' }).check();
  await sessionEnds(page);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await logsInAgain(page, ofPlans, [email, password]);
  await expect(page).toHaveURL('/subscriptions');
  await page.getByRole('button', { name: 'Subscribe to Personal' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Credit/Debit Card' })).toBeChecked();
  await page.context().close();
});

test('a place in a workshop that is wanted without a session says so in the same words', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  await page.goto('/subscriptions');
  const wallet = page.getByRole('article', { name: 'Your first wallet', exact: true });
  await wallet.getByRole('button', { name: /Join Now.*in person/ }).click();
  await dialog(page).getByRole('radio', { name: 'Bank transfer' }).check();
  await sessionEnds(page);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Error')).toContainText(ofPlans);
  await clean(page);
  // Keys find it, with a ring that is seen on red.
  await dialog(page).locator('header').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Tab');
  const way = toast(page, 'Error').getByRole('link', { name: 'Log in, and back here' });
  await expect(way).toBeFocused();
  const colour = await way.evaluate((link) => getComputedStyle(link).color);
  await expect(way).toHaveCSS('outline-color', colour);
  await page.context().close();
});

type Begun = { readonly paymentId: string };
const begins = (page: Page, method: string): Promise<Begun> =>
  ask(page, 'subscriptions/subscribe', { key: randomUUID(), plan: 'personal', method, price: 6000 });

test('a proof that is sent without a session stands there again, and is sent', async ({ browser }) => {
  const { page, email } = await customerIn(browser, 'Brown');
  const { paymentId } = await begins(page, 'bank_transfer');
  await page.goto(`/payments/${paymentId}`);
  await page.getByLabel('Payment confirmation').setInputFiles(slip());
  await expect(page.getByText('Uploaded')).toBeVisible();
  await sessionEnds(page);
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await logsInAgain(page, ofPlans, [email, password]);
  await expect(page).toHaveURL(`/payments/${paymentId}`);
  await page.getByRole('button', { name: 'I have sent the money' }).click();
  await expect(toast(page, 'Subscription submitted')).toBeVisible();
  await page.context().close();
});

test('a proof of the step after the card page opens that step again after logging in', async ({ browser }) => {
  const { page, email } = await customerIn(browser, 'Brown');
  const { paymentId } = await begins(page, 'card');
  await ask(page, 'cards/start', { kind: 'payment', id: paymentId });
  await page.goto('/subscriptions');
  const step = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
  await step.getByLabel('Payment confirmation').setInputFiles(slip());
  await expect(step.getByText('Uploaded')).toBeVisible();
  await sessionEnds(page);
  await step.getByRole('button', { name: 'I have paid by card' }).click();
  await logsInAgain(page, ofPlans, [email, password]);
  await expect(step.getByText('Uploaded')).toBeVisible();
  await step.getByRole('button', { name: 'I have paid by card' }).click();
  await expect(toast(page, 'Subscription submitted')).toBeVisible();
  await page.context().close();
});

test('a payment in Mahoni that is claimed without a session loses nothing of its form', async ({ browser }) => {
  const { page, email } = await customerIn(browser, 'Brown');
  const { paymentId } = await begins(page, 'crypto');
  await page.goto(`/payments/${paymentId}`);
  const [sender, hash] = [solanaAddress(), solanaHash()];
  await page.getByLabel('Your wallet address').fill(sender);
  await page.getByLabel('Wallet type').selectOption('Phantom Wallet');
  await page.getByLabel('Transaction hash').fill(hash);
  await page.getByLabel('Proof of transaction').setInputFiles(slip());
  await expect(page.getByText('Uploaded')).toBeVisible();
  await sessionEnds(page);
  await page.getByRole('button', { name: 'I have sent the MHI' }).click();
  await logsInAgain(page, ofPlans, [email, password]);
  await expect(page.getByLabel('Your wallet address')).toHaveValue(sender);
  await expect(page.getByLabel('Transaction hash')).toHaveValue(hash);
  await page.getByRole('button', { name: 'I have sent the MHI' }).click();
  await expect(toast(page, 'Crypto payment submitted!')).toBeVisible();
  await page.context().close();
});
