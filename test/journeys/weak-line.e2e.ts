import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { test } from './journey.ts';
import { movedOf, watchShifts } from './page-checks.ts';
import {
  fillSignIn,
  fillSignUp,
  mailedLink,
  newAddress,
  newCustomer,
  password,
  placedBuy,
  signIn,
  signInAnew,
  toast,
} from './scene.ts';

/** A phone where the line is slow, is cut, or loses an answer. */

const create = (page: Page) => page.getByRole('button', { name: /^Creat/ });

test('a sign-up without a line is told at once, keeps what was typed, and is sent once when the line is back', async ({
  page,
}) => {
  const email = newAddress();
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/accounts/signUp')) sent += 1;
  });
  await page.goto('/auth?tab=signup');
  await fillSignUp(page, { email });
  // Nothing was said on this page before, so nothing that says it may still have to be fetched.
  await page.context().setOffline(true);
  await create(page).click();
  await expect(toast(page, 'Error')).toContainText('We could not reach the server', { timeout: 2_000 });
  await expect(create(page)).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);

  await page.context().setOffline(false);
  sent = 0;
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/assets\/verify-email/, async (route) => {
    await held;
    await route.continue();
  });
  await create(page).click();
  await expect(toast(page, 'Check your email')).toBeVisible();
  await expect(create(page)).toBeDisabled();
  letCome();
  await expect(page).toHaveURL(/\/verify-email/);
  expect(sent).toBe(1);
});

test('a sign-up whose answer is lost is sent again, and the password that was typed stands', async ({ page }) => {
  const email = newAddress();
  await page.goto('/auth?tab=signup');
  await fillSignUp(page, { email });
  let answers = 0;
  await page.route('**/accounts/signUp', async (route) => {
    answers += 1;
    if (answers > 1) return route.continue();
    // It reaches the server; what comes back does not reach the browser, its cookie neither.
    const { 'set-cookie': _, ...headers } = (await route.fetch()).headers();
    expect(headers['content-type']).toContain('json');
    await page.context().clearCookies();
    await route.abort('connectionreset');
  });
  await create(page).click();
  await expect(toast(page, 'Error')).toContainText('We could not reach the server');
  await create(page).click();
  await expect(page).toHaveURL(/\/verify-email/);
  await page.goto(await mailedLink(page, email, 'type=signup'));
  await expect(toast(page, 'Email Verified!')).toContainText('You can now sign in.');
  await fillSignIn(page, email, password);
  await expect(toast(page, 'Welcome!')).toBeVisible();
});

test('what needs no answer is not hidden while something above it loads for ever', async ({ page }) => {
  await signIn(page, 'tier1');
  await page.route(/\/rpc\/(trading\/(limits|list)|accountPages\/)/, () => {});
  const isSeen = (each: Locator) => () => each.evaluate((at) => at.checkVisibility({ opacityProperty: true }));
  await page.goto('/trading');
  await expect(page.getByLabel('Loading your limit').or(page.getByText('Loading your limit'))).toBeAttached();
  await page.getByLabel('You pay').fill('2000');
  // It is drawn within one short entrance, as everything is; what it must not do is wait for the answer.
  await expect.poll(isSeen(page.getByLabel('You pay')), { timeout: 3_000 }).toBe(true);
  await page.goto('/dashboard');
  await expect(page.getByText('Loading what waits for you')).toBeAttached();
  await expect.poll(isSeen(page.getByRole('heading', { name: 'Monthly limit' })), { timeout: 3_000 }).toBe(true);
});

for (const width of [360, 320])
  test(`nothing moves on a dashboard of ${width} px, however late it is told what waits and who is greeted`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await watchShifts(page);
    // The answers come long after what stands below them has shown itself.
    await page.route(/\/rpc\/(trading\/list|accountPages\/overview)/, async (route) => {
      await sleep(2_500);
      await route.continue();
    });
    const waits = page.getByRole('region', { name: 'What waits for you' });
    const movedBy = async (): Promise<number> => {
      await page.goto('/dashboard');
      await expect(page.getByText('Loading what waits for you')).toBeAttached();
      await expect(page.getByText('Loading what waits for you')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Monthly limit' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      return movedOf(page);
    };
    await newCustomer(page);
    expect(await movedBy(), 'the first tier').toBeLessThan(0.01);
    await expect(waits).toContainText('Your move');
    await placedBuy(page, '1500');
    await placedBuy(page, '1600');
    expect(await movedBy(), 'two payments and the first tier').toBeLessThan(0.01);
    await expect(waits.getByRole('link', { name: 'Complete Your Payment' }).first()).toBeVisible();
    // The first move stands above; folded up below it are the others.
    await expect(waits.locator('summary')).toHaveText('Two more are waiting for you.');
    await waits.locator('summary').click();
    await expect(waits.getByRole('listitem')).toHaveCount(2);
    await signIn(page, 'enhanced');
    expect(await movedBy(), 'nothing').toBeLessThan(0.01);
  });

test('a screen whose code does not come says so, loads nothing by itself, and comes at the next try', async ({
  page,
}) => {
  await signIn(page, 'tier1');
  await page.goto('/trading');
  // Until the screen stands its links lead as links of any page do.
  await expect(page.locator('#given-answer')).toHaveCount(0);
  await page.getByLabel('You pay').fill('2000');
  await page.route(/\/assets\/transactions-.*\.js$/, (route) => route.abort('connectionreset'));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect(page.getByRole('heading', { name: 'This page did not come' })).toBeVisible();
  expect(loads).toBe(0);
  await page.unroute(/\/assets\/transactions-.*\.js$/);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
});

test('signing out in another tab leaves nothing of its person here, shown or typed', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, 'tier1');
  await page.goto('/trading');
  await page.getByLabel('You pay').fill('2345');
  const beside = await context.newPage();
  await beside.goto('/dashboard');
  await beside.getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(beside).toHaveURL('/');
  await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await fillSignIn(page, 'tier1@demo.test', demoPassword);
  await expect(page).toHaveURL(/\/trading/);
  // A session that ended by itself gives it back (session-expired.e2e.ts); who signs out wants nothing left.
  await expect(page.getByLabel('You pay')).toHaveValue('');
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('kept-')))).toEqual([]);
  await context.close();
});

test('an act that meets no session says where to log in, and leads back', async ({ page }) => {
  await signIn(page, 'tier1');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  // What the page asks by itself would find the session gone first, and leave nothing of its person here.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.getByRole('button', { name: /^Save/ }).click();
  const told = toast(page, 'Error');
  await expect(told).toContainText('Your session has expired');
  await expect(told.getByRole('link', { name: 'Log in, and back here' })).toHaveAttribute(
    'href',
    /^\/auth\?next=%2Fprofile/,
  );
});
