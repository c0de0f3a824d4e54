import { type Browser, expect, type Page } from '@playwright/test';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { walletFor } from '../../tools/demo/invented.ts';
import { test } from './journey.ts';
import { photo } from './papers.ts';
import { ask, bar, clean, customerIn, dialog, fits, placedBuy, region, send, toast, windowOf } from './scene.ts';

const listed = demoAddresses.sanctioned[0] ?? '';
const desk = '/admin/aml-compliance';
const rows = (page: Page) => page.locator('.q tbody tr');
const narrative =
  'On 20 November the customer asked for bitcoin to be sent to a wallet that stands on a list of sanctions. '.repeat(2);

type Suspect = { email: string; reference: string; lastName: string };

/** A customer with one sound order to a wallet of theirs alone, who then asks for coins to a listed one: refused. */
async function suspect(browser: Browser, lastName: string): Promise<Suspect & { page: Page }> {
  const { email, page } = await customerIn(browser, lastName);
  const { reference } = await placedBuy(page, '1500', { walletAddress: walletFor('bitcoin', email) });
  const { id: quoteId } = await ask<{ id: string }>(page, 'trading/quoteBuy', {
    symbol: 'BTC',
    currency: 'JMD',
    network: 'bitcoin',
    amount: '1000',
  });
  const answer = await send(page, 'trading/placeBuyOrder', {
    key: crypto.randomUUID(),
    another: true,
    quoteId,
    network: 'bitcoin',
    walletAddress: listed,
    destinationTag: '',
    sourceOfFunds: null,
    sourceOfFundsFile: null,
  });
  expect(answer.status()).toBeGreaterThanOrEqual(400);
  return { email, page, reference, lastName };
}

