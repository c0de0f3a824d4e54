import { type Browser, expect, type Page } from '@playwright/test';
import { parts, rubric } from '../../src/features/launches/rubric.ts';
import { docx, packedZip, paperParts } from '../files/word.ts';
import { test } from './journey.ts';
import {
  ask,
  clean,
  customerIn,
  dialog,
  fits,
  hearsByNight,
  looksRight,
  mailedLink,
  region,
  toast,
  told,
  windowOf,
} from './scene.ts';

/** A coin launch: handed in on a phone, asked about, marked and decided at a desk, read by its founder. */

const kind = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const paper = (name: string, buffer: Buffer, mimeType = kind) => ({ name, mimeType, buffer });
const macros = packedZip(paperParts({ 'word/vbaProject.bin': 'x' }));
const question = 'Who holds the first million coins?';
const answer = 'The cooperative, for two years.';

const choose = (page: Page, file: ReturnType<typeof paper>) => page.getByLabel('Whitepaper').setInputFiles(file);
const sendIt = (page: Page) => page.getByRole('button', { name: 'Submit for review' }).click();

async function onPhone(browser: Browser, lastName: string): Promise<{ email: string; page: Page }> {
  const founder = await customerIn(browser, lastName);
  await hearsByNight(founder.page);
  await founder.page.setViewportSize({ width: 360, height: 780 });
  return founder;
}

/** Each rule is told in its documented words, and what is no whitepaper is refused by what is in it. */
async function learnsTheRules(page: Page): Promise<void> {
  await page.goto('/launch');
  await expect(page.getByText('Nothing handed in yet')).toBeVisible();
  await looksRight(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByLabel('Community links').fill('http://iriecoin.example');
  await sendIt(page);
  for (const words of ['Coin name is required', 'Please describe your idea', 'Whitepaper is required'])
    await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText('Link 1 must be a whole address that begins with https://')).toBeVisible();
  await fits(page);
  await clean(page);

  await choose(page, paper('paper.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf'));
  await told(page, 'Invalid file', 'Accepted: Word documents (.doc or .docx). Max 10MB.');
  await choose(page, paper('paper.docx', Buffer.from('no document at all')));
  await told(page, 'Invalid file', 'Accepted: Word documents (.doc or .docx). Max 10MB.');
  await choose(page, paper('paper.docx', macros));
  await told(page, 'Invalid file', 'This document holds macros');
  await choose(page, paper('paper.docx', Buffer.alloc(10 * 1024 * 1024 + 1)));
  await told(page, 'Invalid file', 'Max 10MB.');
  await page.route('**/api/files?*', (route) =>
    route.fulfill({
      status: 422,
      json: { title: 'Upload Failed', text: 'The file could not be stored at the moment.' },
    }),
  );
  await choose(page, paper('paper.docx', docx()));
  await told(page, 'Upload failed', 'could not be stored');
  await page.unroute('**/api/files?*');
}

/** Writes it in two sittings: what was typed and uploaded is there after the page was loaded anew. */
async function handsIn(page: Page, coin: string): Promise<void> {
  await page.getByLabel('Coin name').fill(coin);
  await page.getByLabel('Idea').fill('Farmers are paid on the day they deliver.');
  await page.getByLabel('Community links').fill('https://iriecoin.example\n\n https://t.example/irie ');
  await choose(page, paper('Irie paper.docx', docx(`${coin}, a paper.`)));
  await expect(page.getByText('Irie paper.docx')).toBeVisible();
  const kept = page.waitForResponse((response) => response.url().includes('launches/keepDraft') && response.ok());
  await page.getByLabel('Idea').fill('Farmers are paid on the day they deliver. Not a week later.');
  await kept;
  await page.reload();
  await expect(page.getByText('We kept what you typed on')).toBeVisible();
  await expect(page.getByLabel('Coin name')).toHaveValue(coin);
  await expect(page.getByText('Irie paper.docx')).toBeVisible();
  await fits(page);
  await clean(page);
  await page.route('**/api/rpc/launches/submit', (route) => route.fulfill({ status: 400, body: '{}' }));
  await sendIt(page);
  await expect(toast(page, 'Could not submit').first()).toBeVisible();
  await page.unroute('**/api/rpc/launches/submit');
  await sendIt(page);
  await told(page, 'Success', 'Your project has been sent for review.');
  const own = region(page, coin);
  await expect(own).toContainText('Being reviewed');
  await expect(page.getByLabel('Coin name')).toHaveValue('');
  await own.getByText('What you handed in').click();
  await expect(own).toContainText('https://t.example/irie');
  await looksRight(page);
}

