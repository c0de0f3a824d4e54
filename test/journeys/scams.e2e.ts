import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { customerIn, dialog, looksRight, ownWindow, told, windowOf } from './scene.ts';

/** What somebody reports is judged, published by two, read by a stranger, answered, and withdrawn. */

const site = `quick-profit-${Date.now()}.com`;
const name = `Quick Profit ${Date.now()}`;

async function reports(page: Page): Promise<void> {
  await page.goto('/scam-detector');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel(/^Website ?Optional/).fill(`https://${site}/join`);
  await page.getByLabel('Description', { exact: true }).fill('They promised to double it.');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await told(page, 'Submitted', 'Thanks! Our team will review and upload your report.');
}

async function judges(desk: Page): Promise<void> {
  await desk.goto('/admin/scams');
  await desk.getByLabel('Search by what is named').fill(site);
  await expect(desk.getByRole('link', { name })).toBeVisible();
  await looksRight(desk);
  await desk.getByRole('link', { name }).click();
  // On a phone the act that moves it on stands alone.
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('button', { name: 'Start review' }).click();
  await told(desk, 'In review', 'Whoever reported sees that we look at it.');
  await desk.getByRole('button', { name: 'Judge', exact: true }).click();
  for (const check of await dialog(desk).locator('fieldset').all()) await check.getByRole('radio').first().check();
  await dialog(desk).getByLabel('Verdict').selectOption({ label: 'Judged likely a scam' });
  await dialog(desk).getByLabel('Reason').selectOption('promised_returns');
  await dialog(desk).getByLabel('What it stands on').fill('The page promises to double coins.');
  await looksRight(desk);
  await dialog(desk).getByRole('button', { name: 'Judge' }).click();
  await told(desk, 'Judged', 'The reports of this matter can be answered now.');
}

async function answers(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: `Complete: ${name}` }).click();
  await dialog(desk).getByRole('button', { name: 'Make it from the facts' }).click();
  await told(desk, 'Report file made', 'Look at it before you send it.');
  await looksRight(desk);
  await dialog(desk).getByRole('button', { name: 'Send it' }).click();
  await told(desk, 'Completed', 'Whoever reported can download the report, and is written to.');
}

async function proposes(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Propose to publish' }).click();
  await dialog(desk).getByLabel(`Website: ${site}`).check();
  await dialog(desk).getByLabel('Summary').fill('These scammers promise to double coins.');
  await dialog(desk).getByRole('button', { name: 'Propose' }).click();
  await expect(desk.getByText('nobody was convicted of anything here', { exact: false })).toBeVisible();
  await dialog(desk).getByLabel('Summary').fill('We judge it likely that it pays nobody: it promises to double coins.');
  await looksRight(desk);
  await dialog(desk).getByRole('button', { name: 'Propose' }).click();
  await told(desk, 'Proposed', 'It is published once somebody else agrees to these very words.');
  await looksRight(desk);
}

async function readsWithoutScript(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByText(site)).toBeVisible();
  await page.getByRole('link', { name: 'All warnings' }).click();
  await page.getByLabel('Search').fill(site);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await context.close();
}

/** Whoever is named says why it is wrong, without an account. */
async function appeals(stranger: Page): Promise<void> {
  await stranger.getByRole('button', { name: 'Say why it is wrong' }).click();
  await stranger.getByLabel('Your name').fill('Ina Brown');
  await stranger.getByLabel('Your email').fill('ina@journey.test');
  await stranger.getByLabel('Why it is wrong').fill('This is our own shop, and it pays everybody.');
  await looksRight(stranger);
  await stranger.getByRole('button', { name: 'Send' }).click();
  await expect(stranger.getByText('We read it and answer you by mail.', { exact: false })).toBeVisible();
}

test('a report is judged, answered and published by two, and a stranger reads it until it is withdrawn', async ({
  browser,
}) => {
  const { page } = await customerIn(browser, 'Grant');
  await reports(page);
  const desk = await windowOf(browser, 'compliance');
  await judges(desk);
  await answers(desk);
  await proposes(desk);

  await page.reload();
  await expect(page.getByRole('region', { name: 'My Submissions' }).getByText('Download')).toBeVisible();

  const second = await windowOf(browser, 'admin');
  await second.goto(desk.url());
  await second.getByRole('button', { name: 'Approve' }).click();
  await dialog(second).getByRole('button', { name: 'Publish' }).click();
  await told(second, 'Published', 'Everybody can read the warning now.');

  const stranger = await ownWindow(browser);
  await stranger.goto(`/scams?search=${site}`);
  await expect(stranger.getByText('Judged likely a scam. One person reported it.')).toBeVisible();
  await looksRight(stranger);
  await stranger.getByRole('link', { name }).click();
  // The list names the same things with the same caution.
  await expect(stranger.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(stranger.getByText(site)).toBeVisible();
  await expect(stranger.getByText('Nobody was convicted of anything by it.', { exact: false })).toBeVisible();
  await looksRight(stranger);
  const address = stranger.url();
  await readsWithoutScript(browser, address);
  await appeals(stranger);
  await second.goto('/admin/scams/appeals');
  await expect(second.getByText('Somebody else answers.', { exact: false })).toBeVisible();
  await looksRight(second);
  await second.goto(desk.url());

  await second.getByRole('button', { name: 'Withdraw the warning' }).click();
  await dialog(second).getByLabel('Reason').selectOption('new_facts');
  await dialog(second).getByRole('button', { name: 'Withdraw' }).click();
  await told(second, 'Withdrawn', 'Nobody reads the warning any more.');
  await stranger.goto(address);
  await expect(stranger.getByText('This warning was withdrawn on', { exact: false })).toBeVisible();
  await stranger.goto(`/scams?search=${site}`);
  await expect(stranger.getByText('Nothing is published about this')).toBeVisible();
});
