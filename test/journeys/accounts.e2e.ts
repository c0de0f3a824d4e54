import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { type Steps, story, test } from './journey.ts';
import {
  expectNoAxeFindings,
  fillSignIn,
  fillSignUp,
  findMailedLink,
  newAddress,
  openWindow,
  password,
  toast,
} from './scene.ts';

async function signUp(page: Page, email: string) {
  await page.goto('/auth?tab=signup');
  await fillSignUp(page, { email });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(email)}`);
}

const signingUpSteps: Steps = {
  'a new customer signs up, and the mailed link signs in the browser that signed up': async ({ page, browser }) => {
    const email = newAddress();
    await page.goto('/auth?tab=signup');
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
    await expectNoAxeFindings(page);
    await fillSignUp(page, { email });
    await page.getByRole('button', { name: 'Create Account' }).click();

    await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(email)}`);
    await expect(toast(page, 'Check your email')).toContainText('Please check your email to verify your account');
    await expect(page.getByText('Account created successfully!')).toBeVisible();
    await expect(page.getByText(email, { exact: true })).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(toast(page, 'Email sent')).toContainText('Verification email has been resent.');

    await page.goto('/auth');
    await fillSignIn(page, email, password);
    await expect(toast(page, 'Sign In Error')).toContainText('Please check your email to verify your account');
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(toast(page, 'Verification Email Sent')).toBeVisible();

    const link = await findMailedLink(page, email, 'type=signup');
    const press = (inPage: Page) => inPage.getByRole('button', { name: 'Verify my email' }).click();
    // Opens the link like a mail scanner, which runs scripts and may press buttons.
    const elsewhere = await openWindow(browser);
    await elsewhere.goto(link);
    await press(elsewhere);
    await expect(elsewhere.getByText("This isn't the browser you signed up in.")).toBeVisible();
    await expectNoAxeFindings(elsewhere);

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await expectNoAxeFindings(page);
    await press(page);
    await expect(toast(page, 'Email Verified!')).toContainText("You're signed in.");
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible();
    await expectNoAxeFindings(page);

    await elsewhere.getByLabel('Password', { exact: true }).fill(password);
    await press(elsewhere);
    await expect(elsewhere.getByText('This link was already used or has expired. Sign in below')).toBeVisible();

    await page.goto('/auth');
    await expect(page).toHaveURL('/');
  },

  'an incomplete form shows every error and focuses the first': async ({ page }) => {
    await page.goto('/auth?tab=signup');
    await page.getByLabel(/^I agree to the/).check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(toast(page, 'Validation Error')).toContainText('Please fix the errors in the form before submitting.');
    for (const text of ['Email is required', 'Date of birth is required'])
      await expect(page.getByText(text)).toBeVisible();
    const first = page.getByLabel('Email');
    await expect(first).toBeFocused();
    // Errors are red for every kind of field, also when focused or hovered.
    const red = await page
      .locator('.err')
      .first()
      .evaluate((error) => getComputedStyle(error).color);
    const frame = page.locator('.ctl').filter({ has: first });
    await expect(frame).toHaveCSS('border-top-color', red);
    await expect(frame).toHaveCSS('outline-color', red);
    await first.blur();
    await frame.hover();
    await expect(frame).toHaveCSS('border-top-color', red);
  },

  'signing up under 18 or with a common password is refused': async ({ page }) => {
    const lastYear = String(new Date().getUTCFullYear() - 17);
    await page.goto('/auth?tab=signup');
    await fillSignUp(page, { email: newAddress(), born: `${lastYear}-01-01` });
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('You must be at least 18 years old')).toBeVisible();
    await expect(page.getByLabel('Date of birth')).toBeFocused();

    await fillSignUp(page, { email: newAddress(), secret: 'Password1!' });
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('This is a common password that attackers try first.')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  },

  'an invalid verification link says so and leaves nothing in the address': async ({ page }) => {
    await page.goto('/auth?type=signup#access_token=not.the.word-we-sent&type=signup');
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await expect(toast(page, 'Sign Up Error')).toContainText('This link was already used or has expired.');
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('Email verified successfully!')).toBeHidden();
  },

  '/verify-email without an address leads to sign-in': async ({ page }) => {
    await page.goto('/verify-email');
    await expect(page).toHaveURL('/auth');
  },
};

