import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { test } from './journey.ts';
import { ask, clean, fillSignIn, fits, isSignedIn, ownWindow, toast } from './scene.ts';

/** Asking for consent once, the location cards, and changing one's mind. The demo's own address stands in for ours. */

// One of the demo's newcomers is asked: the tests build on each other.
test.describe.configure({ mode: 'serial' });

const question = (page: Page) => page.getByRole('dialog', { name: 'Use your location to protect your account?' });
const verification = (page: Page) => page.getByRole('region', { name: 'Location verification' });
const alerts = (page: Page) => page.getByRole('region', { name: 'Location alerts' });

/** Signs in by hand at /auth and lands at `path`. Whoever was asked is not asked again in any browser. */
async function enter(page: Page, who: string, path: string): Promise<void> {
  await page.goto(`/auth?next=${path}`);
  await fillSignIn(page, `${who}@demo.test`, demoPassword);
  await isSignedIn(page);
  await expect(page).toHaveURL(path);
}

/** Opens a page on which nobody is asked, however long it stays open. */
async function staysAway(page: Page, path: string): Promise<void> {
  const own = page.waitForResponse('**/api/rpc/location/own');
  await page.goto(path);
  await own;
  for (let waited = 0; waited < 3; waited++) {
    await page.clock.fastForward(5_000);
    await page.waitForTimeout(100);
    await expect(question(page)).toBeHidden();
  }
}

/** Whether the server holds an answer of whoever is signed in. */
const isAsked = async (page: Page) => (await ask<{ asked: boolean }>(page, 'location/own')).asked;

test('three seconds after signing in a newcomer is asked on the home page, and closing it is no answer', async ({
  page,
}) => {
  await page.clock.install();
  await enter(page, 'newcomer', '/');
  await page.clock.fastForward(1_000);
  await expect(question(page)).toBeHidden();
  await page.clock.fastForward(2_500);
  await expect(question(page)).toHaveCount(1);
  await expect(question(page)).toBeVisible();
  await expect(question(page).getByRole('heading')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeVisible();
  await clean(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);
  await expect(question(page).getByRole('button', { name: 'Allow' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  expect(await isAsked(page)).toBe(false);
  await staysAway(page, '/trading');
});

test('the question waits while somebody types, and Skip for Now closes it for good', async ({ page, browser }) => {
  await page.clock.install();
  await enter(page, 'newcomer', '/trading');
  const amount = page.locator('main input[inputmode="decimal"]').first();
  await amount.focus();
  await page.clock.fastForward(10_000);
  await amount.pressSequentially('100');
  await page.clock.fastForward(3_000);
  await expect(question(page)).toBeHidden();
  await expect(amount).toBeFocused();
  await amount.blur();
  await page.clock.fastForward(3_000);
  await expect(question(page)).toHaveCount(1);
  await expect(question(page)).toBeVisible();

  // Leaving the page without closing it: it is still due.
  await page.reload();
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Close' }).click();
  await expect(question(page)).toBeHidden();
  expect(await isAsked(page)).toBe(false);

  const other = await ownWindow(browser);
  await enter(other, 'newcomer', '/dashboard');
  await expect(question(other)).toHaveCount(1);
  await expect(question(other)).toBeVisible({ timeout: 10_000 });
  await question(other).getByRole('button', { name: 'Skip for Now' }).click();
  await expect(question(other)).toBeHidden();
  expect(await isAsked(other)).toBe(true);

  const third = await ownWindow(browser);
  await third.clock.install();
  await enter(third, 'newcomer', '/profile');
  await expect(verification(third)).toContainText(
    'Location detection is disabled. Enable it to enhance account security.',
  );
  await expect(alerts(third)).toContainText('No active location alerts.');
  await staysAway(third, '/trading');
  await clean(third);
});

test('whoever enables it sees the place, may update it, and takes it back with everything stored', async ({ page }) => {
  await enter(page, 'newcomer', '/profile');
  await verification(page).getByRole('button', { name: 'Enable location' }).click();
  await expect(verification(page)).toContainText('Kingston, Jamaica');
  await expect(verification(page)).toContainText('72.27.0.1');
  await expect(verification(page).getByText('Verified')).toBeVisible();
  await expect(verification(page).getByRole('link', { name: 'IP Geolocation by DB-IP' })).toHaveAttribute(
    'href',
    'https://db-ip.com/',
  );
  await verification(page).getByRole('button', { name: 'Update location' }).click();
  await expect(toast(page, 'Location updated')).toBeVisible();
  await clean(page);

  await verification(page).getByRole('button', { name: 'Turn off' }).click();
  const sure = page.getByRole('dialog', { name: 'Turn off location?' });
  await clean(page);
  await sure.getByRole('button', { name: 'Keep it on' }).click();
  await expect(verification(page)).toContainText('Kingston, Jamaica');
  await verification(page).getByRole('button', { name: 'Turn off' }).click();
  await sure.getByRole('button', { name: 'Turn off and remove' }).click();
  await expect(toast(page, 'Location turned off')).toBeVisible();
  await expect(verification(page)).toContainText('Location detection is disabled.');
  await expect(verification(page)).not.toContainText('Kingston');
});

test('a new session of whoever allowed it finds the place by itself and tells what changed', async ({ page }) => {
  const found = page.waitForResponse((answer) => answer.url().endsWith('/location/detect') && answer.ok());
  await enter(page, 'traveller', '/trading');
  await found;
  await page.goto('/profile');
  await expect(verification(page)).toContainText('Kingston, Jamaica');
  await expect(alerts(page).getByRole('listitem')).toHaveCount(3);
  await expect(alerts(page).getByRole('listitem').first()).toContainText(
    'London, England, United Kingdom → Kingston, Jamaica',
  );
  await expect(alerts(page).locator('.notice.bad')).toHaveCount(1);
  await expect(alerts(page).locator('.notice.bad')).toContainText('Used from two places too far apart');
  await clean(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);
  await alerts(page)
    .getByRole('button', { name: /^Dismiss: Used from two places/ })
    .click();
  await expect(alerts(page).getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await expect(alerts(page).getByRole('listitem')).toHaveCount(2);
});

test('what cannot be found or saved is told in the documented words', async ({ page }) => {
  await enter(page, 'newcomer', '/profile');
  await ask(page, 'location/consent', { allow: true });
  await page.reload();
  await page.route('**/location/detect', (route) => route.fulfill({ status: 500, json: { json: {} } }));
  await verification(page).getByRole('button', { name: 'Update location' }).click();
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
  await expect(verification(page)).toContainText('Failed to detect location: All geolocation services are unavailable');
  await clean(page);
  await page.unroute('**/location/own');
  const at = '2026-11-20T17:00:00.000Z';
  const mismatch = { declared: 'Jamaica', detected: 'United Kingdom' };
  await serve({ failure: null, place: { ...place, at }, mismatch });
  await page.reload();
  await expect(verification(page)).toContainText(
    'Location mismatch. Your profile says Jamaica, this connection says United Kingdom.',
  );
  await expect(verification(page)).toContainText('VPN or proxy.');
  const cure = verification(page).getByRole('link', { name: 'Personal information' });
  await cure.click();
  await expect(page).toHaveURL('/profile#personal');
  await expect(page.getByRole('region', { name: 'Personal information' })).toBeFocused();
  await expect(verification(page)).toContainText('Fri 20 Nov 2026, 12:00 pm');
  await clean(page);
});
