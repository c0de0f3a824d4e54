import { type Browser, expect, type Page } from '@playwright/test';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { walletFor } from '../../tools/demo/invented.ts';
import { test } from './journey.ts';
import { createPhoto } from './sample-files.ts';
import {
  ask,
  bar,
  dialog,
  expectNoAxeFindings,
  fits,
  openCustomerWindow,
  openWindowFor,
  placeBuy,
  region,
  send,
  toast,
} from './scene.ts';

const listed = demoAddresses.sanctioned[0] ?? '';
const desk = '/admin/aml-compliance';
const quoteInput = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '1000' };
const rows = (page: Page) => page.locator('.q tbody tr');
const narrative =
  'On 20 November the customer asked for bitcoin to be sent to a wallet on a list of sanctions. '.repeat(2);

type Suspect = { email: string; reference: string; lastName: string };

/** Creates a customer with one valid order and one refused order to a listed wallet. */
async function createSuspect(browser: Browser, lastName: string): Promise<Suspect & { page: Page }> {
  const { email, page } = await openCustomerWindow(browser, lastName);
  const { reference } = await placeBuy(page, '1500', { walletAddress: walletFor('bitcoin', email) });
  const { id: quoteId } = await ask<{ id: string }>(page, 'trading/quoteBuy', quoteInput);
  const answer = await send(page, 'trading/placeBuyOrder', {
    ...{ key: crypto.randomUUID(), another: true, quoteId, network: 'bitcoin', walletAddress: listed },
    ...{ destinationTag: '', sourceOfFunds: null, sourceOfFundsFile: null },
  });
  expect(answer.status()).toBeGreaterThanOrEqual(400);
  return { email, page, reference, lastName };
}

async function selectAlert(page: Page, { email, lastName }: Suspect): Promise<void> {
  await page.goto(desk);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === email);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(region(page, 'Alert')).toContainText(`Kerry-Ann ${lastName}`);
}

async function holdAndRelease(page: Page, admin: Page, reference: string): Promise<void> {
  await page.keyboard.press('a');
  await dialog(page).getByLabel(reference).check();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toast(page, 'Added').first()).toBeVisible();
  await page.getByRole('button', { name: `Hold ${reference}` }).click();
  await dialog(page).getByLabel('Reason').selectOption('wallet_flagged');
  await expectNoAxeFindings(page);
  await dialog(page).getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(toast(page, 'Held')).toContainText(reference);
  await page.getByRole('button', { name: `Propose the release of ${reference}` }).click();
  await dialog(page).getByLabel('Reason for the release').fill('The list concerns another wallet.');
  await dialog(page).getByRole('button', { name: 'Propose', exact: true }).click();
  const approval = region(page, `Second approval: ${reference}`);
  await expect(approval).toContainText('You proposed the release');
  await expect(approval.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectNoAxeFindings(page);

  await admin.goto(page.url());
  await expect(admin.getByRole('heading', { name: 'Suspicious-transaction reports' })).toHaveCount(0);
  await admin.getByRole('button', { name: `Approve the release of ${reference}` }).click();
  await dialog(admin).getByRole('button', { name: 'Release', exact: true }).click();
  await expect(toast(admin, 'Released')).toContainText(reference);
  // The proposer's screen updates without a reload.
  await expect(approval).toHaveCount(0);
  await expect(page.locator('.way')).toContainText(`Order released: ${reference}`);
}

async function fileReport(page: Page, admin: Page): Promise<void> {
  await page.keyboard.press('r');
  await expect(dialog(page)).toContainText('Due within 15 days');
  await dialog(page).getByRole('button', { name: 'Open report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Report');
  await expect(bar(page)).toContainText('Before filing, add');
  await expect(bar(page).getByRole('button', { name: 'Mark as filed' })).toHaveCount(0);
  await expectNoAxeFindings(page);
  await page.getByLabel('What happened').fill(narrative);
  await page.getByLabel('Listed wallet or person').check();
  await expect(page.locator('.standing')).toHaveText('Saved');
  await page.reload();
  await expect(page.getByLabel('What happened')).toHaveValue(narrative.trim());
  await expect(page.getByLabel('Listed wallet or person')).toBeChecked();

  await admin.goto(page.url());
  await expect(admin.getByText('Only the compliance role can see reports')).toBeVisible();

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('x');
  await expect(dialog(page)).toContainText('The file is valid.');
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xml$/);
  await expectNoAxeFindings(page);
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await page.keyboard.press('m');
  await dialog(page)
    .getByLabel('FID reference')
    .fill(`FID-${crypto.randomUUID().slice(0, 8)}`);
  await dialog(page).getByRole('button', { name: 'Mark as filed' }).click();
  await expect(toast(page, 'Filed')).toBeVisible();
  await expect(page.getByText('Filed on')).toBeVisible();
  await expect(page.getByLabel('What happened')).toHaveCount(0);
  await expectNoAxeFindings(page);
}

