import { type Browser, expect, type Page } from '@playwright/test';
import { bitcoinAddress } from '../orders.ts';
import { type Steps, story, test } from './journey.ts';
import { compareAddress, expectNoAxeFindings, expectToast, fits, newCustomer, openWindow, signIn } from './scene.ts';

const cards = {
  approve: '4111 1111 1111 1111',
  decline: '4666 6666 6666 2222',
  late: '4000 0000 0000 0341',
  twice: '4000 0000 0000 0259',
} as const;

const reminder = "The name on the card must match the user's name or the transaction will not be processed.";
const payByCard = (page: Page) => page.getByRole('button', { name: 'Pay with Card' });

async function prepareOrder(page: Page): Promise<void> {
  await newCustomer(page);
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC');
  await page.getByLabel('You pay').fill('4000');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Bitcoin Network (BTC)' });
  await compareAddress(page, () => page.getByLabel('Your BTC address').fill(bitcoinAddress));
  await page.getByRole('radio', { name: /Credit\/Debit Card/ }).check();
  await expect(page.getByText(reminder)).toBeVisible();
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
}

async function payOnCardPage(page: Page, card: keyof typeof cards, name = 'Kerry-Ann Brown'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sandbox card page' })).toBeVisible();
  await page.getByRole('radio', { name: cards[card] }).check();
  await page.getByLabel('Name on card').fill(name);
  await page.getByRole('button', { name: 'Pay' }).click();
}

async function openPhone(browser: Browser): Promise<Page> {
  const screen = { width: 360, height: 740 };
  return (await browser.newContext({ viewport: screen, hasTouch: true, isMobile: true })).newPage();
}

const anOrderPaidByCardSteps: Steps = {
  'an approved card on a desktop: the page opens in a tab and the order updates in the first': async ({ browser }) => {
    const page = await openWindow(browser);
    await prepareOrder(page);
    await expectNoAxeFindings(page);
    const opened = page.context().waitForEvent('page');
    await payByCard(page).click();
    const tab = await opened;
    const proof = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
    await expect(proof.getByText('Pay on the card page in the other tab.')).toBeVisible();
    await expectNoAxeFindings(page);
    await payOnCardPage(tab, 'approve');
    await expect(tab).toHaveURL(/\/payment-success\?transaction_id=.*sandbox_reference=/);
    await expect(tab.getByRole('heading', { name: 'We received your payment' })).toBeVisible();
    await expectNoAxeFindings(tab);
    await expectToast(page, 'Success', 'Your card was charged and we have your payment.');
    await expect(page).toHaveURL(/\/orders\//);
    await expect(page.getByText(/You paid by card, so we'll send your crypto after/)).toBeVisible();
    await expect(page.getByText('The card company confirmed the charge')).toBeVisible();
    await expectNoAxeFindings(page);
  },

  'a card declined on a phone is approved at the second try in the same window': async ({ browser }) => {
    const page = await openPhone(browser);
    await prepareOrder(page);
    await fits(page);
    await payByCard(page).click();
    await expectToast(page, 'Complete Your Payment', 'The card page opens now.');
    await payOnCardPage(page, 'decline');
    await expect(page.getByText('Your bank declined this card.')).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Your card was declined' })).toBeVisible();
    await fits(page);
    await expectNoAxeFindings(page);
    await payByCard(page).click();
    await payOnCardPage(page, 'approve');
    await expect(page.getByRole('heading', { name: 'We received your payment' })).toBeVisible();
    await page.getByRole('link', { name: 'See your order' }).click();
    await expect(page.getByRole('heading', { name: "We're reviewing your order" })).toBeVisible();
    await fits(page);
  },

  'a closed card page: the order reminds the customer and can be cancelled': async ({ browser }) => {
    const page = await openWindow(browser);
    await prepareOrder(page);
    const opened = page.context().waitForEvent('page');
    await payByCard(page).click();
    await (await opened).close();
    await page.reload();
    await expectToast(page, 'Transaction Pending', 'Please upload your payment confirmation.');
    const step = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
    await expect(step).toBeVisible();
    await expect(step.getByText('Did you pay on the card page?')).toBeVisible();
    await expect(step.getByText('other tab')).toHaveCount(0);
    await step.getByRole('button', { name: 'Close', exact: true }).first().click();
    const pending = page.getByRole('region', { name: 'Complete Your Payment' });
    await expect(pending.getByText(reminder)).toBeVisible();
    await expectNoAxeFindings(page);
    const again = page.context().waitForEvent('page');
    await pending.getByRole('button', { name: 'Pay with Card' }).click();
    const tab = await again;
    await tab.getByRole('link', { name: 'Cancel' }).click();
    await expect(tab.getByRole('heading', { name: 'You left the card page' })).toBeVisible();
    await expectNoAxeFindings(tab);
    await tab.getByRole('button', { name: 'Cancel this order' }).click();
    await tab.getByRole('button', { name: 'Cancel order', exact: true }).click();
    await expect(tab.getByRole('heading', { name: 'This payment has ended. Nothing was taken.' })).toBeVisible();
  },

  'a late approval appears on the waiting page automatically': async ({ browser }) => {
    const page = await openPhone(browser);
    await prepareOrder(page);
    await payByCard(page).click();
    await payOnCardPage(page, 'late');
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page.getByRole('heading', { name: "We're waiting for the card company" })).toBeVisible();
    await expectNoAxeFindings(page);
    await expect(page.getByRole('heading', { name: 'We received your payment' })).toBeVisible({ timeout: 25_000 });
  },
};

test('an order paid by card', story(anOrderPaidByCardSteps));

const exceptionsOfCardsSteps: Steps = {
  'a second charge is refunded, and the order continues': async ({ browser }) => {
    const page = await openPhone(browser);
    await prepareOrder(page);
    await payByCard(page).click();
    await payOnCardPage(page, 'twice');
    await expect(page.getByRole('heading', { name: 'We received your payment' })).toBeVisible();
    await page.getByRole('link', { name: 'See your order' }).click();
    await expect(page.getByText('Additional payment')).toBeVisible();
  },

  'a card with another name: the order waits and explains what to do': async ({ browser }) => {
    const page = await openPhone(browser);
    await prepareOrder(page);
    await payByCard(page).click();
    await payOnCardPage(page, 'approve', 'Other Person');
    await expect(page.getByText("The name on the card isn't the name on your account")).toBeVisible();
    await page.getByRole('link', { name: 'See your order' }).click();
    await expect(page.getByRole('heading', { name: 'Please show that the card is yours' })).toBeVisible();
    await expect(page.getByText('Please send our support team')).toBeVisible();
    await fits(page);
  },

  'the return pages change nothing and reveal no order of another customer': async ({ browser, page }) => {
    const customer = await openPhone(browser);
    await prepareOrder(customer);
    await payByCard(customer).click();
    await expect(customer.getByRole('heading', { name: 'Sandbox card page' })).toBeVisible();
    const id = new URL(customer.url()).searchParams.get('reference');
    for (const path of ['/payment-success', '/payment-cancel']) {
      await customer.goto(`${path}?transaction_id=${id}&wipay_reference=forged&status=success`);
      await expect(customer.getByRole('heading', { name: /We're waiting for|You left/ })).toBeVisible();
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
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Back to buying and selling' }).click();
    await expect(page).toHaveURL(/\/trading$/);
  },
};

test('exceptions of cards', story(exceptionsOfCardsSteps));