test('signing up', story(signingUpSteps));

const signingInSteps: Steps = {
  'a forgotten password is reset with the mailed link, once': async ({ page }) => {
    const email = newAddress();
    await signUp(page, email);
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Forgot Password' }).click();
    await expect(page).toHaveURL(/tab=forgot-password/);
    // The URL changes before the form appears.
    const panel = page.getByRole('tabpanel', { name: 'Forgot Password' });
    await panel.getByLabel('Email').fill(email);
    await panel.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(toast(page, 'Reset Link Sent')).toBeVisible();
    await expect(page.getByText('Password Reset Email Sent')).toBeVisible();
    await expect(page).toHaveURL(/tab=signin/);
    await expect(page.getByLabel('Email')).toHaveValue('');

    const link = await findMailedLink(page, email, 'type=recovery');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Create New Password' })).toBeVisible();
    await expect(page).toHaveURL('/auth?from=recovery');
    await expectNoAxeFindings(page);
    const fresh = 'Cinchona-Garden-1868?';
    await page.getByLabel('New password').fill(fresh);
    await page.getByLabel('Confirm password').fill('something else');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText("Passwords don't match")).toBeVisible();
    await page.getByLabel('Confirm password').fill(fresh);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(toast(page, 'Password Updated')).toBeVisible();
    await expect(page).toHaveURL('/');

    await page.goto(link);
    await page.getByLabel('New password').fill(`${fresh}2`);
    await page.getByLabel('Confirm password').fill(`${fresh}2`);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(toast(page, 'Update Password Error')).toContainText('no longer valid');
    await expect(page.getByRole('button', { name: 'Get a new link' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to Sign In' }).click();
    await fillSignIn(page, email, password);
    await expect(toast(page, 'Sign In Error')).toContainText('Incorrect email or password');
    await fillSignIn(page, email, fresh);
    await expect(toast(page, 'Welcome!')).toBeVisible();
    await expect(page).toHaveURL('/');
  },

  'signing in returns to the protected page, and signing out works': async ({ page }) => {
    await page.goto('/auth?next=/transactions');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Fill in tier1@demo.test' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('tier1@demo.test');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/transactions');
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The home page starts its script when the browser is idle, which is late on a busy machine.
    await expect(toast(page, 'Signed out')).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveURL('/');
  },

  'signing in works with the keyboard alone': async ({ page }) => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign In' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await page.keyboard.press('Home');
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.type('admin@demo.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Welcome!')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toBeVisible();
  },

  "the provider's button appears only where a provider is configured": async ({ page }) => {
    const link = page.getByRole('link', { name: /^Sign in with/ });
    await page.goto('/auth');
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await expect(link).toHaveCount(0);
    await page.route('**/auth?next=*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"provider":null', '"provider":"Okta"');
      await route.fulfill({ response, body });
    });
    await page.goto('/auth?next=%2Fadmin');
    await expect(link).toHaveText('Sign in with Okta');
    await expect(link).toHaveAttribute('href', '/auth/oidc/start?next=%2Fadmin');
    await expectNoAxeFindings(page);
  },

  'an unreachable server shows an error and keeps what was typed': async ({ page }) => {
    await page.goto('/auth');
    await page.route('**/api/rpc/accounts/signIn', (route) => route.abort());
    await fillSignIn(page, 'tier1@demo.test', demoPassword);
    await expect(toast(page, 'Error')).toContainText("We couldn't reach our server");
    await expect(page.getByLabel('Email')).toHaveValue('tier1@demo.test');
  },
};

test('signing in', story(signingInSteps));
