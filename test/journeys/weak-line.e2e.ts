import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { fillSignIn, fillSignUp, mailedLink, newAddress, password, signIn, toast } from './scene.ts';

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
  const seen = (name: string) =>
    page.getByRole('heading', { name }).evaluate((each) => each.checkVisibility({ opacityProperty: true }));
  await page.goto('/trading');
  await expect(page.getByLabel('Loading your limit').or(page.getByText('Loading your limit'))).toBeAttached();
  await page.getByLabel('You pay').fill('2000');
  expect(await page.getByLabel('You pay').evaluate((each) => each.checkVisibility({ opacityProperty: true }))).toBe(
    true,
  );
  await page.goto('/dashboard');
  await expect(page.getByText('Loading what waits for you')).toBeAttached();
  await expect.poll(() => seen('Monthly limit'), { timeout: 3_000 }).toBe(true);
});
