import { expect } from '@playwright/test';
import { submitTier1 } from './identity-scene.ts';
import { type Steps, story, test } from './journey.ts';
import { ask, bar, dialog, expectNoAxeFindings, openCustomerWindow, openWindowFor, send, toast } from './scene.ts';

const staffAndIdentityChecksSteps: Steps = {
  'staff cannot review their own submission, support can only read, and finance has no access': async ({ browser }) => {
    const page = await openWindowFor(browser, 'compliance');
    const id = await submitTier1(page, [], 'Conrad Lewis');
    await page.goto(`/admin/identity/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Your own record' })).toBeVisible();
    await expect(page.getByText('This is your own submission. A colleague reviews it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expectNoAxeFindings(page);
    for (const command of ['approve', 'reject', 'requestMoreInfo']) {
      const input = command === 'approve' ? {} : { items: [{ item: 'selfie', reasonCode: 'unreadable' }] };
      const json = { submissionId: id, ...input };
      expect((await send(page, `identity/${command}`, json)).status()).toBe(403);
    }

    const support = await openWindowFor(browser, 'support');
    await support.goto(`/admin/identity/${id}`);
    await expect(bar(support)).toContainText('You can view this. Compliance or admin decides.');
    await expect(support.getByRole('button', { name: /^(Accept|Reject|Ask for more|Approve)/ })).toHaveCount(0);

    const finance = await openWindowFor(browser, 'finance');
    await finance.goto('/admin/customers');
    await expect(finance.getByText("Your role doesn't give you access to this page.")).toBeVisible();
    await expect(finance.getByRole('navigation', { name: 'Admin' })).not.toContainText('Customers');

    const admin = await openWindowFor(browser, 'admin');
    await ask(admin, 'identity/approve', { submissionId: id });
  },

  'staff find a customer by email, open a file, add a note and end every session': async ({ browser }) => {
    const customer = await openCustomerWindow(browser, 'Foster');
    await submitTier1(customer.page);
    const page = await openWindowFor(browser, 'support');
    await page.goto('/admin/customers');
    await page.getByLabel('Search customers').fill(customer.email);
    await expect(page.locator('.q tbody tr')).toHaveCount(1);
    await expect(page.locator('.q tbody tr')).toContainText('Pending');
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Kerry-Ann Foster' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kerry-Ann Foster');
    await expectNoAxeFindings(page);
    // Support cannot open identity documents.
    await expect(page.getByRole('button', { name: 'Open: ID document' })).toHaveCount(0);
    const reviewer = await openWindowFor(browser, 'compliance');
    await reviewer.goto(new URL(page.url()).pathname);
    await reviewer.getByRole('button', { name: 'Open: ID document' }).click();
    await expect(dialog(reviewer).getByRole('img', { name: 'ID document, uploaded by the customer' })).toBeVisible();
    await dialog(reviewer).locator('header').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Called: the passport is at the embassy.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText('Called: the passport is at the embassy.').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await dialog(page).getByRole('button', { name: 'End all sessions' }).click();
    await expect(toast(page, 'Signed out')).toBeVisible();
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
    const after = await send(customer.page, 'identity/own');
    expect(after.status()).toBe(401);
  },
};

test('staff and identity checks', story(staffAndIdentityChecksSteps));
