import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { platformMessages } from '../../src/platform/messages.ts';
import { type Steps, story, test } from './journey.ts';
import {
  expectNoAxeFindings,
  fillSignIn,
  findMailedLink,
  newCustomer,
  openWindow,
  password,
  region,
  send,
  toast,
} from './scene.ts';

async function submitPassword(page: Page, email: string) {
  await page.goto('/auth?next=/profile');
  await fillSignIn(page, email, password);
}

const signOut = (page: Page) => send(page, 'accounts/signOut');

async function openProfile(page: Page) {
  const email = await newCustomer(page);
  await page.goto('/profile');
  await expect(region(page, 'Password')).toBeVisible({ timeout: 20_000 });
  return email;
}

test('an authenticator app is set up and used at sign-in, or replaced by a recovery code', async ({ page }) => {
  const email = await openProfile(page);
  await region(page, 'Authenticator app').getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expectNoAxeFindings(page);
  const key = (await dialog.locator('.secret').innerText()).replaceAll(' ', '');
  const app = new TOTP({ secret: Secret.fromBase32(key) });
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText("This code isn't right, or was already used.")).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(app.generate());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const codes = await page.locator('.codes code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(region(page, 'Authenticator app').getByText('10 of 10 recovery codes left.')).toBeVisible();
  await expectNoAxeFindings(page);

  await signOut(page);
  await submitPassword(page, email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
  await expectNoAxeFindings(page);
  await page.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/profile');

  await signOut(page);
  await submitPassword(page, email);
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(region(page, 'Authenticator app').getByText('9 of 10 recovery codes left.')).toBeVisible();
  await region(page, 'Authenticator app').getByRole('button', { name: 'Turn off' }).click();
  await expect(toast(page, 'Authenticator app off')).toBeVisible();
});

test('a passkey is added, renamed, used alone and as second factor, and removed', async ({ page }) => {
  const cdpSession = await page.context().newCDPSession(page);
  await cdpSession.send('WebAuthn.enable');
  await cdpSession.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const email = await openProfile(page);
  const passkeys = region(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(passkeys.getByText('Laptop', { exact: true })).toBeVisible();
  await passkeys.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Blue laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(passkeys.getByText('Blue laptop')).toBeVisible();

  await signOut(page);
  await page.goto('/auth?next=/profile');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/profile');

  await signOut(page);
  await submitPassword(page, email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/profile');
  await region(page, 'Passkeys').getByRole('button', { name: 'Remove Blue laptop' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
});

const securityOfAnAccountSteps: Steps = {
  'a sensitive command asks for a new proof and then continues': async ({ page }) => {
    await openProfile(page);
    let refused = 0;
    const said = platformMessages['accounts.confirm_needed'];
    const refusal = { defined: true, code: 'accounts.confirm_needed', status: 403, message: 'x', data: { said } };
    await page.route('**/api/rpc/accounts/exportData', async (route) => {
      refused += 1;
      if (refused <= 2) await route.fulfill({ status: 403, json: { json: refusal } });
      else await route.continue();
    });
    const button = region(page, 'Your data').getByRole('button', { name: 'Download my data' });
    await button.click();
    await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible();
    await expectNoAxeFindings(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeEnabled();
    // Closing the dialog shows no error.
    await expect(page.locator('.toast')).toHaveCount(0);
    await button.click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText("This password isn't right.")).toBeVisible();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
    const file = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    expect((await file).suggestedFilename()).toBe('cryptocommerce-my-data.json');
    expect(refused).toBe(3);
  },

  'changing the password shows the documented texts and signs out other devices': async ({ page, browser }) => {
    const email = await openProfile(page);
    const otherWindow = await openWindow(browser);
    await submitPassword(otherWindow, email);
    await expect(otherWindow).toHaveURL('/profile');
    const form = region(page, 'Password');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByLabel('Email')).toBeFocused();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByRole('button', { name: 'Change Password' })).toBeFocused();
    await form.getByRole('button', { name: 'Change Password' }).click();
    const fill = async (fields: Record<string, string>) => {
      for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
      await form.getByRole('button', { name: 'Change Password' }).click();
    };
    await fill({ Email: 'x' });
    for (const text of ['Please enter a valid email address', 'Current password is required'])
      await expect(form.getByText(text)).toBeVisible();
    await expect(form.getByText('New password must be at least 8 characters')).toBeVisible();
    const fresh = 'Cinchona-Garden-1868?';
    await fill({ 'Current Password': 'x', 'New Password': fresh, 'Confirm New Password': 'y' });
    await expect(form.getByText("Passwords don't match")).toBeVisible();
    await fill({ Email: 'other@example.com', 'Confirm New Password': fresh });
    await expect(toast(page, 'Email mismatch')).toContainText(
      'The email address must match your current account email.',
    );
    await fill({ Email: email });
    await expect(toast(page, 'Authentication failed')).toContainText(
      'Current password is incorrect. Please try again.',
    );
    await expectNoAxeFindings(page);
    await page.route('**/api/rpc/accounts/changePassword', (route) => route.abort(), { times: 1 });
    await fill({ 'Current Password': password });
    await expect(page.locator('.toast').getByText('Failed to change password. Please try again.')).toBeVisible();
    await fill({});
    await expect(toast(page, 'Password Updated')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Change Password' })).toBeVisible();
    await otherWindow.reload();
    await expect(otherWindow.getByText('Please log in to view your profile.')).toBeVisible();
  },

  'the email about a new device has a button that signs out everywhere': async ({ page, browser }) => {
    const email = await openProfile(page);
    const thief = await openWindow(browser);
    await submitPassword(thief, email);
    await expect(thief).toHaveURL('/profile');
    await page.reload();
    await expect(region(page, 'Where you are signed in').getByText('This device')).toBeVisible();
    await expect(region(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(2);

    const alarm = await findMailedLink(page, email, '/this-was-not-me');
    await page.goto(alarm);
    await expect(page).toHaveURL('/this-was-not-me');
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Sign out everywhere and stop payouts' }).click();
    await expect(page.getByText('Every device is signed out and payouts are stopped.')).toBeVisible();
    await expectNoAxeFindings(page);
    await thief.reload();
    await expect(thief.getByText('Please log in to view your profile.')).toBeVisible();
    await submitPassword(thief, email);
    await expect(toast(thief, 'Sign In Error')).toContainText('Incorrect email or password');

    await page.goto('/');
    await page.goto(alarm);
    await page.getByRole('button', { name: 'Sign out everywhere and stop payouts' }).click();
    await expect(page.getByText('This link was already used or has expired.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
  },

  'deleting the account needs the password and a confirmation': async ({ page }) => {
    const email = await openProfile(page);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: 'Delete Account' });
    await expect(dialog.getByText('You must confirm this action')).toBeVisible();
    await expect(submit).toBeDisabled();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await expect(submit).toBeDisabled();
    await dialog.getByLabel('I understand that this cannot be undone.').check();
    await expectNoAxeFindings(page);
    await submit.click();
    await expect(toast(page, 'Error')).toContainText('Incorrect email or password');
    await page.route('**/api/rpc/accounts/closeAccount', (route) => route.abort(), { times: 1 });
    await submit.click();
    await expect(page.locator('.toast').getByText('Failed to delete account. Please try again.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await submit.click();
    await expect(page).toHaveURL('/');
    await submitPassword(page, email);
    await expect(toast(page, 'Sign In Error')).toContainText('Incorrect email or password');
  },
};

test('the security of an account', story(securityOfAnAccountSteps));
