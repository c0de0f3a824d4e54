import { expect, type Page } from '@playwright/test';
import { loadStatus, submitTier1, submitTier3 } from './identity-scene.ts';
import { type Steps, story, test } from './journey.ts';
import { bar, dialog, expectNoAxeFindings, openCustomerWindow, openWindowFor, region, send, toast } from './scene.ts';

/** Opens the first row in a browser that takes longer to render than the queue waits to store the selection. */
async function openFirstRow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  // Playwright's own key presses wait until the page has rendered.
  await page.evaluate(() => {
    const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press('j');
    setTimeout(press, 60, 'Enter');
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tier 1: Kerry-Ann Brown');
  await devtools.detach();
}

async function openSubmission(page: Page, email: string): Promise<void> {
  await page.goto('/admin/identity');
  await expect(page.locator('.q tbody tr').first()).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await expect(page.locator('.q tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Search the queue')).toHaveValue(email);
  // Delays the script of the submission screen. Meanwhile the queue must not change the URL.
  await page.route('**/assets/submission-*.js', async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  await openFirstRow(page);
}

async function viewDocuments(page: Page): Promise<void> {
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

async function reviewItems(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept: Personal details' }).click();
  await expect(region(page, 'Personal details')).toContainText('Accepted');
  await page.getByRole('button', { name: 'Accept: ID document' }).click();
  await expect(region(page, 'ID document')).toContainText('Accepted');
  await page.getByRole('button', { name: 'Reject: TRN document' }).click();
  await region(page, 'TRN document').getByRole('button', { name: 'Reject' }).click();
  await expect(region(page, 'TRN document').locator('.err')).toHaveText('Choose a reason');
  await page.getByLabel('Reject: TRN document').selectOption('number_differs');
  await expect(region(page, 'TRN document')).toContainText(
    "Customer sees: The TRN on the document doesn't match the one you entered.",
  );
  await region(page, 'TRN document').getByRole('button', { name: 'Reject' }).click();
  await expect(region(page, 'TRN document')).toContainText('Rejected');
  await expect(bar(page).getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(bar(page)).toContainText('To approve, first accept every item.');
}

async function requestSelfie(page: Page): Promise<void> {
  await page.keyboard.press('m');
  await expect(dialog(page)).toContainText('Already included: TRN document.');
  await expect(dialog(page).getByRole('combobox').first()).toBeFocused();
  await dialog(page).getByLabel('Live selfie with ID').selectOption('take_again');
  await expect(dialog(page)).toContainText('Customer sees: Please take another selfie.');
  await dialog(page).getByLabel('Note for staff').fill('Face is in the shade.');
  await expectNoAxeFindings(page);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'More requested')).toBeVisible();
  await expect(page.getByText('With the customer', { exact: true })).toBeVisible();
  await expect(page.getByText('“Face is in the shade.”')).toBeVisible();
}

const reviewsOfIdentityChecksSteps: Steps = {
  'a submission is reviewed, returned in part, and approved after resubmission': async ({ browser }) => {
    const customer = await openCustomerWindow(browser, 'Brown');
    await submitTier1(customer.page);
    const page = await openWindowFor(browser, 'compliance');

    await openSubmission(page, customer.email);
    await viewDocuments(page);
    await expect(region(page, 'TRN document')).toContainText(/1\d\d-\d{3}-\d{3}/);
    await expect(region(page, 'Personal details')).toContainText('Differs: the profile says Kerry-Ann Brown');
    await expectNoAxeFindings(page);

    await reviewItems(page);
    await requestSelfie(page);

    await submitTier1(customer.page, ['personal_details', 'id_document']);
    await page.getByRole('link', { name: 'Open the newer submission' }).click();
    await expect(region(page, 'ID document')).toContainText('Kept from an earlier submission');
    await page.keyboard.press('a');
    await expect(dialog(page)).toContainText('This also accepts: TRN document, Live selfie with ID.');
    await dialog(page).getByRole('button', { name: 'Approve' }).click();
    await expect(toast(page, 'Approved')).toContainText('Kerry-Ann Brown');
    await expect(bar(page)).toContainText('This submission was approved.');
    expect(await loadStatus(customer.page, 1)).toBe('approved');
  },

  'a rejection names its reasons and opens the next submission': async ({ browser }) => {
    const customer = await openCustomerWindow(browser, 'Reid');
    const next = await openCustomerWindow(browser, 'Clarke');
    const id = await submitTier1(customer.page);
    const nextId = await submitTier1(next.page);
    const page = await openWindowFor(browser, 'admin');
    await page.goto(`/admin/identity/${id}?tier=1&search=journey.test`);
    await expect(region(page, 'Live selfie with ID')).toBeVisible();
    await page.keyboard.press('x');
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await expect(dialog(page)).toContainText('Choose at least one item and a reason');
    await dialog(page).getByLabel('ID document').selectOption('expired');
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await expect(toast(page, 'Rejected')).toContainText('Kerry-Ann Reid');
    await expect(page.locator('.way')).toContainText('Past its expiry date.');
    expect(await loadStatus(customer.page, 1)).toBe('rejected');
    await page.keyboard.press('j');
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(page).toHaveURL(/tier=1/);
    await page.goto(`/admin/identity/${nextId}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tier 1: Kerry-Ann Clarke');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/admin\/identity\?at=/);
  },

  'tier 3 needs two different approvers': async ({ browser }) => {
    const customer = await openCustomerWindow(browser, 'Whyte');
    const id = await submitTier3(customer.page);
    const first = await openWindowFor(browser, 'compliance');
    const second = await openWindowFor(browser, 'admin');
    await first.goto(`/admin/identity/${id}`);
    await expect(first.getByText('Tier 3 needs two approvals. None yet.')).toBeVisible();
    await first.keyboard.press('a');
    await dialog(first).getByRole('button', { name: 'Give first approval' }).click();
    await expect(toast(first, 'First approval')).toBeVisible();
    await expect(bar(first).getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expect(bar(first)).toContainText('You approved first, so a colleague');
    const repeated = await send(first, 'identity/approve', { submissionId: id });
    expect(repeated.status()).toBe(403);
    expect(await loadStatus(customer.page, 3)).toBe('pending');

    await second.goto(`/admin/identity?filter=second&search=${customer.email}`);
    await expect(second.locator('.q tbody tr')).toContainText('Second approval');
    await second.locator('.q tbody tr').click();
    await expect(second.getByRole('region', { name: 'Two-person approval' })).toContainText(
      'Conrad Lewis approved first',
    );
    await expectNoAxeFindings(second);
    await second.keyboard.press('a');
    await dialog(second).getByRole('button', { name: 'Approve' }).click();
    await expect(toast(second, 'Approved')).toBeVisible();
    expect(await loadStatus(customer.page, 3)).toBe('approved');
    await expect(bar(first)).toContainText('This submission was approved.');
  },
};

test('reviews of identity checks', story(reviewsOfIdentityChecksSteps));
