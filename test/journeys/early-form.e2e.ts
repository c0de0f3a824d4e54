import { expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { compareAddress, evmAddress, expectNoAxeFindings, expectToast, fits, newCustomer, signIn } from './scene.ts';

/** The early form: it works before scripts load, and the screen then replaces it and keeps its input. */

const maxStylesheets = 3;

const scripts = /\/assets\/.*\.js$/;
const crypto = (page: Page) => page.getByLabel('Crypto', { exact: true });
const amount = (page: Page) => page.getByLabel('You pay');
const network = (page: Page) => page.getByLabel('Network', { exact: true });
const gets = (page: Page) => page.getByLabel("You'll Receive");
const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Bank Transfer' });
const waitForScreen = (page: Page) => page.waitForResponse(/api\/live/);

/** Blocks every script until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let releaseScripts = () => {};
  const held = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route(scripts, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return releaseScripts;
}

/** Chooses a crypto as soon as the parser has added its option, before the script of the page runs. */
const chooseWhileParsing = (page: Page, symbol: string) =>
  page.addInitScript((value) => {
    new MutationObserver((_changes, observer) => {
      const select = document.querySelector<HTMLSelectElement>('select[name="symbol"]');
      if (!select?.querySelector(`option[value="${value}"]`)) return;
      select.value = value;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, symbol);

const open = (page: Page, path = '/trading') => page.goto(path, { waitUntil: 'commit' });

test('an order is typed and priced with one page, its styles and one request', async ({ page }) => {
  await signIn(page, 'tier2');
  await page.setViewportSize({ width: 360, height: 780 });
  await holdScripts(page);
  const loaded: string[] = [];
  page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname));
  await chooseWhileParsing(page, 'BTC');
  const answer = await open(page);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  await expect(page.getByText('Your BTC address')).toBeVisible();
  await network(page).selectOption({ label: 'Bitcoin Network (BTC)' });
  await amount(page).pressSequentially('20000');
  await expect(amount(page)).toHaveValue('20,000');
  await expect(gets(page)).toHaveValue(/^0\.\d+$/);
  const needed = loaded.filter((path) => !/\.(svg|png|woff2|webmanifest)$/.test(path));
  const requested = needed.filter((path) => path.startsWith('/api/'));
  expect(new Set(requested)).toEqual(new Set(['/api/rpc/trading/quoteBuy']));
  expect(needed.filter((path) => path.endsWith('.js'))).toEqual([]);
  const sheets = needed.filter((path) => path.endsWith('.css'));
  expect(sheets.length).toBeLessThanOrEqual(maxStylesheets);
  expect(needed.length).toBe(1 + sheets.length + requested.length);
  await fits(page);
  await expectNoAxeFindings(page);
});

const takeOverSteps: Steps = {
  'typed input continues in the screen, and an order without a shown price is not placed': async ({ page }) => {
    await signIn(page, 'tier2');
    const placed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/placeBuyOrder')) placed.push(request.url());
    });
    const releaseScripts = await holdScripts(page);
    await open(page);
    await crypto(page).selectOption('ETH');
    await page.getByLabel('Pay in').selectOption('USD');
    await network(page).selectOption('erc20');
    await page.getByLabel('Your ETH address').fill(`https://etherscan.io/address/${evmAddress}`);
    await amount(page).pressSequentially('150.55');
    await expect(gets(page)).not.toHaveValue('');
    await pay(page).click({ force: true });
    await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
    const isLoaded = waitForScreen(page);
    await compareAddress(page, async () => {
      releaseScripts();
      await isLoaded;
    });
    for (const [field, value] of [
      [crypto(page), 'ETH'],
      [page.getByLabel('Pay in'), 'USD'],
      [network(page), 'erc20'],
      [amount(page), '150.55'],
      [page.getByLabel('Your ETH address'), evmAddress],
    ] as const)
      await expect(field).toHaveValue(value);
    await expect(page.getByText('All-in cost')).toBeVisible();
    await expect(gets(page)).not.toHaveValue('');
    await expect(pay(page)).toBeEnabled();
    expect(placed).toEqual([]);
  },

  'typing continues at the same caret position when the screen takes over': async ({ page }) => {
    await signIn(page, 'tier2');
    const releaseScripts = await holdScripts(page);
    await open(page);
    await amount(page).pressSequentially('2500');
    await page.keyboard.press('ArrowLeft');
    const isLoaded = waitForScreen(page);
    releaseScripts();
    await isLoaded;
    await expect(page.getByText('Loading your limit')).toHaveCount(0);
    await expect(amount(page)).toBeFocused();
    await page.keyboard.type('7');
    await expect(amount(page)).toHaveValue('25,070');
  },

  'the scroll position stays when the screen takes over': async ({ page }) => {
    await signIn(page, 'tier2');
    await page.setViewportSize({ width: 360, height: 740 });
    const releaseScripts = await holdScripts(page);
    await open(page);
    await crypto(page).selectOption('BTC');
    await network(page).selectOption('bitcoin');
    const address = page.getByLabel('Your BTC address');
    // The screen is taller than the early form, for example when a payment is open.
    await page.locator('#preloaded .head').evaluate((head) => head.remove());
    await address.focus();
    const place = async () => (await address.boundingBox())?.y ?? -1;
    const before = await place();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
    const isLoaded = waitForScreen(page);
    releaseScripts();
    await isLoaded;
    await expect(page.getByText('Loading your limit')).toHaveCount(0);
    await expect(address).toBeFocused();
    expect(Math.abs((await place()) - before)).toBeLessThan(20);
  },

  'the texts about payment methods keep their height in the screen': async ({ page }) => {
    await signIn(page, 'tier2');
    await page.setViewportSize({ width: 320, height: 640 });
    const releaseScripts = await holdScripts(page);
    await open(page);
    const ways = page.getByRole('group', { name: 'How do you want to pay?' });
    const before = (await ways.boundingBox())?.height;
    releaseScripts();
    await expect(ways.getByText('Pay within an hour.', { exact: false })).toBeVisible();
    expect((await ways.boundingBox())?.height).toBe(before);
  },

  'a button pressed early is handled by the screen': async ({ page }) => {
    await signIn(page, 'tier2');
    const releaseScripts = await holdScripts(page);
    await open(page);
    await pay(page).click({ force: true });
    releaseScripts();
    await expectToast(page, 'Please complete the form', 'Cryptocurrency');
  },

  'a tab pressed early opens with the screen': async ({ page }) => {
    await signIn(page, 'tier2');
    const releaseScripts = await holdScripts(page);
    await open(page);
    await page.getByRole('tab', { name: 'Sell' }).click();
    releaseScripts();
    await expect(page.getByRole('form', { name: 'Sell Cryptocurrency' })).toBeVisible();
  },

  'a sign-out before scripts load ends the session once they do': async ({ page }) => {
    await newCustomer(page);
    const releaseScripts = await holdScripts(page);
    await open(page);
    // Only the last press counts.
    await page.getByTitle('Theme').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    releaseScripts();
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  },
};

