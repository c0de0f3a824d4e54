import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { test } from './journey.ts';
import { clean, fillSignIn, fillSignUp, mailedLink, newAddress, password, toast } from './scene.ts';

async function signUp(page: Page, email: string) {
  await page.goto('/auth?tab=signup');
  await fillSignUp(page, { email });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(email)}`);
}

test('a new customer signs up, verifies the address, signs in and lands where they wanted to go', async ({ page }) => {
  const email = newAddress();
  await page.goto('/auth?tab=signup');
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
  await clean(page);
  await fillSignUp(page, { email });
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(email)}`);
  await expect(toast(page, 'Check your email')).toContainText('Please check your email to verify your account');
  await expect(page.getByText('Account created successfully!')).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await clean(page);
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(toast(page, 'Email sent')).toContainText('Verification email has been resent.');

  await page.goto('/auth');
  await fillSignIn(page, email, password);
  await expect(toast(page, 'Sign In Error')).toContainText('Please check your email to verify your account');
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(toast(page, 'Verification Email Sent')).toBeVisible();

  await page.goto(await mailedLink(page, email, 'type=signup'));
  await expect(toast(page, 'Email Verified!')).toBeVisible();
  await expect(page.getByText('Email verified successfully! You can now sign in to your account.')).toBeVisible();
  await expect(page).toHaveURL('/auth?type=signup');
  await clean(page);

  await page.goto('/auth?next=/trading');
  await fillSignIn(page, email, password);
  await expect(toast(page, 'Welcome!')).toBeVisible();
  await expect(page).toHaveURL('/trading');
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
});

test('an incomplete form names every fault, and the focus goes to the first', async ({ page }) => {
  await page.goto('/auth?tab=signup');
  await page.getByLabel(/^I agree to the/).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Validation Error')).toContainText('Please fix the errors in the form before submitting.');
  for (const text of ['Email is required', 'Phone number is required', 'Nationality is required'])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
});

test('nobody under 18 and no common password gets an account', async ({ page }) => {
  const lastYear = String(new Date().getUTCFullYear() - 17);
  await page.goto('/auth?tab=signup');
  await fillSignUp(page, { email: newAddress(), born: `${lastYear}-01-01` });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('You must be at least 18 years old')).toBeVisible();
  await expect(page.getByLabel('Date of birth')).toBeFocused();

  await fillSignUp(page, { email: newAddress(), secret: 'Password1!' });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('This password is on the lists that attackers try first.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('who forgot the password sets a new one, once', async ({ page }) => {
  const email = newAddress();
  await signUp(page, email);
  await page.goto(await mailedLink(page, email, 'type=signup'));
  await expect(toast(page, 'Email Verified!')).toBeVisible();

  await page.getByRole('tab', { name: 'Forgot Password' }).click();
  await expect(page).toHaveURL(/tab=forgot-password/);
  // The address is there before the form is: until then the one of the other tab stands.
  const asking = page.getByRole('tabpanel', { name: 'Forgot Password' });
  await asking.getByLabel('Email').fill(email);
  await asking.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(toast(page, 'Reset Link Sent')).toBeVisible();
  await expect(page.getByText('Password Reset Email Sent')).toBeVisible();
  await expect(page).toHaveURL(/tab=signin/);
  await expect(page.getByLabel('Email')).toHaveValue('');

  const link = await mailedLink(page, email, 'type=recovery');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Create New Password' })).toBeVisible();
  await expect(page).toHaveURL('/auth?from=recovery');
  await clean(page);
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
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await fillSignIn(page, email, password);
  await expect(toast(page, 'Sign In Error')).toContainText('Incorrect email or password');
  await fillSignIn(page, email, fresh);
  await expect(toast(page, 'Welcome!')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a invalid verification link says so and leaves nothing in the address', async ({ page }) => {
  await page.goto('/auth?type=signup#access_token=not.the.word-we-sent&type=signup');
  await expect(toast(page, 'Sign Up Error')).toContainText('This link is no longer valid.');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Email verified successfully!')).toBeHidden();
});

test('a visitor without an address is sent away from the waiting room', async ({ page }) => {
  await page.goto('/verify-email');
  await expect(page).toHaveURL('/auth');
});

test('whoever came from a protected page returns to it after signing in, and can sign out', async ({ page }) => {
  await page.goto('/auth?next=/transactions');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Fill in tier1@demo.test' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('tier1@demo.test');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/transactions');
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The home page starts its script when the browser has nothing else to do: on a busy machine that is late.
  await expect(toast(page, 'Signed out')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL('/');
});

test('everything works from the keyboard alone', async ({ page }) => {
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
});

test('a server out of reach is told as such, and nothing typed is lost', async ({ page }) => {
  await page.goto('/auth');
  await page.route('**/api/rpc/accounts/signIn', (route) => route.abort());
  await fillSignIn(page, 'tier1@demo.test', demoPassword);
  await expect(toast(page, 'Error')).toContainText('We could not reach the server');
  await expect(page.getByLabel('Email')).toHaveValue('tier1@demo.test');
});
