import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { localTextOf } from '../../src/features/workshops/local-moment.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import { bankLine } from '../payments.ts';
import { registering } from '../workshops.ts';
import { test } from './journey.ts';
import { slip } from './papers.ts';
import { ask, bar, clean, customerIn, dialog, fits, region, told, windowOf } from './scene.ts';

/** On a phone and on a desk, in both themes. */
async function looksRight(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page);
  }
}

/** Fills in the form of a workshop that begins in so many hours, with a flyer. */
async function fillWorkshop(page: Page, title: string, inHours: number): Promise<void> {
  const form = dialog(page);
  const now = new Date();
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('How to keep coins.\nBring your phone.');
  await form.getByLabel('Begins').fill(localTextOf(after(now, hours(inHours))));
  await form.getByLabel('Ends').fill(localTextOf(after(now, hours(inHours + 2))));
  await form.getByLabel('Place', { exact: true }).fill('12 Hope Road, Kingston');
  await form.getByLabel('Places in person').fill('5');
  await form.getByLabel('Flyer', { exact: true }).setInputFiles(slip());
  await expect(form.getByText('Uploaded')).toBeVisible();
}

/** Who comes is taken as a file, and printed without what can be pressed. */
async function isOnPaper(desk: Page, code: Locator): Promise<void> {
  const [file] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('button', { name: 'CSV' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain('Kerry-Ann Brown,In person,Paid,');
  await desk.emulateMedia({ media: 'print' });
  await expect(code).toBeHidden();
  await expect(desk.getByRole('rowheader', { name: 'Kerry-Ann Brown' })).toBeVisible();
}

/** A hand scanner types what it read and presses Enter. */
async function scans(code: Locator, text: string): Promise<void> {
  await code.fill(text);
  await code.press('Enter');
}

test('a workshop is made with its flyer, announced, and whoever comes is checked in once', async ({ browser }) => {
  const title = `Door ${crypto.randomUUID().slice(0, 8)}`;
  const desk = await windowOf(browser, 'admin');
  await desk.goto('/admin/workshops');
  await desk.getByRole('button', { name: 'New workshop' }).click();
  await dialog(desk).getByRole('button', { name: 'Keep as draft' }).click();
  await expect(dialog(desk).getByText('Enter day and time').first()).toBeVisible();
  await looksRight(desk);
  await fillWorkshop(desk, title, 2);
  await dialog(desk).getByRole('button', { name: 'Keep as draft' }).click();
  await expect(dialog(desk).getByText('Say what the flyer shows')).toBeVisible();
  await dialog(desk).getByLabel('What the flyer shows').fill('A phone and a pencil');
  await dialog(desk).getByRole('button', { name: 'Keep as draft' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(desk.getByText('Nobody has registered yet')).toBeVisible();
  await expect(region(desk, 'At the door')).toHaveCount(0);
  const sessionId = new URL(desk.url()).pathname.split('/').pop() ?? '';

  const { page } = await customerIn(browser, 'Brown');
  await page.goto('/subscriptions');
  await expect(page.getByRole('article', { name: title })).toHaveCount(0);
  await bar(desk)
    .getByRole('button', { name: /Announce/ })
    .click();
  await looksRight(desk);
  await dialog(desk).getByRole('button', { name: 'Announce it' }).click();
  await told(desk, 'Announced', title);
  await expect(desk.getByRole('img', { name: 'A phone and a pencil' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article', { name: title }).getByRole('img')).toBeVisible();

  await ask(page, 'workshops/register', registering(sessionId));
  const { places } = await ask<{ places: { code: string; paymentId: string; sessionId: string }[] }>(
    page,
    'workshops/own',
  );
  const place = places.find((each) => each.sessionId === sessionId) ?? { code: '', paymentId: '' };
  const code = desk.getByLabel('Code of the receipt');
  await desk.reload();
  await expect(region(desk, /Who comes/)).toContainText('Not paid yet');
  await scans(code, place.code);
  await expect(desk.getByText('it is not paid')).toBeVisible();
  const finance = await windowOf(browser, 'finance');
  await ask(
    finance,
    'paymentsDesk/receive',
    bankLine(place.paymentId, { amount: '4000', payerHolder: 'Kerry-Ann Brown' }),
  );
  await scans(code, place.code.toLowerCase().replace('-', ''));
  await expect(desk.getByText('Checked in: Kerry-Ann Brown, in person.')).toBeVisible();
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('');
  await expect(region(desk, /Who comes: 1 paid, 1 came/)).toContainText('Came');
  await scans(code, place.code);
  await expect(desk.getByText(/Already checked in at .*: Kerry-Ann Brown, in person/)).toBeVisible();
  await scans(code, 'AAAA-AAA');
  await expect(desk.getByText('No place of this workshop has this code')).toBeVisible();
  await looksRight(desk);

  await isOnPaper(desk, code);
  await page.context().close();
  await finance.context().close();
  await desk.context().close();
});

test('a workshop is changed, keeps its flyer, and is called off by finance', async ({ browser }) => {
  const title = `Off ${crypto.randomUUID().slice(0, 8)}`;
  const desk = await windowOf(browser, 'support');
  await desk.goto('/admin/workshops?view=drafts');
  await desk.getByRole('button', { name: 'New workshop' }).click();
  await fillWorkshop(desk, title, 50);
  await dialog(desk).getByLabel('What the flyer shows').fill('A pencil');
  await dialog(desk).getByRole('button', { name: 'Keep as draft' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await bar(desk)
    .getByRole('button', { name: /Change/ })
    .click();
  await expect(dialog(desk)).toContainText('It has a flyer, which stays unless you upload another.');
  await looksRight(desk);
  await dialog(desk).getByLabel('Places online').fill('7');
  await dialog(desk).getByRole('button', { name: 'Keep the change' }).click();
  await told(desk, 'Changed', title);
  await expect(desk.getByText('0 of 5 in person, 0 of 7 online')).toBeVisible();
  await bar(desk)
    .getByRole('button', { name: /Announce/ })
    .click();
  await dialog(desk).getByRole('button', { name: 'Announce it' }).click();
  await expect(desk.getByRole('img', { name: 'A pencil' })).toBeVisible();
  await expect(bar(desk).getByRole('button', { name: /Call off/ })).toHaveCount(0);

  const finance = await windowOf(browser, 'finance');
  await finance.goto('/admin/workshops');
  await finance.getByRole('link', { name: title }).click();
  await bar(finance)
    .getByRole('button', { name: /Call off/ })
    .click();
  await looksRight(finance);
  await dialog(finance).getByLabel('Reason').fill('The teacher is ill.');
  await dialog(finance).getByRole('button', { name: 'Call it off' }).click();
  await told(finance, 'Called off', '0 payments are prepared to go back');
  await expect(finance.getByRole('heading', { level: 1 }).locator('..')).toContainText('Called off');
  await finance.goto('/admin/workshops?view=cancelled');
  await expect(finance.getByRole('link', { name: title })).toBeVisible();
  await looksRight(finance);
  await desk.context().close();
  await finance.context().close();
});