test('an alert leads to a case, a released order and a filed report', async ({ browser }) => {
  test.setTimeout(240_000);
  const customer = await createSuspect(browser, 'Bogle');
  const page = await openWindowFor(browser, 'compliance');
  const admin = await openWindowFor(browser, 'admin');

  await selectAlert(page, customer);
  await expect(region(page, 'Alert')).toContainText('Why this score');
  await expectNoAxeFindings(page);
  await page.keyboard.press('t');
  await expect(toast(page, 'Assigned to you')).toBeVisible();
  await expect(region(page, 'Alert')).toContainText('assigned to you');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Case');
  const caseUrl = page.url();
  await expectNoAxeFindings(page);

  await page.keyboard.press('s');
  await expect(toast(page, 'Review started')).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('Called: she says that the wallet is her cousin’s.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.locator('.way')).toContainText('the wallet is her cousin’s');
  await page.locator('#files ~ .field input[type="file"]').setInputFiles(await createPhoto('statement.png'));
  await page.getByRole('button', { name: 'Open: statement.png' }).click();
  await expect(dialog(page).getByRole('img')).toBeVisible();
  await dialog(page).locator('header').getByRole('button', { name: 'Close' }).click();

  await holdAndRelease(page, admin, customer.reference);
  await fileReport(page, admin);

  await page.goto(caseUrl);
  await expect(page.getByRole('link', { name: /^Report \d+$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Wallet on a list', exact: true }).first().click();
  await expect(region(page, 'Alert')).toContainText('Why this score');
  await page.keyboard.press('c');
  await dialog(page).getByLabel('Outcome').selectOption('case_opened');
  await dialog(page).getByRole('button', { name: 'Close the alert' }).click();
  await expect(dialog(page).locator('.err')).toHaveText('Enter a reason');
  await dialog(page).getByLabel('Why').fill('The wallet is listed. The case continues.');
  await dialog(page).getByRole('button', { name: 'Close the alert' }).click();
  await expect(toast(page, 'Closed').first()).toBeVisible();

  await page.goto(caseUrl);
  await expect(bar(page).getByRole('button', { name: 'Close' })).toBeVisible();
  await page.keyboard.press('c');
  await dialog(page).getByLabel('Outcome').selectOption('suspicion_confirmed');
  await dialog(page).getByLabel('Findings and decision').fill('The wallet is listed, and it was reported.');
  await dialog(page).getByRole('button', { name: 'Close the case' }).click();
  await expect(page.getByText('Suspicion confirmed').first()).toBeVisible();
  await expectNoAxeFindings(page);

  for (const command of ['alerts', 'cases', 'reports'])
    expect((await send(customer.page, `compliance/${command}`)).status()).toBe(403);
});

test('one person freezes, two unfreeze, and the customer sees a neutral message', async ({ browser }) => {
  const customer = await createSuspect(browser, 'Garvey');
  const page = await openWindowFor(browser, 'compliance');
  const admin = await openWindowFor(browser, 'admin');
  await selectAlert(page, customer);
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Case');
  const caseUrl = page.url();
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await expectNoAxeFindings(page);
  await dialog(page).getByLabel('Reason').fill('An authority asks for it');
  await dialog(page).getByRole('button', { name: 'Freeze', exact: true }).click();
  const frozen = region(page, 'Frozen');
  await expect(frozen).toContainText('Frozen manually');
  await expectNoAxeFindings(page);

  const refused = { refusal: { code: 'not_possible' } };
  expect(await ask(customer.page, 'trading/quoteBuy', quoteInput)).toMatchObject(refused);

  await frozen.getByRole('button', { name: 'Propose unfreeze' }).click();
  await dialog(page).getByLabel('Reason').fill('The authority has ended it');
  await dialog(page).getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(frozen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(frozen.getByRole('button', { name: 'Approve: unfreeze' })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await fits(page);
  await admin.goto(caseUrl);
  await admin.getByRole('button', { name: 'Approve: unfreeze' }).click();
  await dialog(admin).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(region(admin, 'Not frozen')).toContainText('Lifted');
  expect(await ask(customer.page, 'trading/quoteBuy', quoteInput)).toMatchObject({ refusal: null });
});

test('alerts are filtered, assigned and read on a phone, and other roles see none', async ({ browser }) => {
  const customer = await createSuspect(browser, 'Nanny');
  const page = await openWindowFor(browser, 'compliance');
  await selectAlert(page, customer);
  await page.keyboard.press('g');
  await dialog(page).getByLabel('Assignee').selectOption({ label: 'Adrian Whyte' });
  await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toast(page, 'Assigned')).toBeVisible();
  await expect(bar(page)).toContainText('Adrian Whyte is working on this');

  await page.keyboard.press('s');
  await dialog(page).getByLabel('Rule').selectOption('wallet');
  await expectNoAxeFindings(page);
  await dialog(page).getByLabel('Why').fill('Known, and looked at every month.');
  await dialog(page).getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(toast(page, 'Rule snoozed')).toBeVisible();
  await page.getByRole('button', { name: 'End snooze: Wallet' }).click();
  await expect(toast(page, 'Snooze ended')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Snoozed rules' })).toHaveCount(0);

  await page.getByRole('button', { name: /^Mine/ }).click();
  await expect(page.getByText('No alerts match')).toBeVisible();
  await page.getByRole('button', { name: /^Open/ }).first().click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('name_match');
  await expect(page.getByText('No alerts match')).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('wallet_blocked');
  await expect(rows(page)).toHaveCount(1);

  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${desk}?search=${customer.email}`);
  await rows(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet on a list' })).toBeVisible();
  await fits(page);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Alerts' }).click();
  await expect(rows(page)).toHaveCount(1);
  await fits(page);

  for (const role of ['support', 'finance']) {
    const other = await openWindowFor(browser, role);
    await other.goto(desk);
    await expect(other.getByText("Your role doesn't give you access to this")).toBeVisible();
    await expect(other.getByRole('navigation', { name: 'Admin' })).not.toContainText('Compliance');
  }
});

test('a report keeps its text when left, offline and when edited in two windows', async ({ browser }) => {
  test.setTimeout(180_000);
  const customer = await createSuspect(browser, 'Sharpe');
  const page = await openWindowFor(browser, 'compliance');
  const { lines } = await ask<{ lines: { id: string; customer: { id: string } }[] }>(page, 'compliance/alerts', {
    search: customer.email,
  });
  const userId = lines[0]?.customer.id;
  const { caseId } = await ask<{ caseId: string }>(page, 'compliance/openCase', { userId, title: 'Two windows' });
  const { reportId } = await ask<{ reportId: string }>(page, 'compliance/openReport', {
    caseId,
    suspicionFormedOn: '2026-01-05',
  });
  const narrativeField = (from: Page) => from.getByLabel('What happened');

  // Leaves the page before the autosave.
  await page.goto(`${desk}/reports/${reportId}`);
  await expect(page.locator('.age.late')).toContainText('days late');
  await narrativeField(page).fill('He came on Monday');
  await page.getByRole('link', { name: /^Case \d/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Two windows');
  await page.goBack();
  await expect(narrativeField(page)).toHaveValue('He came on Monday');
  await expect(page.locator('.standing')).toHaveText('Saved');

  // A save that fails offline is retried. A conflict shows both texts.
  const other = await openWindowFor(browser, 'compliance');
  await other.goto(page.url());
  await expect(narrativeField(other)).toHaveValue('He came on Monday');
  await other.context().setOffline(true);
  await narrativeField(other).fill('He came on Tuesday');
  await expect(other.locator('.standing')).toContainText('Not saved, trying again');
  await narrativeField(page).fill('He came on Wednesday');
  await expect(page.locator('.standing')).toHaveText('Saved');
  await other.context().setOffline(false);
  await expect(other.getByText('Someone else saved this draft.')).toBeVisible({ timeout: 30_000 });
  await expect(other.locator('.theirs')).toHaveText('He came on Wednesday');
  await expect(narrativeField(other)).toHaveValue('He came on Tuesday');
  await expectNoAxeFindings(other);
  await other.getByRole('button', { name: 'Save mine' }).click();
  await expect(other.locator('.standing')).toHaveText('Saved');
  // The first window has no unsaved text, so it shows the new one.
  await expect(narrativeField(page)).toHaveValue('He came on Tuesday');
});