/** Finds the alert about a customer by key, all letters searched for, and opens it beside the queue. */
async function choose(page: Page, { email, lastName }: Suspect): Promise<void> {
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

/** Two people: one holds and proposes the release, and may not decide it; the other decides. */
async function holdAndRelease(page: Page, admin: Page, reference: string): Promise<void> {
  await page.keyboard.press('a');
  await dialog(page).getByLabel(reference).check();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toast(page, 'Added').first()).toBeVisible();
  await page.getByRole('button', { name: `Hold ${reference}` }).click();
  await dialog(page).getByLabel('Reason').selectOption('wallet_flagged');
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(toast(page, 'Held')).toContainText(reference);
  await page.getByRole('button', { name: `Propose the release of ${reference}` }).click();
  await dialog(page).getByLabel('Why it may go on').fill('The list concerns another wallet.');
  await dialog(page).getByRole('button', { name: 'Propose', exact: true }).click();
  const eyes = region(page, `Two pairs of eyes: ${reference}`);
  await expect(eyes).toContainText('You proposed the release');
  await expect(eyes.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await clean(page);

  await admin.goto(page.url());
  await expect(admin.getByRole('heading', { name: 'Suspicious-transaction reports' })).toHaveCount(0);
  await admin.getByRole('button', { name: `Approve the release of ${reference}` }).click();
  await dialog(admin).getByRole('button', { name: 'Release', exact: true }).click();
  await expect(toast(admin, 'Released')).toContainText(reference);
  // The first person's screen hears of it by itself.
  await expect(eyes).toHaveCount(0);
  await expect(page.locator('.way')).toContainText(`Order released: ${reference}`);
}

/** Writes a report that survives a reload in the middle, checks its file and marks it as filed. */
async function report(page: Page, admin: Page): Promise<void> {
  await page.keyboard.press('r');
  await expect(dialog(page)).toContainText('Due within 15 days');
  await dialog(page).getByRole('button', { name: 'Open the report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Report');
  await expect(bar(page)).toContainText('To file it, it needs');
  await expect(bar(page).getByRole('button', { name: 'Mark as filed' })).toHaveCount(0);
  await clean(page);
  await page.getByLabel('What happened').fill(narrative);
  await page.getByLabel('Listed wallet or person').check();
  await expect(page.locator('.standing')).toHaveText('Saved');
  await page.reload();
  await expect(page.getByLabel('What happened')).toHaveValue(narrative.trim());
  await expect(page.getByLabel('Listed wallet or person')).toBeChecked();

  await admin.goto(page.url());
  await expect(admin.getByText('Reports are for the role compliance alone')).toBeVisible();

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('x');
  await expect(dialog(page)).toContainText('It follows its schema');
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xml$/);
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await page.keyboard.press('m');
  await dialog(page)
    .getByLabel('Reference of the FID')
    .fill(`FID-${crypto.randomUUID().slice(0, 8)}`);
  await dialog(page).getByRole('button', { name: 'Mark as filed' }).click();
  await expect(toast(page, 'Filed')).toBeVisible();
  await expect(page.getByText('Filed on')).toBeVisible();
  await expect(page.getByLabel('What happened')).toHaveCount(0);
  await clean(page);
}

test('an alert is worked to a filed report, with a second person where one is needed', async ({ browser }) => {
  test.setTimeout(240_000);
  const customer = await suspect(browser, 'Bogle');
  const page = await windowOf(browser, 'compliance');
  const admin = await windowOf(browser, 'admin');

  await choose(page, customer);
  await expect(region(page, 'Alert')).toContainText('Why this score');
  await clean(page);
  await page.keyboard.press('t');
  await expect(toast(page, 'Taken')).toBeVisible();
  await expect(region(page, 'Alert')).toContainText('with you');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Case');
  const place = page.url();
  await clean(page);

  await page.keyboard.press('s');
  await expect(toast(page, 'Review started')).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('Called: she says that the wallet is her cousin’s.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.locator('.way')).toContainText('the wallet is her cousin’s');
  await page.locator('#files ~ .field input[type="file"]').setInputFiles(await photo('statement.png'));
  await page.getByRole('button', { name: 'Look at: statement.png' }).click();
  await expect(dialog(page).getByRole('img')).toBeVisible();
  await dialog(page).locator('header').getByRole('button', { name: 'Close' }).click();

  await holdAndRelease(page, admin, customer.reference);
  await report(page, admin);

  await page.goto(place);
  await expect(page.getByRole('link', { name: /^Report \d+$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Wallet on a list', exact: true }).first().click();
  await expect(region(page, 'Alert')).toContainText('Why this score');
  await page.keyboard.press('c');
  await dialog(page).getByLabel('Outcome').selectOption('case_opened');
  await dialog(page).getByRole('button', { name: 'Close the alert' }).click();
  await expect(dialog(page).locator('.err')).toHaveText('Say in a sentence why');
  await dialog(page).getByLabel('Why').fill('The wallet is listed. It goes on in the case.');
  await dialog(page).getByRole('button', { name: 'Close the alert' }).click();
  await expect(toast(page, 'Closed').first()).toBeVisible();

  await page.goto(place);
  await expect(bar(page).getByRole('button', { name: 'Close' })).toBeVisible();
  await page.keyboard.press('c');
  await dialog(page).getByLabel('Outcome').selectOption('suspicion_confirmed');
  await dialog(page).getByLabel('What was found and decided').fill('The wallet is listed, and it was reported.');
  await dialog(page).getByRole('button', { name: 'Close the case' }).click();
  await expect(page.getByText('The suspicion is confirmed').first()).toBeVisible();
  await clean(page);

  for (const command of ['alerts', 'cases', 'reports'])
    expect((await send(customer.page, `compliance/${command}`)).status()).toBe(403);
});

test('a customer is frozen by one person and thawed by two; they read neutral words', async ({ browser }) => {
  const customer = await suspect(browser, 'Garvey');
  const page = await windowOf(browser, 'compliance');
  const admin = await windowOf(browser, 'admin');
  await choose(page, customer);
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Case');
  const place = page.url();
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await clean(page);
  await dialog(page).getByLabel('Why').fill('An authority asks for it');
  await dialog(page).getByRole('button', { name: 'Freeze', exact: true }).click();
  const frozen = region(page, 'Frozen');
  await expect(frozen).toContainText('Frozen by hand');
  await clean(page);

  const wish = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '1000' };
  expect(await ask(customer.page, 'trading/quoteBuy', wish)).toMatchObject({ refusal: { code: 'not_possible' } });

  await frozen.getByRole('button', { name: 'Propose to thaw' }).click();
  await dialog(page).getByLabel('Why it may end').fill('The authority has ended it');
  await dialog(page).getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(frozen.getByRole('button', { name: 'Take back' })).toBeVisible();
  await expect(frozen.getByRole('button', { name: 'Approve: thaw' })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await fits(page);
  await admin.goto(place);
  await admin.getByRole('button', { name: 'Approve: thaw' }).click();
  await dialog(admin).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(region(admin, 'Not frozen')).toContainText('Thawed');
  expect(await ask(customer.page, 'trading/quoteBuy', wish)).toMatchObject({ refusal: null });
});

test('alerts are narrowed, given to a colleague and read on a phone; other roles find nothing', async ({ browser }) => {
  const customer = await suspect(browser, 'Nanny');
  const page = await windowOf(browser, 'compliance');
  await choose(page, customer);
  await page.keyboard.press('g');
  await dialog(page).getByLabel('To').selectOption({ label: 'Adrian Whyte' });
  await dialog(page).getByRole('button', { name: 'Give', exact: true }).click();
  await expect(toast(page, 'Given')).toBeVisible();
  await expect(bar(page)).toContainText('Adrian Whyte works on it');

  await page.keyboard.press('s');
  await dialog(page).getByLabel('Rule').selectOption('wallet');
  await clean(page);
  await dialog(page).getByLabel('Why').fill('Known, and looked at every month.');
  await dialog(page).getByRole('button', { name: 'Keep it quiet' }).click();
  await expect(toast(page, 'Kept quiet')).toBeVisible();
  await page.getByRole('button', { name: 'Let it speak: Wallet' }).click();
  await expect(toast(page, 'Ended')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quiet rules' })).toHaveCount(0);

  await page.getByRole('button', { name: /^Mine/ }).click();
  await expect(page.getByText('No alert matches')).toBeVisible();
  await page.getByRole('button', { name: /^Open/ }).first().click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('name_match');
  await expect(page.getByText('No alert matches')).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('wallet_blocked');
  await expect(rows(page)).toHaveCount(1);

  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${desk}?search=${customer.email}`);
  await rows(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet on a list' })).toBeVisible();
  await fits(page);
  await clean(page);
  await page.getByRole('button', { name: 'Alerts' }).click();
  await expect(rows(page)).toHaveCount(1);
  await fits(page);

  for (const who of ['support', 'finance']) {
    const other = await windowOf(browser, who);
    await other.goto(desk);
    await expect(other.getByText('Your role does not include this.')).toBeVisible();
    await expect(other.getByRole('navigation', { name: 'Desk' })).not.toContainText('Compliance');
  }
});

test('a report loses nothing: not on leaving, not without a line, not when written in two windows', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const customer = await suspect(browser, 'Sharpe');
  const page = await windowOf(browser, 'compliance');
  const { lines } = await ask<{ lines: { id: string; customer: { id: string } }[] }>(page, 'compliance/alerts', {
    search: customer.email,
  });
  const userId = lines[0]?.customer.id;
  const { caseId } = await ask<{ caseId: string }>(page, 'compliance/openCase', { userId, title: 'Two windows' });
  const { reportId } = await ask<{ reportId: string }>(page, 'compliance/openReport', {
    caseId,
    suspicionFormedOn: '2026-01-05',
  });
  const story = (from: Page) => from.getByLabel('What happened');

  // Leaving in the middle of a sentence.
  await page.goto(`${desk}/reports/${reportId}`);
  await expect(page.locator('.age.late')).toContainText('days late');
  await story(page).fill('He came on Monday');
  await page.getByRole('link', { name: /^Case \d/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Two windows');
  await page.goBack();
  await expect(story(page)).toHaveValue('He came on Monday');
  await expect(page.locator('.standing')).toHaveText('Saved');

  // Without a line it is tried again; when another window saved meanwhile, both texts stand.
  const other = await windowOf(browser, 'compliance');
  await other.goto(page.url());
  await expect(story(other)).toHaveValue('He came on Monday');
  await other.context().setOffline(true);
  await story(other).fill('He came on Tuesday');
  await expect(other.locator('.standing')).toContainText('Not saved, trying again');
  await story(page).fill('He came on Wednesday');
  await expect(page.locator('.standing')).toHaveText('Saved');
  await other.context().setOffline(false);
  await expect(other.getByText('Somebody else saved this draft meanwhile.')).toBeVisible({ timeout: 30_000 });
  await expect(other.locator('.theirs')).toHaveText('He came on Wednesday');
  await expect(story(other)).toHaveValue('He came on Tuesday');
  await clean(other);
  await other.getByRole('button', { name: 'Save mine' }).click();
  await expect(other.locator('.standing')).toHaveText('Saved');
  // The first window had nothing unsaved, so it simply follows.
  await expect(story(page)).toHaveValue('He came on Tuesday');
});
