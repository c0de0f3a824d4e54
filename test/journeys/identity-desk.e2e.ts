import { expect } from '@playwright/test';
import { tier1 } from './identity-scene.ts';
import { test } from './journey.ts';
import { ask, bar, clean, customerIn, dialog, send, toast, windowOf } from './scene.ts';

/** Who may not review, and the page of a customer. */

test('nobody reviews their own; support reads, finance does not, customers find no such page', async ({ browser }) => {
  const page = await windowOf(browser, 'compliance');
  const id = await tier1(page, [], 'Conrad Lewis');
  await page.goto(`/admin/identity/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your own' })).toBeVisible();
  await expect(page.getByText('This is your own submission. Nobody reviews their own.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await clean(page);
  for (const command of ['approve', 'reject', 'askMore']) {
    const input = command === 'approve' ? {} : { items: [{ item: 'selfie', reasonCode: 'unreadable' }] };
    const json = { submissionId: id, ...input };
    expect((await send(page, `identity/${command}`, json)).status()).toBe(403);
  }

  const support = await windowOf(browser, 'support');
  await support.goto(`/admin/identity/${id}`);
  await expect(bar(support)).toContainText('Your role reads. Compliance or admin decides.');
  await expect(support.getByRole('button', { name: /^(Accept|Reject|Ask for more|Approve)/ })).toHaveCount(0);

  const finance = await windowOf(browser, 'finance');
  await finance.goto('/admin/customers');
  await expect(finance.getByText('Your role does not include this.')).toBeVisible();
  await expect(finance.getByRole('navigation', { name: 'Desk' })).not.toContainText('Customers');

  const admin = await windowOf(browser, 'admin');
  await ask(admin, 'identity/approve', { submissionId: id });
});

test('the page of a customer: found by e-mail, a file opened, a note added, every session ended', async ({
  browser,
}) => {
  const customer = await customerIn(browser, 'Foster');
  await tier1(customer.page);
  const page = await windowOf(browser, 'support');
  await page.goto('/admin/customers');
  await page.getByLabel('Search customers').fill(customer.email);
  await expect(page.locator('.q tbody tr')).toHaveCount(1);
  await expect(page.locator('.q tbody tr')).toContainText('Pending');
  await clean(page);
  await page.getByRole('link', { name: 'Kerry-Ann Foster' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kerry-Ann Foster');
  await clean(page);
  await page.getByRole('button', { name: 'Look at: ID document' }).click();
  await expect(dialog(page).getByRole('img', { name: 'ID document, uploaded by the customer' })).toBeVisible();
  await dialog(page).locator('header').getByRole('button', { name: 'Close' }).click();
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
});