test('the early form is taken over by the screen', story(takeOverSteps));

const contentsOfTheEarlyFormSteps: Steps = {
  'the early form explains the address of the chosen network': async ({ page }) => {
    await signIn(page, 'tier2');
    await holdScripts(page);
    await open(page);
    const first = page.getByText('Choose the network first', { exact: false });
    await crypto(page).selectOption('BTC');
    await expect(first).toBeVisible();
    await network(page).selectOption('bitcoin');
    await expect(first).toBeHidden();
    await expect(page.getByText('Paste it from your wallet.', { exact: true })).toBeVisible();
    await crypto(page).selectOption('ETH');
    await expect(first).toBeVisible();
    await network(page).selectOption('erc20');
    await expect(page.getByText('Paste it from your wallet. A link to a block explorer works too.')).toBeVisible();
  },

  'a saved draft is shown in the early form and can be changed there': async ({ page }) => {
    await signIn(page, 'tier2');
    await page.addInitScript((draft) => sessionStorage.setItem('kept-buy', JSON.stringify(draft)), {
      ...{ symbol: 'ETH', currency: 'USD', amount: '150.55', network: 'erc20', walletAddress: evmAddress },
    });
    const releaseScripts = await holdScripts(page);
    await open(page);
    await expect(crypto(page)).toHaveValue('ETH');
    await expect(network(page)).toHaveValue('erc20');
    await expect(page.getByLabel('Your ETH address')).toHaveValue(evmAddress);
    await expect(gets(page)).toHaveValue(/^0\.\d+$/);
    await page.getByLabel('Pay in').selectOption('JMD');
    await crypto(page).selectOption('BTC');
    await expect(gets(page)).toHaveValue('');
    const isLoaded = waitForScreen(page);
    releaseScripts();
    await isLoaded;
    for (const [field, value] of [
      [crypto(page), 'BTC'],
      [page.getByLabel('Pay in'), 'JMD'],
      [network(page), ''],
      [amount(page), '150.55'],
    ] as const)
      await expect(field).toHaveValue(value);
  },

  'the order list loads with the page for signed-in customers only': async ({ page }) => {
    const visitor = await page.goto('/trading');
    expect(await visitor?.text()).not.toContain('Buy Cryptocurrency');
    await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
    await newCustomer(page);
    expect(await (await page.request.get('/trading')).text()).toContain('Buy Cryptocurrency');
    expect(await (await page.request.get('/trading?tab=sell')).text()).not.toContain('Buy Cryptocurrency');
  },
};

test('contents of the early form', story(contentsOfTheEarlyFormSteps));
