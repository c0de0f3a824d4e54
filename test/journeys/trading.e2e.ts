import { expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { createProof } from './sample-files.ts';
import { compareAddress, evmAddress, expectToast, signIn } from './scene.ts';

const xrpAddress = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';

/** Random amount, because equal orders within ten minutes count as duplicates. */
const pickAmount = (from: number) => String(from + Math.floor(Math.random() * 4000));

async function signInAndOpen(page: Page, user: string, path = '/trading'): Promise<void> {
  await signIn(page, user);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Buy and sell' })).toBeVisible();
}

type Purchase = { symbol: string; amount: string; network: string; address: string };

async function fillBuy(page: Page, { symbol, amount, network, address }: Purchase): Promise<void> {
  await page.getByLabel('Crypto', { exact: true }).selectOption(symbol);
  await page.getByLabel('You pay').fill(amount);
  await page.getByLabel('Network', { exact: true }).selectOption({ label: network });
  await page.getByLabel(`Your ${symbol} address`).fill(address);
}

const fillBuyCompared = (page: Page, purchase: Purchase) => compareAddress(page, () => fillBuy(page, purchase));

const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Bank Transfer' });

const buyingSteps: Steps = {
  'a customer buys, gets account and reference, and uploads the proof': async ({ page }) => {
    await signInAndOpen(page, 'tier2');
    const link = `https://etherscan.io/address/${evmAddress}`;
    await fillBuyCompared(page, {
      symbol: 'ETH',
      amount: pickAmount(20_000),
      network: 'Ethereum (ERC20)',
      address: link,
    });
    await expect(page.getByLabel('Your ETH address')).toHaveValue(evmAddress);
    await expect(page.getByText('Address verified')).toBeVisible();
    await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
    await expect(page.getByText('All-in cost')).toBeVisible();

    await pay(page).dblclick();
    const account = page.getByRole('dialog', { name: 'Bank Transfer Payment' });
    await expect(account.getByText('Savings')).toBeVisible();
    await expect(account.getByRole('button', { name: 'Copy reference' })).toBeVisible();

    await account.getByRole('button', { name: "I'll pay later" }).click();
    await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
    await page.reload();
    await expectToast(page, 'Transaction Pending', 'Please upload your payment confirmation.');

    await page.getByRole('button', { name: 'Upload Payment Confirmation' }).click();
    const proof = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
    await proof.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(proof.getByText('Please upload your payment confirmation', { exact: true })).toBeVisible();
    await proof.getByLabel('Payment confirmation').setInputFiles(createProof());
    await expect(proof.getByText(/Uploaded, \d+ B/)).toBeVisible();
    await proof.getByRole('button', { name: 'Submit', exact: true }).click();
    await expectToast(
      page,
      'Success',
      'Our team is working diligently to process your transaction within the next 12-48 hours.',
    );
    await expect(page).toHaveURL(/\/orders\//);
  },

  'while a price loads, no figure of the old choice is shown': async ({ page }) => {
    await signInAndOpen(page, 'tier2');
    await fillBuy(page, { symbol: 'ETH', amount: '20000', network: 'Ethereum (ERC20)', address: evmAddress });
    const form = page.getByRole('form', { name: 'Buy Cryptocurrency' });
    const gets = page.getByLabel("You'll Receive");
    await expect(gets).not.toHaveValue('');
    await form.getByText('All-in cost').click();
    await expect(form.locator('.slip .money').first()).toBeVisible();
    let releaseQuote = () => {};
    let held = Promise.resolve();
    await page.route('**/trading/quoteBuy', async (route) => {
      await held;
      await route.continue();
    });
    const changes = [
      () => page.getByLabel('Pay in').selectOption({ index: 1 }),
      () => page.getByLabel('Crypto', { exact: true }).selectOption('BTC'),
      () => page.getByLabel('You pay').fill('150'),
    ];
    for (const change of changes) {
      const before = (await form.locator('.slip').boundingBox())?.height ?? 0;
      held = new Promise((resolve) => {
        releaseQuote = resolve;
      });
      await change();
      await expect(gets).toHaveValue('', { timeout: 1_000 });
      await expect(form.locator('.money')).toHaveCount(0, { timeout: 500 });
      await expect(form.locator('.submit .num')).toHaveCount(0, { timeout: 500 });
      const waiting = (await form.locator('.slip').boundingBox())?.height ?? 0;
      expect(Math.abs(waiting - before), 'the place keeps its size').toBeLessThan(before / 4);
      releaseQuote();
      await expect(gets).not.toHaveValue('');
    }
  },

  'the amount to pay is equal everywhere': async ({ page }) => {
    await signInAndOpen(page, 'tier1');
    const amount = `${pickAmount(11_000)}.75`;
    await fillBuyCompared(page, { symbol: 'ETH', amount, network: 'Ethereum (ERC20)', address: evmAddress });
    await expect(page.getByText('All-in cost')).toBeVisible();
    await pay(page).click();
    const account = page.getByRole('dialog', { name: 'Bank Transfer Payment' });
    const figure = account.locator('.copy').filter({ hasText: 'Amount' }).locator('.money');
    const shownAmount = await figure.innerText();
    await account.getByRole('button', { name: "I'll pay later" }).click();
    const reminder = page.locator('.pending-payment');
    await expect(reminder.locator('.money').first()).toHaveText(shownAmount);
    await reminder.getByRole('link').click();
    await expect(page.getByRole('heading', { name: /^Send J\$/ }).locator('.money')).toHaveText(shownAmount);
  },

  'a lost response does not create a second order': async ({ page }) => {
    await signInAndOpen(page, 'tier2');
    const sent = new Set<string | null>();
    let lose = true;
    await page.route('**/trading/placeBuyOrder', async (route) => {
      sent.add(route.request().postData());
      if (!lose) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await fillBuyCompared(page, { symbol: 'ETH', amount: pickAmount(10_000), network: 'BEP20', address: evmAddress });
    await expect(page.getByText('All-in cost')).toBeVisible();
    await pay(page).click();
    await expectToast(page, 'Error', 'Failed to create transaction');
    lose = false;
    await pay(page).click();
    await expect(page.getByRole('dialog', { name: 'Bank Transfer Payment' })).toBeVisible();
    expect(sent.size).toBe(1);
  },
};

test('buying', story(buyingSteps));

/** Expects the sell form to keep its height while a new price loads, so that no button moves under a finger. */
async function expectSteadyForm(page: Page, amount: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sell Cryptocurrency' });
  await expect(page.getByText('and this price is yours.', { exact: false })).toBeVisible();
  const priced = await form.boundingBox();
  const release = Promise.withResolvers<void>();
  await page.route('**/trading/quoteSell', (route) => release.promise.then(() => route.continue()));
  await page.getByLabel('You sell').fill(amount);
  await expect(page.getByText('Getting the latest price')).toBeVisible();
  // One line of text: the time may wrap differently in each quote.
  expect(Math.abs(((await form.boundingBox())?.height ?? 0) - (priced?.height ?? 0))).toBeLessThanOrEqual(18);
  release.resolve();
  await page.unroute('**/trading/quoteSell');
}

test('a customer sells in three steps, and a reload keeps the draft', async ({ page }) => {
  const amount = String(20 + Math.floor(Math.random() * 300));
  await signInAndOpen(page, 'tier2', '/trading?tab=sell');
  await page.getByLabel('Crypto', { exact: true }).selectOption('XRP');
  await page.getByLabel('You sell').fill('19');
  await expectSteadyForm(page, amount);
  await page.getByLabel('Sender wallet address').fill(xrpAddress);
  await page.getByRole('button', { name: 'Show our wallet address' }).click();
  await expectToast(page, 'Network required', 'Please select a network for your transfer');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'XRP' });
  await page.getByLabel('Crypto', { exact: true }).selectOption('ETH');
  await expect(page.getByLabel('Network', { exact: true })).toHaveValue('');
  await page.getByLabel('Crypto', { exact: true }).selectOption('XRP');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'XRP' });
  await page.getByRole('button', { name: 'Show our wallet address' }).click();
  await expect(page.getByRole('img', { name: 'QR code of our XRP Ledger wallet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy memo (destination tag)' })).toBeVisible();

  // The button is replaced by the next step, which is visible and focused.
  await expect(page.getByRole('region', { name: 'Our wallet' })).toBeFocused();
  await page.getByRole('button', { name: "I've sent it, continue" }).click();
  await expect(page.getByLabel('Wallet type')).toBeInViewport();
  await page.getByLabel('Wallet type').selectOption({ label: 'Binance' });
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await expectToast(page, 'Error', 'Wallet proof is required for sell transactions');
  await page.getByLabel('Transfer confirmation').setInputFiles(createProof());
  await expect(page.getByText(/Uploaded, \d+ B/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue to your bank' }).click();

  const submit = page.getByRole('button', { name: 'Submit Sell Order' });
  await expect(submit).toBeDisabled();
  await expect(page.getByText('Still missing: Bank name, Account number')).toBeVisible();
  const saveResponse = page.waitForResponse(/saveSellDraft/);
  await page.getByLabel('Bank name').fill('Demo Bank of Jamaica');
  await saveResponse;
  await page.reload();
  await expect(page.getByLabel('Bank name')).toHaveValue('Demo Bank of Jamaica');

  await page.getByLabel('Account number').fill('0000 1234 567');
  const holder = page.getByLabel('Account holder name');
  await holder.fill('Other Person');
  await submit.click();
  await expectToast(page, 'Account Name Mismatch', 'Account holder name must match your registered name');
  const registered = (await page.getByText(/Your registered name is/).innerText()).match(/name is (.*)\./)?.[1] ?? '';
  await holder.fill(registered);
  // After a connection error the input stays.
  await page.route('**/trading/placeSellOrder', (route) => route.abort());
  await submit.click();
  await expectToast(page, 'Error', "Failed to submit transaction: We couldn't reach our server.");
  await page.unroute('**/trading/placeSellOrder');
  await submit.dblclick();
  await expectToast(page, 'Success', 'within the next 12-48 hours.');
  await expect(page).toHaveURL(/\/orders\//);
  const placed = new URL(page.url()).pathname;

  // The same sale in a second tab leads to the placed order instead of a limit error.
  await page.goto('/trading?tab=sell');
  await page.getByLabel('Crypto', { exact: true }).selectOption('XRP');
  await page.getByLabel('You sell').fill(amount);
  await expect(page.getByText('You already placed an order like this', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View that order' })).toHaveAttribute('href', placed);
});

const faultsOfTheBuyFormSteps: Steps = {
  'an empty form names missing fields in one toast and at each field': async ({ page }) => {
    await signInAndOpen(page, 'visitor');
    await pay(page).click();
    await expectToast(
      page,
      'Please complete the form',
      'Missing or invalid: Cryptocurrency, Amount, Network, Wallet address',
    );
    await expect(page.getByText('Please enter an amount')).toBeVisible();
    await expect(page.getByLabel('Crypto', { exact: true })).toBeFocused();
  },

  'without KYC the limit of US$25 is shown while typing and on submit': async ({ page }) => {
    await signInAndOpen(page, 'visitor');
    await expect(page.getByText('No KYC Approved')).toBeVisible();
    await fillBuyCompared(page, { symbol: 'ETH', amount: '4375.01', network: 'Ethereum (ERC20)', address: evmAddress });
    const words = 'This transaction would exceed your $25 USD monthly cap. Complete Tier 1 KYC to increase your limit.';
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
    await pay(page).click();
    await expectToast(page, 'Monthly limit reached', words);
  },

  'an order of US$1,000 needs Enhanced KYC': async ({ page }) => {
    await signInAndOpen(page, 'tier2');
    await fillBuy(page, { symbol: 'ETH', amount: '175000', network: 'Ethereum (ERC20)', address: evmAddress });
    await expect(page.getByRole('heading', { name: 'Source of funds' })).toBeVisible();
    await pay(page).click();
    await expectToast(page, 'Enhanced KYC Required', 'Transactions ≥ $1,000 USD require Enhanced KYC verification.');
  },

  'at US$1,000 Enhanced KYC customers are asked for the source of funds and its proof': async ({ page }) => {
    await signInAndOpen(page, 'enhanced');
    await fillBuyCompared(page, { symbol: 'ETH', amount: '175000', network: 'Ethereum (ERC20)', address: evmAddress });
    await expect(page.getByRole('heading', { name: 'Source of funds' })).toBeVisible();
    await pay(page).click();
    await expectToast(page, 'Please complete the form', 'Missing or invalid: Source of funds, Source of funds proof');
  },

  'addresses of another network and invalid tags are explained at their field': async ({ page }) => {
    await signInAndOpen(page, 'tier1');
    await fillBuy(page, { symbol: 'XRP', amount: '5000', network: 'XRP', address: evmAddress });
    await expect(page.getByText('This address belongs to another network.')).toBeVisible();
    await page.getByLabel('Your XRP address').fill(xrpAddress);
    await page.getByLabel('Destination tag (memo)').fill('hello');
    await expect(page.getByText('A destination tag contains only digits.')).toBeVisible();
    // Changing the coin resets an unsupported network.
    await page.getByLabel('Crypto', { exact: true }).selectOption('ETH');
    await expect(page.getByLabel('Network', { exact: true })).toHaveValue('');
  },

  'visitors are asked to log in': async ({ page }) => {
    await page.goto('/trading');
    await expect(page.getByRole('heading', { name: 'You must be logged in to access these features' })).toBeVisible();
  },
};

test('faults of the buy form', story(faultsOfTheBuyFormSteps));