async function opens(desk: Page, coin: string): Promise<void> {
  await desk.goto('/admin/launches');
  await expect(desk.getByRole('link', { name: coin })).toBeVisible();
  await looksRight(desk);
  await desk.setViewportSize({ width: 1280, height: 900 });
  await desk.getByLabel('Search launches').fill(coin);
  await expect(desk).toHaveURL(/search=/);
  await desk.getByRole('link', { name: coin }).click();
  await expect(desk.getByRole('heading', { name: coin })).toBeVisible();
}

/** Support reads and asks; it judges nothing. */
async function asks(desk: Page, coin: string): Promise<void> {
  await opens(desk, coin);
  await expect(desk.getByText('Nothing is listed for trade by what is decided here.')).toBeVisible();
  await expect(desk.getByRole('button', { name: /^Declare/ })).toHaveCount(0);
  await looksRight(desk);
  await desk.setViewportSize({ width: 1280, height: 900 });
  const saved = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Save Irie paper.docx' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.docx$/);
  await desk.getByRole('button', { name: /Ask the founder/ }).click();
  await dialog(desk).getByLabel('Question').fill('Who?');
  await dialog(desk).getByRole('button', { name: 'Ask' }).click();
  await expect(dialog(desk).getByText('Ask in a whole sentence')).toBeVisible();
  await looksRight(desk);
  await desk.setViewportSize({ width: 1280, height: 900 });
  await dialog(desk).getByLabel('Question').fill(question);
  await dialog(desk).getByRole('button', { name: 'Ask' }).click();
  await told(desk, 'Asked', 'The founder is written to.');
  await expect(desk.getByText('Waiting for the founder')).toBeVisible();
}

