import { expect, type Page } from '@playwright/test';
import { statusOf, tier1, tier3 } from './identity-scene.ts';
import { test } from './journey.ts';
import { bar, clean, customerIn, dialog, region, send, toast, windowOf } from './scene.ts';

/** The review of who somebody is, as the staff who decide do it. */

/** Finds the newest submission of a customer in the queue, from the keyboard. */
async function finds(page: Page, email: string): Promise<void> {
  await page.goto('/admin/identity');
  await expect(page.locator('.q tbody tr').first()).toBeVisible();
  await clean(page);
  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await expect(page.locator('.q tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Search the queue')).toHaveValue(email);
  // The screen comes late; the queue must not write its choice into the address over it.
  await page.route('**/assets/submission-*.js', async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tier 1: Kerry-Ann Brown');
}

/** The papers, by key: a picture enlarged, turned and whole again; a PDF page by page. */
async function looksAtThePapers(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: 'ID document, uploaded by the customer' })).toBeVisible();
  const tools = page.locator('.papers .tools');
  await page.keyboard.press('+');
  await expect(tools).toContainText('150%');
  await page.keyboard.press('r');
  await expect(page.locator('.stage .paper')).toHaveAttribute('style', /rotate\(90deg\)/);
  await page.keyboard.press('0');
  await expect(tools).toContainText('100%');
  await page.keyboard.press('2');
  await expect(page.locator('canvas[data-drawn]')).toBeVisible({ timeout: 20_000 });
  await expect(tools).toContainText('Page 1 of 2');
  await page.keyboard.press('.');
  await expect(tools).toContainText('Page 2 of 2');
}

/** Accepts two items and rejects the TRN, for which a reason must be given. */
async function judgesTheItems(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept: Personal details' }).click();
  await expect(region(page, 'Personal details')).toContainText('Accepted');
  await page.getByRole('button', { name: 'Accept: ID document' }).click();
  await expect(region(page, 'ID document')).toContainText('Accepted');
  await page.getByRole('button', { name: 'Reject: TRN document' }).click();
  await region(page, 'TRN document').getByRole('button', { name: 'Reject' }).click();
  await expect(region(page, 'TRN document').locator('.err')).toHaveText('Choose a reason');
  await page.getByLabel('Reject: TRN document').selectOption('number_differs');
  await expect(region(page, 'TRN document')).toContainText('Customer reads: The TRN on it is not the one you typed.');
  await region(page, 'TRN document').getByRole('button', { name: 'Reject' }).click();
  await expect(region(page, 'TRN document')).toContainText('Rejected');
  await expect(bar(page).getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(bar(page)).toContainText('To approve, first accept what is rejected or wanted.');
}

/** Asks for the selfie too, with a note that the customer does not read. */
async function asksForMore(page: Page): Promise<void> {
  await page.keyboard.press('m');
  await expect(dialog(page)).toContainText('In it already: TRN document.');
  await dialog(page).getByLabel('Live selfie with ID').selectOption('take_again');
  await expect(dialog(page)).toContainText('Customer reads: Please take the selfie once more.');
  await dialog(page).getByLabel('Note for staff').fill('Face is in the shade.');
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Ask the customer' }).click();
  await expect(toast(page, 'Asked for more')).toBeVisible();
  await expect(page.getByText('With the customer', { exact: true })).toBeVisible();
  await expect(page.getByText('“Face is in the shade.”')).toBeVisible();
}

test('a submission is looked at, returned in part, and approved once the rest was given again', async ({ browser }) => {
  const customer = await customerIn(browser, 'Brown');
  await tier1(customer.page);
  const page = await windowOf(browser, 'compliance');

  await finds(page, customer.email);
  await looksAtThePapers(page);
  await expect(region(page, 'TRN document')).toContainText(/1\d\d-\d{3}-\d{3}/);
  await expect(region(page, 'Personal details')).toContainText('Differs: the profile says Kerry-Ann Brown');
  await clean(page);

  await judgesTheItems(page);
  await asksForMore(page);

  // The customer gives only those two again; the open screen hears of it by itself.
  await tier1(customer.page, ['personal_details', 'id_document']);
  await page.getByRole('link', { name: 'Open the newer submission' }).click();
  await expect(region(page, 'ID document')).toContainText('Kept from an earlier submission');
  await page.keyboard.press('a');
  await expect(dialog(page)).toContainText('Accepted with it: TRN document, Live selfie with ID.');
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Approved')).toContainText('Kerry-Ann Brown');
  await expect(bar(page)).toContainText('It was approved.');
  expect(await statusOf(customer.page, 1)).toBe('approved');
});

test('a rejection names what failed and why, and leads on to the next in the queue', async ({ browser }) => {
  const customer = await customerIn(browser, 'Reid');
  const next = await customerIn(browser, 'Clarke');
  const id = await tier1(customer.page);
  const nextId = await tier1(next.page);
  const page = await windowOf(browser, 'admin');
  await page.goto(`/admin/identity/${id}?tier=1&search=journey.test`);
  await expect(region(page, 'Live selfie with ID')).toBeVisible();
  await page.keyboard.press('x');
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(dialog(page)).toContainText('Name at least one item and the reason');
  await dialog(page).getByLabel('ID document').selectOption('expired');
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(toast(page, 'Rejected')).toContainText('Kerry-Ann Reid');
  await expect(page.locator('.way')).toContainText('Past its expiry date.');
  expect(await statusOf(customer.page, 1)).toBe('rejected');
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page).toHaveURL(/tier=1/);
  await page.goto(`/admin/identity/${nextId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tier 1: Kerry-Ann Clarke');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/identity\?at=/);
});

test('tier 3 takes two people, and the first is not also the second', async ({ browser }) => {
  const customer = await customerIn(browser, 'Whyte');
  const id = await tier3(customer.page);
  const first = await windowOf(browser, 'compliance');
  const second = await windowOf(browser, 'admin');
  await first.goto(`/admin/identity/${id}`);
  await expect(first.getByText('Two people approve tier 3. Nobody has yet.')).toBeVisible();
  await first.keyboard.press('a');
  await dialog(first).getByRole('button', { name: 'Approve as the first' }).click();
  await expect(toast(first, 'Approved first')).toBeVisible();
  await expect(bar(first).getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(bar(first)).toContainText('You approved first, so somebody else');
  const again = await send(first, 'identity/approve', { submissionId: id });
  expect(again.status()).toBe(403);
  expect(await statusOf(customer.page, 3)).toBe('pending');

  await second.goto(`/admin/identity?filter=second&search=${customer.email}`);
  await expect(second.locator('.q tbody tr')).toContainText('Second approval');
  await second.locator('.q tbody tr').click();
  await expect(second.getByRole('region', { name: 'Two pairs of eyes' })).toContainText('Conrad Lewis approved first');
  await clean(second);
  await second.keyboard.press('a');
  await dialog(second).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(second, 'Approved')).toBeVisible();
  expect(await statusOf(customer.page, 3)).toBe('approved');
  // The first person's screen hears of it by itself.
  await expect(bar(first)).toContainText('It was approved.');
});
