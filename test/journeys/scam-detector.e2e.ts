import { expect, type Page } from '@playwright/test';
import { createDocx, getDocxParts, packZip } from '../files/word.ts';
import { type Steps, story, test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import {
  expectGoodLayout,
  expectToast,
  fits,
  newCustomer,
  openCustomerWindow,
  openWindow,
  password,
  toast,
} from './scene.ts';

const text = (name: string, bytes: Buffer | string = 'They wrote: double it in a week.') => ({
  name,
  mimeType: name.endsWith('.txt') ? 'text/plain' : 'application/octet-stream',
  buffer: Buffer.from(bytes),
});
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click();
const submissions = (page: Page) => page.getByRole('region', { name: 'My Submissions' });

async function completeReport(email: string): Promise<void> {
  const database = await connectAsOwner();
  await database.query(
    `with staff as (select id from auth."user" where email = 'support@demo.test'),
     file as (insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id)
       select id, 'scam-report', 'x/' || gen_random_uuid(), 'report.pdf', 'application/pdf', 1, 'x', 'x' from staff
       returning id)
   update scam_reports set status = 'completed', decided_by = staff.id, decided_at = now(), report_file = file.id
     from staff, file where scam_reports.user_id = (select id from profiles where email = $1)`,
    [email],
  );
  await database.end();
}

const scamDetectorSteps: Steps = {
  'a signed-out visitor is sent to sign in with the reason, and returns with the draft': async ({ browser }) => {
    const page = await openWindow(browser);
    const email = await newCustomer(page);
    await page.context().clearCookies();
    await page.goto('/scam-detector');
    await expect(toast(page, 'Sign in to submit and receive your report.')).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/\/scam-detector$/);
    await expect(page.getByText('Nothing submitted yet')).toBeVisible();
    await expectGoodLayout(page);

    // The session ends while the customer types.
    await field(page, 'Name').fill('Quick Profit');
    await field(page, 'Description').fill('They promised to double it.');
    await page.context().clearCookies();
    await submit(page);
    await expect(toast(page, 'Sign in to submit and receive your report.')).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(field(page, 'Name')).toHaveValue('Quick Profit');
    await expect(field(page, 'Description')).toHaveValue('They promised to double it.');
    await submit(page);
    await expectToast(page, 'Submitted', 'Thanks! Our team will review and upload your report.');
  },

  'typed text is looked up, its indicators are filled in, and corrections stay': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Grant');
    await page.goto('/scam-detector');
    await expect(page.getByText("We'll look it up as you type")).toBeVisible();
    await field(page, 'Name').fill('Quick Profit');
    await page.getByLabel(/^Website ?Optional/).fill('https://cryptocomerce.com/login');
    const message =
      'Kim on Telegram @crypto_kim, WhatsApp 876 555 1234. Pay bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj, see quick-profit.com';
    await field(page, 'Description').fill(message);
    const panel = page.getByRole('region', { name: 'What we know so far' });
    await expect(panel.getByText("Looks like us, but isn't")).toBeVisible();
    await expect(panel.getByText('On a public sanctions list')).toBeVisible();
    await expect(panel.getByText("That doesn't mean it's safe", { exact: false })).toBeVisible();
    await expect(panel).toContainText('quick-profit.com');
    await expect(field(page, 'Phone number')).toHaveValue('+18765551234');
    await expect(field(page, 'Account or page')).toHaveValue('crypto_kim');
    await expectGoodLayout(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await fits(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    // Removed indicators are not found again, and corrections stay.
    await page.getByRole('button', { name: 'Remove Phone number +18765551234' }).click();
    await field(page, 'Account or page').fill('kim_brown');
    await field(page, 'Description').fill(`${message} today`);
    await expect(field(page, 'Account or page')).toHaveValue('kim_brown');
    await expect(field(page, 'Phone number')).toHaveCount(0);

    // The draft is stored on the server.
    await page.waitForTimeout(2_000);
    await page.reload();
    await expect(page.getByText('We saved your draft on')).toBeVisible();
    await expect(field(page, 'Account or page')).toHaveValue('kim_brown');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(field(page, 'Name')).toHaveValue('');
  },

  'a report needs details, refuses unfit evidence, and is listed until it is answered': async ({ browser }) => {
    const { page, email } = await openCustomerWindow(browser, 'Campbell');
    await page.goto('/scam-detector');
    await field(page, 'Name').fill('   ');
    await submit(page);
    await expectToast(page, 'Missing details', 'Name and description are required.');
    await expect(page.getByText('Name and description are required.').first()).toBeVisible();
    await field(page, 'Name').fill('Quick Profit Ltd');
    await field(page, 'Description').fill('They doubled it, they said.');
    await expect(page.getByText('Images, PDF, DOC/DOCX, TXT. Max 10MB per file.')).toBeVisible();

    // Of four files, one has a wrong type and one is too large. The first valid file is sent.
    const large = { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') };
    await page
      .getByLabel('Evidence')
      .setInputFiles([text('tool.exe', 'MZ'), large, text('chat.txt'), text('other.txt')]);
    await expectToast(page, 'Unsupported file', 'Max 10MB and accepted types only.');
    await expect(page.getByText('chat.txt')).toBeVisible();
    await expect(page.getByText('other.txt')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove file' }).click();
    const macros = packZip(getDocxParts({ 'word/vbaProject.bin': 'x' }));
    await page.getByLabel('Evidence').setInputFiles([{ name: 'm.docx', mimeType: word, buffer: macros }]);
    await expectToast(
      page,
      'Invalid file',
      'This document contains macros, embedded files or links to remote content.',
    );
    await page.getByLabel('Evidence').setInputFiles([{ name: 'a.docx', mimeType: word, buffer: createDocx() }]);
    await expect(page.getByText(/^Uploaded/)).toBeVisible();

    // After a lost answer, sending again does not create a second report.
    await page.route('**/api/rpc/scamReports/submit', (route) => route.abort());
    await submit(page);
    await expectToast(page, 'Error', 'Failed to submit. Try again.');
    await page.unroute('**/api/rpc/scamReports/submit');
    await submit(page);
    await expectToast(page, 'Submitted', 'Thanks! Our team will review and upload your report.');
    await expect(submissions(page).getByRole('listitem')).toHaveCount(1);
    await expect(submissions(page)).toContainText('Quick Profit Ltd');
    await expect(submissions(page).getByText('Submitted', { exact: true })).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('');
    await expectGoodLayout(page);

    const download = page.waitForEvent('download');
    await submissions(page).getByRole('button', { name: 'Evidence for Quick Profit Ltd' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.docx$/);
    await page.route('**/api/rpc/documents/link', (route) => route.abort());
    await submissions(page).getByRole('button', { name: 'Evidence for Quick Profit Ltd' }).click();
    await expect(toast(page, 'Could not load evidence link')).toBeVisible();

    // A completed report has a download instead of a status.
    await completeReport(email);
    await page.reload();
    await expect(submissions(page).getByText('Completed')).toHaveCount(0);
    await submissions(page).getByRole('button', { name: 'Download the report on Quick Profit Ltd' }).click();
    await expect(toast(page, 'Could not load report link')).toBeVisible();
    await expectGoodLayout(page);
    await page.route('**/api/rpc/scamReports/own', (route) => route.abort());
    await page.reload();
    await expect(submissions(page).getByText("We couldn't load your submissions.")).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Scam detector' }).click();
    await expect(page).toHaveURL(/\/scam-detector$/);
  },
};

test('the scam detector', story(scamDetectorSteps));
