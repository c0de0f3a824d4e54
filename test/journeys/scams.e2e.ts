import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { dialog, expectGoodLayout, expectToast, openCustomerWindow, openWindow, openWindowFor } from './scene.ts';

const site = `quick-profit-${Date.now()}.com`;
const name = `Quick Profit ${Date.now()}`;

async function submitReport(page: Page): Promise<void> {
  await page.goto('/scam-detector');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel(/^Website ?Optional/).fill(`https://${site}/join`);
  await page.getByLabel('Description', { exact: true }).fill('They promised to double it.');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expectToast(page, 'Submitted', 'Thanks! Our team will review and upload your report.');
}

async function judgeCase(desk: Page): Promise<void> {
  await desk.goto('/admin/scams');
  await desk.getByLabel('Search by indicator').fill(site);
  await expect(desk.getByRole('link', { name })).toBeVisible();
  await expectGoodLayout(desk);
  await desk.getByRole('link', { name }).click();
  // A phone shows only the main action.
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('button', { name: 'Start review' }).click();
  await expectToast(desk, 'In review', "The reporters can see that we're reviewing it.");
  await desk.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(dialog(desk).getByLabel('Verdict', { exact: true })).toBeVisible();
  for (const check of await dialog(desk).locator('fieldset').all()) await check.getByRole('radio').first().check();
  await dialog(desk).getByLabel('Verdict', { exact: true }).selectOption({ label: 'Likely a scam' });
  await dialog(desk).getByLabel('Reason').selectOption('promised_returns');
  await dialog(desk).getByLabel('Basis for the verdict').fill('The page promises to double coins.');
  await expectGoodLayout(desk);
  await dialog(desk).getByRole('button', { name: 'Judge' }).click();
  await expectToast(desk, 'Verdict saved', 'You can now answer the reports in this case.');
}

async function completeReport(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: `Complete: ${name}` }).click();
  await dialog(desk).getByRole('button', { name: 'Generate a PDF' }).click();
  await expectToast(desk, 'Report file generated', 'Check it before you send it.');
  await expectGoodLayout(desk);
  await dialog(desk).getByRole('button', { name: 'Send report' }).click();
  await expectToast(desk, 'Completed', 'The reporter gets an email and can download the report.');
}

async function proposeWarning(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Propose a warning' }).click();
  await dialog(desk).getByLabel(`Website: ${site}`).check();
  await dialog(desk).getByLabel('Summary').fill('These scammers promise to double coins.');
  await dialog(desk).getByRole('button', { name: 'Propose' }).click();
  await expect(desk.getByText('a warning is our judgement, not a conviction', { exact: false })).toBeVisible();
  await dialog(desk).getByLabel('Summary').fill('We judge it likely a scam: it promises to double coins.');
  await expectGoodLayout(desk);
  await dialog(desk).getByRole('button', { name: 'Propose' }).click();
  await expectToast(desk, 'Proposed', 'The warning goes live once a colleague approves this text.');
  await expectGoodLayout(desk);
}

async function expectWarningWithoutScript(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByText(site)).toBeVisible();
  await page.getByRole('link', { name: 'All warnings' }).click();
  await page.getByLabel('Search').fill(site);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await context.close();
}

async function appealWarning(visitor: Page): Promise<void> {
  await visitor.getByRole('button', { name: 'Tell us why' }).click();
  await visitor.getByLabel('Your name').fill('Ina Brown');
  await visitor.getByLabel('Your email').fill('ina@journey.test');
  await visitor.getByLabel('Why the warning is wrong').fill('This is our own shop, and it pays everybody.');
  await expectGoodLayout(visitor);
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText("We'll reply by email.", { exact: false })).toBeVisible();
}

test('a report is judged and published by two people, and the public warning ends when it is withdrawn', async ({
  browser,
}) => {
  const { page } = await openCustomerWindow(browser, 'Grant');
  await submitReport(page);
  const desk = await openWindowFor(browser, 'compliance');
  await judgeCase(desk);
  await completeReport(desk);
  await proposeWarning(desk);

  await page.reload();
  await expect(page.getByRole('region', { name: 'My Submissions' }).getByText('Download')).toBeVisible();

  const second = await openWindowFor(browser, 'admin');
  await second.goto(desk.url());
  await second.getByRole('button', { name: 'Approve' }).click();
  await dialog(second).getByRole('button', { name: 'Publish' }).click();
  await expectToast(second, 'Published', 'The warning is now public.');

  await second.goto('/scam-detector');
  await second.getByRole('link', { name: 'All submissions' }).click();
  await expect(second.locator('.q tbody tr').filter({ hasText: name })).toContainText('Completed');
  await expectGoodLayout(second);

  const appellant = await openWindow(browser);
  for (const [visitor, path] of [
    [appellant, '/scams'],
    [second, '/scam-detector'],
  ] as const) {
    await visitor.goto(`${path}?search=https://${site}/join`);
    await expect(visitor.getByText('Two of our team reviewed it and advise against paying.')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Read the warning' })).toBeVisible();
    await visitor.getByLabel('Search', { exact: true }).fill(name.toUpperCase());
    await expect(visitor.getByRole('link', { name })).toBeVisible();
    await expectGoodLayout(visitor);
  }
  await appellant.goto(`/scams?search=${site}`);
  await expect(appellant.getByText('Likely a scam. One person reported this.')).toBeVisible();
  await expectGoodLayout(appellant);
  await appellant.getByRole('link', { name }).click();
  await expect(appellant.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(appellant.getByText(site)).toBeVisible();
  await expect(appellant.getByText("It's a warning, not a conviction.", { exact: false })).toBeVisible();
  await expectGoodLayout(appellant);
  const address = appellant.url();
  await appellant.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await appellant.getByRole('button', { name: `Copy link to ${name}` }).click();
  await expect(appellant.getByText(`Copied link to ${name}`)).toBeAttached();
  expect(await appellant.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expectWarningWithoutScript(browser, address);
  await appealWarning(appellant);
  await second.goto('/admin/scams/appeals');
  await expect(second.getByText('so a colleague has to answer', { exact: false })).toBeVisible();
  await expectGoodLayout(second);
  await second.goto(desk.url());

  await second.getByRole('button', { name: 'Withdraw warning' }).click();
  await dialog(second).getByLabel('Reason').selectOption('new_facts');
  await dialog(second).getByRole('button', { name: 'Withdraw' }).click();
  await expectToast(second, 'Withdrawn', 'The warning is no longer public.');
  await appellant.goto(address);
  await expect(appellant.getByText('We withdrew this warning on', { exact: false })).toBeVisible();
  await appellant.goto(`/scams?search=${site}`);
  await expect(appellant.getByText('No warnings found')).toBeVisible();
});
