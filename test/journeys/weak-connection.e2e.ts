import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { type Steps, story, test } from './journey.ts';
import { getLayoutShift, watchShifts } from './page-checks.ts';
import {
  fillSignIn,
  fillSignUp,
  findMailedLink,
  newAddress,
  newCustomer,
  password,
  placeBuy,
  signIn,
  signInWithNewSession,
  toast,
} from './scene.ts';

const create = (page: Page) => page.getByRole('button', { name: /^Creat/ });

const signingUpOnAWeakConnectionSteps: Steps = {
  'an offline sign-up is reported immediately, keeps its input, and is sent once when online': async ({ page }) => {
    const email = newAddress();
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/accounts/signUp')) sent += 1;
    });
    await page.goto('/auth?tab=signup');
    await fillSignUp(page, { email });
    // The toast code may not be loaded yet.
    await page.context().setOffline(true);
    await create(page).click();
    await expect(toast(page, 'Error')).toContainText("We couldn't reach our server", { timeout: 2_000 });
    await expect(create(page)).toBeEnabled();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);

    await page.context().setOffline(false);
    sent = 0;
    let releaseScript = () => {};
    const held = new Promise<void>((resolve) => {
      releaseScript = resolve;
    });
    await page.route(/\/assets\/verify-email/, async (route) => {
      await held;
      await route.continue();
    });
    await create(page).click();
    await expect(toast(page, 'Check your email')).toBeVisible();
    await expect(create(page)).toBeDisabled();
    releaseScript();
    await expect(page).toHaveURL(/\/verify-email/);
    expect(sent).toBe(1);
  },

  'a sign-up with a lost response is retried with the same password': async ({ page }) => {
    const email = newAddress();
    await page.goto('/auth?tab=signup');
    await fillSignUp(page, { email });
    let answers = 0;
    await page.route('**/accounts/signUp', async (route) => {
      answers += 1;
      if (answers > 1) return route.continue();
      // The server handles the request, but its response and cookie are lost.
      const { 'set-cookie': _, ...headers } = (await route.fetch()).headers();
      expect(headers['content-type']).toContain('json');
      await page.context().clearCookies();
      await route.abort('connectionreset');
    });
    await create(page).click();
    await expect(toast(page, 'Error')).toContainText("We couldn't reach our server");
    await create(page).click();
    await expect(page).toHaveURL(/\/verify-email/);
    await page.goto(await findMailedLink(page, email, 'type=signup'));
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await expect(toast(page, 'Email Verified!')).toContainText("You're signed in.");
    await expect(page).toHaveURL('/dashboard');
  },
};

test('signing up on a weak connection', story(signingUpOnAWeakConnectionSteps));

const screensOnAWeakConnectionSteps: Steps = {
  'independent content is visible while a part above loads forever': async ({ page }) => {
    await signIn(page, 'tier1');
    await page.route(/\/rpc\/(trading\/(limits|list)|accountPages\/)/, () => {});
    const getVisibility = (each: Locator) => () => each.evaluate((at) => at.checkVisibility({ opacityProperty: true }));
    await page.goto('/trading?tab=sell');
    await expect(page.getByText('Loading your limit')).toBeAttached();
    await page.getByLabel('You sell').fill('2000');
    // The timeout includes the entrance animation.
    await expect.poll(getVisibility(page.getByLabel('You sell')), { timeout: 3_000 }).toBe(true);
    await page.goto('/dashboard');
    await expect(page.getByText('Loading your next steps')).toBeAttached();
    await expect
      .poll(getVisibility(page.getByRole('heading', { name: 'Monthly limit' })), { timeout: 3_000 })
      .toBe(true);
  },

  'a screen with missing code reports it, does not reload, and loads on retry': async ({ page }) => {
    await signIn(page, 'tier1');
    await page.goto('/trading');
    // Until the code of the screen loads, links load whole documents.
    await expect(page.locator('#preloaded-answers')).toHaveCount(0);
    await page.getByLabel('You pay').fill('2000');
    await page.route(/\/assets\/transactions-.*\.js$/, (route) => route.abort('connectionreset'));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.getByRole('link', { name: 'All transactions' }).click();
    await expect(page.getByRole('heading', { name: "This page didn't load" })).toBeVisible();
    expect(loads).toBe(0);
    await page.unroute(/\/assets\/transactions-.*\.js$/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  },

  'signing out in another tab clears personal data here': async ({ browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signInWithNewSession(page, 'tier1');
    await page.goto('/trading');
    await page.getByLabel('You pay').fill('2345');
    const secondTab = await context.newPage();
    await secondTab.goto('/dashboard');
    await secondTab.getByRole('button', { name: 'Sign Out' }).first().click();
    await expect(secondTab).toHaveURL('/');
    await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await fillSignIn(page, 'tier1@demo.test', demoPassword);
    await expect(page).toHaveURL(/\/trading/);
    // Drafts survive an expired session (session-expired.e2e.ts) but not signing out.
    await expect(page.getByLabel('You pay')).toHaveValue('');
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('kept-')))).toEqual([]);
    await context.close();
  },

  'an action without a session links to the login and returns': async ({ page }) => {
    await signIn(page, 'tier1');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    // A pending request would detect the missing session before the click.
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const toastLine = toast(page, 'Error');
    await expect(toastLine).toContainText('Your session has expired');
    await expect(toastLine.getByRole('link', { name: 'Log in to continue' })).toHaveAttribute(
      'href',
      /^\/auth\?next=%2Fprofile/,
    );
  },

  'nothing shifts on a small dashboard when tasks and name load late': async ({ page }) => {
    await watchShifts(page);
    // Responses arrive after the content below is visible.
    await page.route(/\/rpc\/(trading\/open|accountPages\/overview)/, async (route) => {
      await sleep(2_500);
      await route.continue();
    });
    const waits = page.getByRole('region', { name: 'Your next steps' });
    const expectNoShift = async (what: string): Promise<void> => {
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 });
        await page.goto('/dashboard');
        await expect(page.getByText('Loading your next steps')).toBeAttached();
        await expect(page.getByText('Loading your next steps')).toHaveCount(0);
        await expect(page.getByRole('heading', { name: 'Monthly limit' })).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await getLayoutShift(page), `${what}, ${width} px`).toBeLessThan(0.01);
      }
    };
    await newCustomer(page);
    await expectNoShift('the first tier');
    await expect(waits).toContainText('Waiting for you');
    await placeBuy(page, '1500');
    await placeBuy(page, '1600');
    await expectNoShift('two payments and the first tier');
    await expect(waits.getByRole('link', { name: 'Complete Your Payment' }).first()).toBeVisible();
    await expect(waits.locator('summary')).toHaveText('Two more are waiting for you.');
    await waits.locator('summary').click();
    await expect(waits.getByRole('listitem')).toHaveCount(2);
    await signIn(page, 'enhanced');
    await expectNoShift('nothing');
  },
};

test('screens on a weak connection', story(screensOnAWeakConnectionSteps));
