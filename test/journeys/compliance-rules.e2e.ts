import { type Browser, expect, type Page } from '@playwright/test';
import { demoListedPerson } from '../../fakes/screening/demo-list.ts';
import { test } from './journey.ts';
import {
  ask,
  clean,
  customerIn,
  dialog,
  fits,
  mailedLink,
  newAddress,
  password,
  placedBuy,
  send,
  toast,
  windowOf,
} from './scene.ts';

const desk = '/admin/aml-compliance';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rule = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** Drafts a change by hand: orders of this many J$ and more are stopped, and the night counts nothing. */
async function draft(page: Page, title: string, amount: string): Promise<void> {
  await page.goto(`${desk}/rules`);
  await expect(page.getByRole('rowheader', { name: 'Large amount' })).toBeVisible();
  await clean(page);
  await page.getByRole('link', { name: 'Draft a change' }).click();
  await page.getByLabel('What changes, in a few words').fill(title);
  await rule(page, 'Large amount').getByLabel('Above').fill('much');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(rule(page, 'Large amount').locator('.err')).toHaveText('A number such as 175,000 or 10');
  await expect(rule(page, 'Large amount').getByLabel('Above')).toBeFocused();
  await rule(page, 'Large amount').getByLabel('Above').fill(amount);
  await expect(rule(page, 'Large amount')).toContainText('It still names the old figure.');
  await rule(page, 'Large amount').getByLabel('Points').fill('95');
  await rule(page, 'Large amount').getByLabel('Staff read').fill(`The order reaches J$${amount}.`);
  await rule(page, 'Night').getByLabel('Night counts').uncheck();
  const change = page.getByRole('complementary');
  await expect(change.getByRole('row', { name: /Large amount, points/ })).toContainText('+95');
  await expect(change.getByRole('row', { name: /Night, points/ })).toContainText('none');
}

