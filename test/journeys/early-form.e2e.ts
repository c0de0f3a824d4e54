import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { clean, comparesAddress, evmAddress, fits, newCustomer, signIn, told } from './scene.ts';

/** On a slow line the buy form is typed into, and priced, before any script file has come; its screen takes it over. */

/** What every page wears, what the application adds, and what prices add. */
const mostSheets = 3;

const scripts = /\/assets\/.*\.js$/;
const crypto = (page: Page) => page.getByLabel('Crypto', { exact: true });
const amount = (page: Page) => page.getByLabel('You pay');
const network = (page: Page) => page.getByLabel('Network', { exact: true });
const gets = (page: Page) => page.getByLabel("You'll Receive");
const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Bank Transfer' });
/** What is asked for when the screen is there, and never before. */
const isThere = (page: Page) => page.waitForResponse(/trading\/list/);

/** Holds every script file back; answers how to let them come. */
async function heldScripts(page: Page): Promise<() => void> {
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(scripts, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return letCome;
}

/** The page stands as far as it can: what it waits for is held back, so its load is not waited for. */
const open = (page: Page, path = '/trading') => page.goto(path, { waitUntil: 'commit' });

test('an order is typed and its price read after a page, its sheets and one question', async ({ page }) => {
  await signIn(page, 'tier2');
  await page.setViewportSize({ width: 360, height: 780 });
  await heldScripts(page);
  const came: string[] = [];
  page.on('requestfinished', (request) => came.push(new URL(request.url()).pathname));
  const answer = await open(page);
  expect(answer?.headers()['cache-control']).toBe('private, no-cache');
  await crypto(page).selectOption('BTC');
  await expect(page.getByText('Your BTC address')).toBeVisible();
  await network(page).selectOption({ label: 'Bitcoin Network (BTC)' });
  await amount(page).pressSequentially('20000');
  await expect(amount(page)).toHaveValue('20,000');
  await expect(gets(page)).toHaveValue(/^0\.\d+$/);
  // The page and the sheets that it wears: nothing else had to come, and all that was asked for is the price.
  const needed = came.filter((path) => !/\.(svg|png|woff2|webmanifest)$/.test(path));
  const asked = needed.filter((path) => path.startsWith('/api/'));
  expect(new Set(asked)).toEqual(new Set(['/api/rpc/trading/quoteBuy']));
  expect(needed.filter((path) => path.endsWith('.js'))).toEqual([]);
  const sheets = needed.filter((path) => path.endsWith('.css'));
  expect(sheets.length).toBeLessThanOrEqual(mostSheets);
  expect(needed.length).toBe(1 + sheets.length + asked.length);
  await fits(page);
  await clean(page);
});

test('what was typed goes on in the screen, and nothing is placed whose price stood nowhere yet', async ({ page }) => {
  await signIn(page, 'tier2');
  const placed: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/placeBuyOrder')) placed.push(request.url());
  });
  const letCome = await heldScripts(page);
  await open(page);
  await crypto(page).selectOption('ETH');
  await page.getByLabel('Pay in').selectOption('USD');
  await network(page).selectOption('erc20');
  await page.getByLabel('Your ETH address').fill(`https://etherscan.io/address/${evmAddress}`);
  await amount(page).pressSequentially('150.55');
  await expect(gets(page)).not.toHaveValue('');
  await pay(page).click({ force: true });
  await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
  const there = isThere(page);
  await comparesAddress(page, async () => {
    letCome();
    await there;
  });
  for (const [field, value] of [
    [crypto(page), 'ETH'],
    [page.getByLabel('Pay in'), 'USD'],
    [network(page), 'erc20'],
    [amount(page), '150.55'],
    [page.getByLabel('Your ETH address'), evmAddress],
  ] as const)
    await expect(field).toHaveValue(value);
  await expect(page.getByText('What it costs, all in')).toBeVisible();
  await expect(gets(page)).not.toHaveValue('');
  await expect(pay(page)).toBeEnabled();
  expect(placed).toEqual([]);
});