/** The page of the founder says so by itself, and the letter leads there. */
async function answers(page: Page, email: string, coin: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(region(page, coin)).toContainText('Waits for you');
  await page.goto(await mailedLink(page, email, '/launch'));
  await expect(region(page, coin)).toContainText(question);
  await region(page, coin).getByLabel('Your answer').fill('?');
  await region(page, coin).getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Please write your answer')).toBeVisible();
  await looksRight(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await region(page, coin).getByLabel('Your answer').fill(answer);
  await region(page, coin).getByRole('button', { name: 'Send answer' }).click();
  await told(page, 'Answered', 'Your answer is with us.');
}

async function declares(desk: Page): Promise<void> {
  await expect(desk.getByText('Say first whether you have an interest')).toBeVisible();
  await expect(desk.getByRole('button', { name: /^Mark/ })).toHaveCount(0);
  await desk.getByRole('button', { name: /^Declare/ }).click();
  await dialog(desk).getByRole('button', { name: 'Write it down' }).click();
  await expect(dialog(desk).getByText('Choose one')).toBeVisible();
  await looksRight(desk);
  await desk.setViewportSize({ width: 1280, height: 900 });
  await dialog(desk).getByLabel('None').check();
  await dialog(desk).getByRole('button', { name: 'Write it down' }).click();
  await told(desk, 'Written down', 'It stands beside this project');
}

async function marksAndDecides(desk: Page): Promise<void> {
  await expect(desk.getByText('It is decided once all five parts are marked.')).toBeVisible();
  await expect(desk.getByRole('button', { name: /^Decide/ })).toHaveCount(0);
  for (const part of parts) {
    await desk.getByRole('button', { name: /^Mark/ }).click();
    await expect(dialog(desk).getByLabel('Part')).toHaveValue(part);
    if (part === 'team') await looksRight(desk);
    await desk.setViewportSize({ width: 1280, height: 900 });
    await dialog(desk).getByLabel('Sufficient').check();
    await dialog(desk).getByLabel('Why').fill('It says so on page 3.');
    await dialog(desk).getByRole('button', { name: 'Mark' }).click();
    await told(desk, 'Marked', `${rubric[part].name}: 3 of 5.`);
    await expect(dialog(desk)).toHaveCount(0);
  }
  await desk.getByRole('button', { name: /^Decide/ }).click();
  await dialog(desk).getByLabel('Not enough').check();
  await dialog(desk).getByRole('button', { name: 'Decide' }).click();
  await expect(dialog(desk).getByText('Choose a reason')).toBeVisible();
  await dialog(desk).getByLabel('Reason').selectOption('figures_missing');
  await expect(dialog(desk).getByText('The founder reads: We miss the figures')).toBeVisible();
  await dialog(desk).getByLabel('Note').fill('Pages 3 and 7 differ.');
  await looksRight(desk);
  await desk.setViewportSize({ width: 1280, height: 900 });
  await dialog(desk).getByRole('button', { name: 'Decide' }).click();
  await told(desk, 'Decided', 'Nothing is listed for trade by it.');
  await expect(region(desk, 'Decision')).toContainText('Pages 3 and 7 differ.');
  await looksRight(desk);
}

test('handed in on a phone, asked about, answered, marked, decided, and read', async ({ browser }) => {
  test.slow();
  const coin = `Irie ${crypto.randomUUID().slice(0, 8)}`;
  const { email, page } = await onPhone(browser, 'Reid');
  await learnsTheRules(page);
  await handsIn(page, coin);

  const support = await windowOf(browser, 'support');
  await asks(support, coin);
  await answers(page, email, coin);

  // Somebody who has an interest says so, and judges nothing.
  const admin = await windowOf(browser, 'admin');
  await opens(admin, coin);
  await admin.getByRole('button', { name: /^Declare/ }).click();
  await dialog(admin).getByLabel('I have one').check();
  await dialog(admin).getByRole('button', { name: 'Write it down' }).click();
  await expect(dialog(admin).getByText('Say in a sentence what your interest is')).toBeVisible();
  await dialog(admin).getByLabel('In your words').fill('My brother works for this founder.');
  await dialog(admin).getByRole('button', { name: 'Write it down' }).click();
  await expect(admin.getByText('You declared an interest in this project.')).toBeVisible();
  await expect(admin.getByRole('button', { name: /^Mark/ })).toHaveCount(0);

  const judge = await windowOf(browser, 'compliance');
  await opens(judge, coin);
  await expect(judge.getByText(answer)).toBeVisible();
  await expect(judge.getByText('My brother works for this founder.')).toBeVisible();
  await declares(judge);
  await marksAndDecides(judge);
  await judge.setViewportSize({ width: 1280, height: 900 });
  await judge.goto('/admin/launches?view=decided');
  await expect(judge.getByText('Decided so far')).toBeVisible();
  await looksRight(judge);

  await expect(region(page, coin)).toContainText('Not enough yet');
  await expect(region(page, coin)).toContainText('We miss the figures');
  await expect(page.getByText('My brother')).toHaveCount(0);
  await expect(page.getByText('Pages 3 and 7')).toHaveCount(0);
  await looksRight(page);
});

test('one is withdrawn; a fourth is told why not; signed out one is asked to log in', async ({ browser }) => {
  test.slow();
  const { page } = await onPhone(browser, 'Grant');
  const upload = await page.request.put('/api/files?purpose=launch-whitepaper', {
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'paper.docx' },
    data: docx('One paper.'),
  });
  const { id: whitepaper } = await upload.json();
  for (const coinName of ['Coin One', 'Coin Two', 'Coin Three'])
    await ask(page, 'launches/submit', {
      ...{ key: crypto.randomUUID(), coinName, idea: 'What it is for.', communityLinks: '', whitepaper },
    });
  await page.goto('/launch');
  await page.getByLabel('Coin name').fill('Coin Four');
  await page.getByLabel('Idea').fill('What it is for, at length.');
  await choose(page, paper('paper.docx', docx('Another.')));
  await expect(page.getByText('Uploaded', { exact: false })).toBeVisible();
  await sendIt(page);
  await told(page, 'Could not submit', 'Three projects of yours are with us already.');
  await page.getByRole('button', { name: 'Withdraw Coin Two' }).click();
  await looksRight(page);
  await dialog(page).getByRole('button', { name: 'Withdraw', exact: true }).click();
  await told(page, 'Withdrawn', 'Your project is taken back.');
  await expect(region(page, 'Coin Two')).toContainText('You took it back.');
  await sendIt(page);
  await told(page, 'Could not submit', 'You have sent three projects within a day.');

  await page.context().clearCookies();
  await page.goto('/launch');
  await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('whoever is not of those roles reads of no launch; the menu leads to the form', async ({ browser }) => {
  const finance = await windowOf(browser, 'finance');
  await finance.goto('/admin/launches');
  await expect(finance.getByText('Compliance, support or admin read it.')).toBeVisible();
  const { page } = await onPhone(browser, 'Menu');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Launch a coin' }).click();
  await expect(page.getByRole('heading', { name: 'Launch a coin' })).toBeVisible();
});