test('a draft is tried over past orders, proposed, and put in force by a second person', async ({ browser }) => {
  test.setTimeout(180_000);
  const customer = await customerIn(browser, 'Tulloch');
  const { reference } = await placedBuy(customer.page, '1778');
  await placedBuy(customer.page, '1010');
  const first = await windowOf(browser, 'compliance');
  const second = await windowOf(browser, 'admin');

  await draft(first, 'Stop from J$1,777', '1,777');
  await first.getByRole('button', { name: 'Try it over past orders' }).click();
  const tried = first.getByRole('region', { name: 'Over past orders' });
  await expect(tried).toContainText(/Would have stopped \d+ of \d+;/);
  const line = tried.getByRole('row', { name: new RegExp(reference) });
  await expect(line).toContainText('Stopped now');
  await expect(line.getByRole('link', { name: reference })).toHaveAttribute('href', /\/admin\/orders\//);
  await expect(first).toHaveURL(/draft=[0-9a-f-]{36}/);
  await clean(first);

  // What was tried is kept: it stands after a reload. Proposed is something milder, for the sake of other journeys.
  await first.reload();
  await expect(rule(first, 'Large amount').getByLabel('Above')).toHaveValue('1,777');
  await rule(first, 'Large amount').getByLabel('Points').fill('1');
  await first.getByRole('button', { name: 'Propose' }).click();
  await expect(toast(first, 'Proposed')).toBeVisible();
  const proposal = first.getByRole('region', { name: 'Proposed: Stop from J$1,777' });
  await expect(proposal).toContainText('You proposed this');
  await expect(proposal.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await clean(first);
  const { proposal: open } = await ask<{ proposal: { proposalId: string } }>(first, 'risk/ruleSets');
  const own = await send(first, 'risk/decide', { proposalId: open.proposalId, decision: 'approve' });
  expect(own.status()).toBe(403);

  await second.goto(`${desk}/rules`);
  const waiting = second.getByRole('region', { name: 'Proposed: Stop from J$1,777' });
  await expect(waiting).toContainText('Conrad Lewis proposed this');
  await expect(waiting.getByRole('row', { name: /Large amount, counts/ })).toContainText('above J$1,777');
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(second)).toContainText('Every order from now on is judged by it.');
  await clean(second);
  await dialog(second).getByRole('button', { name: 'Put in force' }).click();
  await expect(toast(second, 'In force')).toBeVisible();
  await expect(second.getByRole('row', { name: /^Large amount This order/ })).toContainText('above J$1,777');
  // The first person's screen hears of it by itself.
  await expect(first.getByText('Stop from J$1,777. In force since')).toBeVisible();
  await second
    .getByText(/Version \d+, Stop from J\$1,777/)
    .first()
    .click();

  const { orderId } = await placedBuy(customer.page, '1800');
  const judged = await ask<{ assessments: { factors: object[]; recomputes: boolean }[] }>(first, 'risk/assessments', {
    orderId,
  });
  expect(judged.assessments[0]?.recomputes).toBe(true);
  expect(judged.assessments[0]?.factors).toEqual([
    { code: 'large_amount', points: 1, reason: 'The order reaches J$1,777.' },
  ]);
  await backToTheFirst(second, first);
});

/** Other journeys trade in the same house: the rules go back to what they were, by two people as well. */
async function backToTheFirst(one: Page, other: Page): Promise<void> {
  const { sets } = await ask<{ sets: { id: string; version: number }[] }>(one, 'risk/ruleSets');
  const id = sets.find(({ version }) => version === 2)?.id;
  const { ruleSet } = await ask<{ ruleSet: object }>(one, 'risk/ruleSet', { id });
  const draft = { id: null, revision: 0, title: 'As documented', ruleSet };
  const saved = await ask<{ id: string; revision: number }>(one, 'risk/saveDraft', draft);
  const { proposalId } = await ask<{ proposalId: string }>(one, 'risk/propose', saved);
  await ask(other, 'risk/decide', { proposalId, decision: 'approve' });
}

/** Signs up under the name and the birth of the invented listed person, and proves the address. */
async function namesake(browser: Browser): Promise<string> {
  const page = await (await browser.newContext()).newPage();
  const email = newAddress();
  const { firstName, lastName, country } = demoListedPerson;
  const person = { firstName, lastName, phoneNumber: '+18765550142', dateOfBirth: '1971-03-14' };
  const home = { countryOfResidence: country, nationality: country, occupation: 'Teacher', isPep: false, agreed: true };
  await ask(page, 'accounts/signUp', { email, password, ...person, ...home });
  const link = await mailedLink(page, email, 'type=signup');
  await ask(page, 'accounts/verifyEmail', { token: new URLSearchParams(link.split('#')[1]).get('access_token') });
  await page.context().close();
  return email;
}

test('a match of name and birth is cleared by two, and a list of our own is read before it is in force', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  await namesake(browser);
  const page = await windowOf(browser, 'compliance');
  const hit = page.getByRole('article', { name: /Zoltran Quistmeyer/ }).first();
  await expect(async () => {
    await page.goto(`${desk}/lists`);
    await expect(hit).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
  await expect(hit.getByRole('row', { name: /^Born/ })).toContainText('14 Mar 1971');
  await expect(page.getByText('Every list that is needed is fresh.')).toBeVisible();
  await clean(page);
  await fits(page);

  await hit.getByRole('button', { name: /^Not this party/ }).click();
  await dialog(page).getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(dialog(page).locator('.err').first()).toHaveText('Choose a reason');
  await dialog(page).getByLabel('Reason').selectOption('other_person');
  await dialog(page).getByLabel('What was looked at').fill('The passport shows another place of birth.');
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(toast(page, 'Waits')).toContainText('Zoltran Quistmeyer');
  await expect(hit).toContainText('You say that it is not this party.');
  await clean(page);
  await fits(page);

  const second = await windowOf(browser, 'admin');
  await second.goto(`${desk}/lists`);
  const waits = second.getByRole('article', { name: /Zoltran Quistmeyer/ }).first();
  await expect(waits).toContainText('The passport shows another place of birth.');
  await waits.getByRole('button', { name: /^Not this party/ }).click();
  await dialog(second).getByLabel('Reason').selectOption('other_person');
  await dialog(second).getByLabel('What was looked at').fill('The passport and the selfie, once more.');
  await dialog(second).getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(toast(second, 'Cleared')).toContainText('Zoltran Quistmeyer');
  await page.getByRole('button', { name: 'Cleared' }).click();
  await expect(hit).toContainText('Not the listed party');
  await expect(hit).toContainText('Another person, seen from the papers');

  const file = (text: string) => ({ name: 'ours.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByLabel('CSV file').setInputFiles(file('ref,colour\nL-1,red\n'));
  await page.getByRole('button', { name: 'Read and compare' }).click();
  await expect(page.getByText('the column "colour" is not known')).toBeVisible();
  const lines = 'ref,name,kind,births,countries\nL-1,Invented Harbour Trading,organisation,,JM\n';
  await page.getByLabel('CSV file').setInputFiles(file(lines));
  await page.getByRole('button', { name: 'Read and compare' }).click();
  await expect(page.getByText('The file holds 1 party, 1 name, 0 addresses')).toBeVisible();
  await page.getByRole('button', { name: 'Put in force' }).click();
  await expect(toast(page, 'In force')).toBeVisible();
  const ours = page.getByRole('region', { name: 'Our own list', exact: true });
  await expect(ours).toContainText('1 party, 1 name, 0 addresses');
  await ours.getByText('Imports').click();
  await expect(ours).toContainText('1 added');
  await clean(page);
});

test('an alert that is no part of the score beside it is said to be outside it, on a phone too', async ({
  browser,
}) => {
  const page = await windowOf(browser, 'compliance');
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto(`${desk}/customers?search=Bailey`);
  const open = page.locator('.q tbody td').filter({ hasText: 'outside the score' });
  await expect(open).toHaveText('1 alert, outside the score');
  // Nothing of it is cut off.
  expect(await open.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
  await fits(page);
});

test('customers are looked at again by risk, and figures are walked by keys', async ({ browser }) => {
  const { email } = await customerIn(browser, 'Wray');
  const page = await windowOf(browser, 'compliance');
  await page.goto(`${desk}/customers`);
  await expect(page.locator('.q tbody tr').first()).toBeVisible();
  await clean(page);
  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await expect(page.locator('.q tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await dialog(page).getByLabel('Level').selectOption('medium');
  await dialog(page).getByLabel('What was looked at and found').fill('Papers and orders agree with the occupation.');
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Record the review' }).click();
  await expect(toast(page, 'Reviewed')).toContainText('Kerry-Ann Wray');
  await expect(page.locator('.q tbody tr')).toContainText('Conrad Lewis');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Kerry-Ann Wray');
  await expect(page.getByRole('region', { name: 'Compliance' })).toContainText('Reviewed');
  await clean(page);

  await page.goto(`${desk}/figures`);
  const columns = page.getByRole('toolbar', { name: 'Alerts raised by month' });
  await columns.getByRole('button').last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(columns.getByRole('button').nth(-2)).toBeFocused();
  await expect(columns.getByRole('button', { pressed: true })).toHaveCount(1);
  await clean(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page);
});

test('of a held order finance reads that it is stopped, and nothing of why, scores or lists', async ({ browser }) => {
  const customer = await customerIn(browser, 'Pinnock');
  const { orderId, reference } = await placedBuy(customer.page, '1900');
  const officer = await windowOf(browser, 'compliance');
  await ask(officer, 'desk/hold', { orderId, reasonCode: 'unusual_pattern', note: '' });
  await officer.goto(`/admin/orders/${orderId}`);
  await expect(officer.getByRole('heading', { name: 'Judgement' })).toBeVisible();
  await expect(officer.getByText('What was stored gives the same number again.')).toBeVisible();
  await expect(officer.getByText('Demo list (invented)')).toBeVisible();
  await clean(officer);
  await officer.getByRole('button', { name: 'Screen again' }).click();
  await expect(toast(officer, 'Screened')).toContainText('the wallet is clear');

  const finance = await windowOf(browser, 'finance');
  await finance.goto(`/admin/orders/${orderId}`);
  await expect(heading(finance)).toBeVisible();
  await expect(finance.locator('.held')).toHaveText(
    /^Stopped\.\s+Nothing is paid out or returned until compliance releases it\. The customer sees nothing of it\.$/,
  );
  await expect(finance.getByRole('heading', { name: 'Judgement' })).toHaveCount(0);
  for (const command of ['desk/wallet', 'risk/assessments'])
    expect((await send(finance, command, { orderId })).status()).toBe(403);
  await finance.goto(`${desk}/rules`);
  await expect(finance.getByText('Your role does not include this.')).toBeVisible();
  expect(JSON.stringify(await ask(customer.page, 'trading/list'))).not.toMatch(/held|unusual|score/i);
  expect(reference).not.toBe('');
});
