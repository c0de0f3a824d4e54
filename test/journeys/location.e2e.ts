import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { type Steps, story, test } from './journey.ts';
import {
  ask,
  expectNoAxeFindings,
  fillSignIn,
  fits,
  isSignedIn,
  openWindow,
  signIn,
  signInWithNewSession,
  skipLocation,
  toast,
} from './scene.ts';

const getQuestion = (page: Page) => page.getByRole('dialog', { name: 'Use your location to protect your account?' });
const getVerification = (page: Page) => page.getByRole('region', { name: 'Location verification' });
const alerts = (page: Page) => page.getByRole('region', { name: 'Location alerts' });

/** Signs a newcomer in by the form, because the question counts from a sign-in in this browser. */
async function signInNewcomer(page: Page, path: string): Promise<void> {
  await page.goto(`/auth?next=${path}`);
  await fillSignIn(page, 'newcomer@demo.test', demoPassword);
  await isSignedIn(page);
  await expect(page).toHaveURL(path);
}

async function openUnasked(page: Page, path: string): Promise<void> {
  const own = page.waitForResponse('**/api/rpc/location/own');
  await page.goto(path);
  await own;
  for (let waited = 0; waited < 3; waited++) {
    await page.clock.fastForward(5_000);
    await page.waitForTimeout(100);
    await expect(getQuestion(page)).toBeHidden();
  }
}

const hasAnswered = async (page: Page) => (await ask<{ asked: boolean }>(page, 'location/own')).asked;

