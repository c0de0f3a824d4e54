import { expect } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { expectNoAxeFindings, fits, newCustomer, signIn, toast } from './scene.ts';

const profileSteps: Steps = {
  'after the session ended elsewhere, the profile asks the customer to log in': async ({ page }) => {
    await signIn(page, 'tier2');
    // Without the live stream the page learns of the ended session only from its next request.
    await page.route('**/api/live?*', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: /, Tamara$/ })).toBeVisible();
    // A pending request would detect the ended session before the click.
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Please log in to view your profile.' })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Please log in to view your profile.' })).toBeVisible();
    await expectNoAxeFindings(page);
  },

  'a profile edited by keyboard alone shows errors at invalid fields, and is saved once they are corrected': async ({
    page,
  }) => {
    await newCustomer(page);
    await page.goto('/profile');
    const part = page.getByRole('region', { name: 'Personal information' });
    await part.getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    await expect(part.getByLabel('First name')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('V');
    await part.getByLabel('Avatar URL').focus();
    await page.keyboard.type('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await expect(part.getByText('Must be at least 2 characters')).toBeVisible();
    await expect(part.getByText('Please enter a valid URL that starts with https://')).toBeVisible();
    await expect(part.getByLabel('First name')).toBeFocused();
    await expectNoAxeFindings(page);
    await part.getByLabel('First name').fill('Viviane');
    await part.getByLabel('Avatar URL').fill('https://example.com/v.png');
    await part.getByLabel('Phone number').fill('12345');
    await page.keyboard.press('Enter');
    await expect(part.getByText('Please enter a valid phone number')).toBeVisible();
    await expect(part.getByLabel('Phone number')).toBeFocused();
    await part.getByLabel('Phone number').fill('876-555-0188');
    await part.getByLabel('Country of residence').selectOption('Canada');
    await part.getByLabel('Phone number').focus();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Profile updated')).toBeVisible();
    await expect(part.getByText('+1 876 555 0188')).toBeVisible();
    await expect(part.getByText('Viviane Brown')).toBeVisible();
    await expect(part.getByText('Canada')).toBeVisible();
    await expect(part.getByRole('button', { name: 'Edit' })).toBeFocused();
    await page.reload();
    await expect(part.getByText('https://example.com/v.png')).toBeVisible();
    await part.getByRole('button', { name: 'Edit' }).click();
    await part.getByRole('button', { name: 'Cancel' }).click();
    await expect(part.getByRole('button', { name: 'Edit' })).toBeFocused();
  },

  'verified personal data is read-only, and a failed save shows the documented text': async ({ page }) => {
    await signIn(page, 'tier2');
    await page.goto('/profile');
    const part = page.getByRole('region', { name: 'Personal information' });
    await expect(part.getByText(/^Your name and date of birth are verified/)).toBeVisible();
    await part.getByRole('button', { name: 'Edit' }).click();
    for (const name of ['First name', 'Last name', 'Date of birth', 'Country of residence'])
      await expect(part.getByLabel(name)).toHaveAttribute('readonly', '');
    await expect(part.getByLabel('Country of residence')).toHaveValue('Jamaica');
    await expect(part.getByLabel('Display name')).toBeFocused();
    await expectNoAxeFindings(page);
    await page.route('**/accountPages/updateProfile', (route) => route.abort());
    await part.getByLabel('Display name').fill('Tam');
    await part.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Failed to update profile. Please try again.')).toBeVisible();
    await expect(part.getByLabel('Display name')).toHaveValue('Tam');
  },

  'sections of the profile are reachable by URL and keyboard, and headings are in order': async ({ page }) => {
    await signIn(page, 'tier2');
    await page.goto('/profile#danger');
    await expect(page.locator('#danger')).toBeFocused();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Personal' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/profile#personal');
    await expect(page.locator('#personal')).toBeFocused();
    // The section appears before its content loads, and Tab would skip the missing button.
    const edit = page.getByRole('button', { name: 'Edit' });
    await edit.waitFor();
    await page.keyboard.press('Tab');
    await expect(edit).toBeFocused();
    const levels = await page
      .locator('main :is(h1, h2, h3, h4)')
      .evaluateAll((all) => all.map(({ tagName }) => tagName));
    expect(levels.filter((level) => level === 'H1')).toHaveLength(1);
    expect(levels.every((level, at) => Number(level[1]) <= Number(levels[at - 1]?.[1] ?? 0) + 1)).toBe(true);
  },

  'dashboard and profile fit 320 px and pass axe in light and dark mode': async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    for (const user of ['tier2', 'tier1', 'visitor']) {
      await signIn(page, user);
      for (const path of ['/dashboard', '/profile']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main .skel')).toHaveCount(0);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await fits(page);
          await expectNoAxeFindings(page);
        }
      }
    }
  },
};

test('the profile', story(profileSteps));
