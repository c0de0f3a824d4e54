import { type Browser, expect, type Page } from '@playwright/test';
import { bitcoinAddress } from '../orders.ts';
import { test } from './journey.ts';
import { clean, comparesAddress, fits, newCustomer, ownWindow, signIn, told } from './scene.ts';

/** Buying by card as a customer does it, over the demo's card page, which tells us by its signed hook alone. */

const cards = {
  approve: '4111 1111 1111 1111',
  decline: '4666 6666 6666 2222',
  late: '4000 0000 0000 0341',
  twice: '4000 0000 0000 0259',
} as const;

const reminder = "The name on the card must match the user's name or the transaction will not be processed.";
const payByCard = (page: Page) => page.getByRole('button', { name: 'Pay with Card' });

/** Somebody new who is about to buy by card. */
async function aboutToPay(page: Page): Promise<void> {
  await newCustomer(page);
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('4000');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await comparesAddress(page, () => page.getByLabel('Your BTC address').fill(bitcoinAddress));
  await page.getByRole('radio', { name: /Credit\/Debit Card/ }).check();
  await expect(page.getByText(reminder)).toBeVisible();
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
}

/** Pays on the card page with one of its test cards. */
async function charge(page: Page, card: keyof typeof cards, name = 'Kerry-Ann Brown'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sandbox card page' })).toBeVisible();
  await page.getByRole('radio', { name: cards[card] }).check();
  await page.getByLabel('Name on card').fill(name);
  await page.getByRole('button', { name: 'Pay' }).click();
}

/** A phone: the same window goes to the card page. */
async function phone(browser: Browser): Promise<Page> {
  const screen = { width: 360, height: 740 };
  return (await browser.newContext({ viewport: screen, hasTouch: true, isMobile: true })).newPage();
}

test('approved on a desktop: a tab of its own, and the order follows in the first', async ({ browser }) => {
  const page = await ownWindow(browser);
  await aboutToPay(page);
  await clean(page);
  const opened = page.context().waitForEvent('page');
  await payByCard(page).click();
  const tab = await opened;
  const proof = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
  await expect(proof.getByText('Pay on the card page in the other tab.')).toBeVisible();
  await clean(page);
  await charge(tab, 'approve');
  await expect(tab).toHaveURL(/\/payment-success\?transaction_id=.*sandbox_reference=/);
  await expect(tab.getByRole('heading', { name: 'Your payment is with us' })).toBeVisible();
  await clean(tab);
  await told(page, 'Success', 'Your card was charged and your payment is with us.');
  await expect(page).toHaveURL(/\/orders\//);
  await expect(page.getByText(/What is bought by card stays with us until/)).toBeVisible();
  await expect(page.getByText('The card company told us')).toBeVisible();
  await clean(page);
});

test('declined on a phone, in the same window, and approved at the second try', async ({ browser }) => {
  const page = await phone(browser);
  await aboutToPay(page);
  await fits(page);
  await payByCard(page).click();
  await told(page, 'Complete Your Payment', 'The card page opens now.');
  await charge(page, 'decline');
  await expect(page.getByText('Your bank declined this card.')).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Your card was declined' })).toBeVisible();
  await fits(page);
  await clean(page);
  await payByCard(page).click();
  await charge(page, 'approve');
  await expect(page.getByRole('heading', { name: 'Your payment is with us' })).toBeVisible();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByRole('heading', { name: 'We have your money and review the order' })).toBeVisible();
  await fits(page);
});

test('the tab was closed: the order is brought back to mind, and called off by an act', async ({ browser }) => {
  const page = await ownWindow(browser);
  await aboutToPay(page);
  const opened = page.context().waitForEvent('page');
  await payByCard(page).click();
  await (await opened).close();
  await page.reload();
  await told(page, 'Transaction Pending', 'Please upload your payment confirmation.');
  const step = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
  await expect(step).toBeVisible();
  await step.getByRole('button', { name: 'Close', exact: true }).first().click();
  const pending = page.getByRole('region', { name: 'Complete Your Payment' });
  await expect(pending.getByText(reminder)).toBeVisible();
  await clean(page);
  const again = page.context().waitForEvent('page');
  await pending.getByRole('button', { name: 'Pay with Card' }).click();
  const tab = await again;
  await tab.getByRole('link', { name: 'Cancel' }).click();
  await expect(tab.getByRole('heading', { name: 'You left the card page' })).toBeVisible();
  await clean(tab);
  await tab.getByRole('button', { name: 'Cancel this order' }).click();
  await tab.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(tab.getByRole('heading', { name: 'This has ended. Nothing was taken.' })).toBeVisible();
});

test('approved late: the page waits, and shows it by itself', async ({ browser }) => {
  const page = await phone(browser);
  await aboutToPay(page);
  await payByCard(page).click();
  await charge(page, 'late');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page.getByRole('heading', { name: 'We wait for the word of the card company' })).toBeVisible();
  await clean(page);
  await expect(page.getByRole('heading', { name: 'Your payment is with us' })).toBeVisible({ timeout: 25_000 });
});

test('charged twice: the order goes on, and says that the second goes back', async ({ browser }) => {
  const page = await phone(browser);
  await aboutToPay(page);
  await payByCard(page).click();
  await charge(page, 'twice');
  await expect(page.getByRole('heading', { name: 'Your payment is with us' })).toBeVisible();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByText('Received on top')).toBeVisible();
});

test('a card of another name: the order waits, and says what to do', async ({ browser }) => {
  const page = await phone(browser);
  await aboutToPay(page);
  await payByCard(page).click();
  await charge(page, 'approve', 'Somebody Else');
  await expect(page.getByText('The name on the card is not the name on your account')).toBeVisible();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByRole('heading', { name: 'Please show us that the card is yours' })).toBeVisible();
  await expect(page.getByText('Please write to our support')).toBeVisible();
  await fits(page);
});

test('the return pages move nothing, and tell nobody of another’s', async ({ browser, page }) => {
  const customer = await phone(browser);
  await aboutToPay(customer);
  await payByCard(customer).click();
  await expect(customer.getByRole('heading', { name: 'Sandbox card page' })).toBeVisible();
  const id = new URL(customer.url()).searchParams.get('reference');
  for (const path of ['/payment-success', '/payment-cancel']) {
    await customer.goto(`${path}?transaction_id=${id}&wipay_reference=forged&status=success`);
    await expect(customer.getByRole('heading', { name: /We wait for|You left/ })).toBeVisible();
  }
  await page.goto(`/payment-success?transaction_id=${id}`);
  await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
  await signIn(page, 'tier1');
  for (const query of [`transaction_id=${id}`, 'enrollment_id=8c2f5b0e-1111-4222-8333-944455556666']) {
    await page.goto(`/payment-success?${query}`);
    await expect(page.getByText('Failed to load payment details')).toBeVisible();
  }
  await page.goto('/payment-cancel');
  await expect(page.getByText('Invalid Payment - No payment reference provided')).toBeVisible();
  await clean(page);
  await page.getByRole('link', { name: 'Back to buying and selling' }).click();
  await expect(page).toHaveURL(/\/trading$/);
});