const questionAboutTheLocationSteps: Steps = {
  'a newcomer is asked on the home page after three seconds, and closing is no answer': async ({ page }) => {
    await page.clock.install();
    await signInNewcomer(page, '/');
    await page.clock.fastForward(1_000);
    await expect(getQuestion(page)).toBeHidden();
    await page.clock.fastForward(2_500);
    await expect(getQuestion(page)).toHaveCount(1);
    await expect(getQuestion(page)).toBeVisible();
    await expect(getQuestion(page).getByRole('heading')).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(getQuestion(page)).toBeVisible();
    await expectNoAxeFindings(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page);
    await expect(getQuestion(page).getByRole('button', { name: 'Allow' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(getQuestion(page)).toBeHidden();
    expect(await hasAnswered(page)).toBe(false);
    await openUnasked(page, '/trading');
  },

  'the question waits while typing, and returns after a reload until it is closed': async ({ browser }) => {
    // The clock of the first window is ahead, so the question would come before the first key.
    const page = await openWindow(browser);
    await page.clock.install();
    await signInNewcomer(page, '/trading');
    const amount = page.locator('main input[inputmode="decimal"]').first();
    await amount.focus();
    await page.clock.fastForward(10_000);
    await amount.pressSequentially('100');
    await page.clock.fastForward(3_000);
    await expect(getQuestion(page)).toBeHidden();
    await expect(amount).toBeFocused();
    await amount.blur();
    await page.clock.fastForward(3_000);
    await expect(getQuestion(page)).toHaveCount(1);
    await expect(getQuestion(page)).toBeVisible();

    await page.reload();
    await expect(getQuestion(page)).toBeVisible();
    await getQuestion(page).getByRole('button', { name: 'Close' }).click();
    await expect(getQuestion(page)).toBeHidden();
    expect(await hasAnswered(page)).toBe(false);
    await page.context().close();
  },

  'Skip for Now answers the question': async ({ page }) => {
    await signInNewcomer(page, '/dashboard');
    await expect(getQuestion(page)).toHaveCount(1);
    await page.clock.fastForward(3_000);
    await expect(getQuestion(page)).toBeVisible();
    await getQuestion(page).getByRole('button', { name: 'Skip for Now' }).click();
    await expect(getQuestion(page)).toBeHidden();
    expect(await hasAnswered(page)).toBe(true);
  },

  'no later session is asked': async ({ page }) => {
    await signInNewcomer(page, '/profile');
    await expect(getVerification(page)).toContainText(
      'Location detection is disabled. Enable it to enhance account security.',
    );
    await expect(alerts(page)).toContainText('No active location alerts.');
    await openUnasked(page, '/trading');
    await expectNoAxeFindings(page);
  },
};

test('the question about the location', story(questionAboutTheLocationSteps));

const locationOfACustomerSteps: Steps = {
  'consent shows the place, allows an update, and withdrawing deletes everything': async ({ page }) => {
    await signIn(page, 'newcomer');
    await skipLocation(page);
    await page.goto('/profile');
    await getVerification(page).getByRole('button', { name: 'Enable location' }).click();
    await expect(getVerification(page)).toContainText('Kingston, Jamaica');
    await expect(getVerification(page)).toContainText('72.27.0.1');
    await expect(getVerification(page).getByText('Verified')).toBeVisible();
    await expect(getVerification(page).getByRole('link', { name: 'IP Geolocation by DB-IP' })).toHaveAttribute(
      'href',
      'https://db-ip.com/',
    );
    await getVerification(page).getByRole('button', { name: 'Update location' }).click();
    await expect(toast(page, 'Location updated')).toBeVisible();
    await expectNoAxeFindings(page);

    await getVerification(page).getByRole('button', { name: 'Turn off' }).click();
    const sure = page.getByRole('dialog', { name: 'Turn off location?' });
    await expectNoAxeFindings(page);
    await sure.getByRole('button', { name: 'Keep it on' }).click();
    await expect(getVerification(page)).toContainText('Kingston, Jamaica');
    await getVerification(page).getByRole('button', { name: 'Turn off' }).click();
    await sure.getByRole('button', { name: 'Turn off and remove' }).click();
    await expect(toast(page, 'Location turned off')).toBeVisible();
    await expect(getVerification(page)).toContainText('Location detection is disabled.');
    await expect(getVerification(page)).not.toContainText('Kingston');
  },

  'a new session with consent finds the place and reports changes': async ({ page }) => {
    const found = page.waitForResponse((answer) => answer.url().endsWith('/location/detect') && answer.ok());
    await signInWithNewSession(page, 'traveller');
    await page.goto('/trading');
    await found;
    await page.goto('/profile');
    await expect(getVerification(page)).toContainText('Kingston, Jamaica');
    await expect(alerts(page).getByRole('listitem')).toHaveCount(3);
    await expect(alerts(page).getByRole('listitem').first()).toContainText(
      'London, England, United Kingdom → Kingston, Jamaica',
    );
    await expect(alerts(page).locator('.notice.bad')).toHaveCount(1);
    await expect(alerts(page).locator('.notice.bad')).toContainText('Used from two distant places');
    await expectNoAxeFindings(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page);
    await alerts(page)
      .getByRole('button', { name: /^Dismiss: Used from two distant places/ })
      .click();
    await expect(alerts(page).getByRole('listitem')).toHaveCount(2);
    await page.reload();
    await expect(alerts(page).getByRole('listitem')).toHaveCount(2);
  },

  'location errors show the documented texts': async ({ page }) => {
    await signIn(page, 'newcomer');
    await ask(page, 'location/consent', { allow: true });
    await page.goto('/profile');
    await page.route('**/location/detect', (route) => route.fulfill({ status: 500, json: { json: {} } }));
    await getVerification(page).getByRole('button', { name: 'Update location' }).click();
    await expect(toast(page, 'Location Update Failed')).toContainText('Could not update your location information.');

    const shown = { consent: true, asked: true, due: false, demo: false, hidden: true, alerts: [] };
    const place = {
      name: 'London, England, United Kingdom',
      country: 'United Kingdom',
      address: '198.51.100.4',
      provider: 'Example Cloud',
    };
    const serve = (own: object) =>
      page.route('**/location/own', (route) =>
        route.fulfill({
          json: { json: { ...shown, ...own }, meta: 'place' in own && own.place ? [[1, 'place', 'at']] : [] },
        }),
      );
    await serve({ failure: 'location.unavailable', place: null, mismatch: null, hidden: false });
    await page.reload();
    await expect(getVerification(page)).toContainText(
      'Failed to detect location: All geolocation services are unavailable',
    );
    await expectNoAxeFindings(page);
    await page.unroute('**/location/own');
    const at = '2026-11-20T17:00:00.000Z';
    const mismatch = { declared: 'Jamaica', detected: 'United Kingdom' };
    await serve({ failure: null, place: { ...place, at }, mismatch });
    await page.reload();
    await expect(getVerification(page)).toContainText(
      'Location mismatch. Your profile says Jamaica, but this connection is from United Kingdom.',
    );
    await expect(getVerification(page)).toContainText('VPN or proxy.');
    const cure = getVerification(page).getByRole('link', { name: 'Personal information' });
    await cure.click();
    await expect(page).toHaveURL('/profile#personal');
    await expect(page.getByRole('region', { name: 'Personal information' })).toBeFocused();
    await expect(getVerification(page)).toContainText('Fri 20 Nov 2026, 12:00 pm');
    await expectNoAxeFindings(page);
  },
};

test('the location of a customer', story(locationOfACustomerSteps));