test('whoever types while the screen comes goes on typing, at the same sign', async ({ page }) => {
  await signIn(page, 'tier2');
  const letCome = await heldScripts(page);
  await open(page);
  await amount(page).pressSequentially('2500');
  await page.keyboard.press('ArrowLeft');
  const there = isThere(page);
  letCome();
  await there;
  await expect(page.getByText('Loading your limit')).toHaveCount(0);
  await expect(amount(page)).toBeFocused();
  await page.keyboard.type('7');
  await expect(amount(page)).toHaveValue('25,070');
});

test('whoever is further down when the screen comes stays there', async ({ page }) => {
  await signIn(page, 'tier2');
  await page.setViewportSize({ width: 360, height: 740 });
  const letCome = await heldScripts(page);
  await open(page);
  await crypto(page).selectOption('BTC');
  await network(page).selectOption('bitcoin');
  const address = page.getByLabel('Your BTC address');
  await address.focus();
  const place = async () => (await address.boundingBox())?.y ?? -1;
  const before = await place();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
  const there = isThere(page);
  letCome();
  await there;
  await expect(page.getByText('Loading your limit')).toHaveCount(0);
  await expect(address).toBeFocused();
  // What stands above may have come to its full height: the browser holds the field where it was, but for some lines.
  expect(Math.abs((await place()) - before)).toBeLessThan(120);
});

test('what is said of each way to pay takes no more room when the screen knows it', async ({ page }) => {
  await signIn(page, 'tier2');
  await page.setViewportSize({ width: 320, height: 640 });
  const letCome = await heldScripts(page);
  await open(page);
  const ways = page.getByRole('group', { name: 'How do you want to pay?' });
  const before = (await ways.boundingBox())?.height;
  letCome();
  await expect(ways.getByText('Pay within an hour.', { exact: false })).toBeVisible();
  expect((await ways.boundingBox())?.height).toBe(before);
});

test('a button that was pressed early is answered by the screen', async ({ page }) => {
  await signIn(page, 'tier2');
  const letCome = await heldScripts(page);
  await open(page);
  await pay(page).click({ force: true });
  letCome();
  await told(page, 'Please complete the form', 'Cryptocurrency');
});

test('the early form says what to do about the address for the network that is chosen', async ({ page }) => {
  await signIn(page, 'tier2');
  await heldScripts(page);
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
});

test('an order that was kept stands in the early form, and changes there as in its screen', async ({ page }) => {
  await signIn(page, 'tier2');
  await page.addInitScript((kept) => sessionStorage.setItem('kept-buy', JSON.stringify(kept)), {
    ...{ symbol: 'ETH', currency: 'USD', amount: '150.55', network: 'erc20', walletAddress: evmAddress },
  });
  const letCome = await heldScripts(page);
  await open(page);
  await expect(crypto(page)).toHaveValue('ETH');
  await expect(network(page)).toHaveValue('erc20');
  await expect(page.getByLabel('Your ETH address')).toHaveValue(evmAddress);
  await expect(gets(page)).toHaveValue(/^0\.\d+$/);
  // What is chosen otherwise holds, what it began with too.
  await page.getByLabel('Pay in').selectOption('JMD');
  await crypto(page).selectOption('BTC');
  await expect(gets(page)).toHaveValue('');
  const there = isThere(page);
  letCome();
  await there;
  for (const [field, value] of [
    [crypto(page), 'BTC'],
    [page.getByLabel('Pay in'), 'JMD'],
    [network(page), ''],
    [amount(page), '150.55'],
  ] as const)
    await expect(field).toHaveValue(value);
});

test('a tab that was pressed early opens with the screen', async ({ page }) => {
  await signIn(page, 'tier2');
  const letCome = await heldScripts(page);
  await open(page);
  await page.getByRole('tab', { name: 'Sell' }).click();
  letCome();
  await expect(page.getByRole('form', { name: 'Sell Cryptocurrency' })).toBeVisible();
});

test('the desk comes with the page for whoever is signed in, and for nobody else', async ({ page }) => {
  const stranger = await page.goto('/trading');
  expect(await stranger?.text()).not.toContain('Buy Cryptocurrency');
  await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
  await newCustomer(page);
  expect(await (await page.request.get('/trading')).text()).toContain('Buy Cryptocurrency');
  expect(await (await page.request.get('/trading?tab=sell')).text()).not.toContain('Buy Cryptocurrency');
});
