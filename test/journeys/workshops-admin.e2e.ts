import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { formatLocalTime } from '../../src/features/workshops/staff-schema.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import { buildBankReceipt } from '../payments.ts';
import { buildRegistration } from '../workshops.ts';
import { type Steps, story, test } from './journey.ts';
import { createProof } from './sample-files.ts';
import {
  ask,
  bar,
  dialog,
  expectNoAxeFindings,
  expectToast,
  fits,
  openCustomerWindow,
  openWindowFor,
  region,
} from './scene.ts';

async function looksRight(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
  }
}

async function fillWorkshop(page: Page, title: string, inHours: number): Promise<void> {
  const form = dialog(page);
  const now = new Date();
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('How to keep coins.\nBring your phone.');
  await form.getByLabel('Begins').fill(formatLocalTime(after(now, hours(inHours))));
  await form.getByLabel('Ends').fill(formatLocalTime(after(now, hours(inHours + 2))));
  await form.getByLabel('Place', { exact: true }).fill('12 Hope Road, Kingston');
  await form.getByLabel('Seats in person').fill('5');
  await form.getByLabel('Flyer', { exact: true }).setInputFiles(createProof());
  await expect(form.getByText('Uploaded')).toBeVisible();
}

/** Expects the attendees as a CSV file and on a printed page without controls. */
async function expectExports(desk: Page, code: Locator): Promise<void> {
  const [file] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('button', { name: 'CSV' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain('Kerry-Ann Brown,In person,Paid,');
  await desk.emulateMedia({ media: 'print' });
  await expect(code).toBeHidden();
  await expect(desk.getByRole('rowheader', { name: 'Kerry-Ann Brown' })).toBeVisible();
}

/** Types a code like a hand scanner, which presses Enter at the end. */
async function scan(code: Locator, text: string): Promise<void> {
  await code.fill(text);
  await code.press('Enter');
}

const staffAndWorkshopsSteps: Steps = {
  'a workshop is created with a flyer, announced, and an attendee is checked in once': async ({ browser }) => {
    const title = `Check-in ${crypto.randomUUID().slice(0, 8)}`;
    const desk = await openWindowFor(browser, 'admin');
    await desk.goto('/admin/workshops');
    await desk.getByRole('button', { name: 'New workshop' }).click();
    await dialog(desk).getByRole('button', { name: 'Save draft' }).click();
    await expect(dialog(desk).getByText('Enter a date and time').first()).toBeVisible();
    await looksRight(desk);
    await fillWorkshop(desk, title, 2);
    await dialog(desk).getByRole('button', { name: 'Save draft' }).click();
    await expect(dialog(desk).getByText('Describe the flyer')).toBeVisible();
    await dialog(desk).getByLabel('What the flyer shows').fill('A phone and a pencil');
    await dialog(desk).getByRole('button', { name: 'Save draft' }).click();
    await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(desk.getByText('No registrations yet')).toBeVisible();
    await expect(region(desk, 'Check-in')).toHaveCount(0);
    const sessionId = new URL(desk.url()).pathname.split('/').pop() ?? '';

    const { page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/subscriptions');
    await expect(page.getByRole('article', { name: title })).toHaveCount(0);
    await bar(desk)
      .getByRole('button', { name: /Announce/ })
      .click();
    await looksRight(desk);
    await dialog(desk).getByRole('button', { name: 'Announce' }).click();
    await expectToast(desk, 'Announced', title);
    await expect(desk.getByRole('img', { name: 'A phone and a pencil' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('article', { name: title }).getByRole('img')).toBeVisible();

    await ask(page, 'workshops/register', buildRegistration(sessionId));
    const { places } = await ask<{ places: { code: string; paymentId: string; sessionId: string }[] }>(
      page,
      'workshops/own',
    );
    const place = places.find((each) => each.sessionId === sessionId) ?? { code: '', paymentId: '' };
    const code = desk.getByLabel('Receipt code');
    await desk.reload();
    await expect(region(desk, /Attendees/)).toContainText('Not paid yet');
    await scan(code, place.code);
    await expect(desk.getByText("isn't paid")).toBeVisible();
    const finance = await openWindowFor(browser, 'finance');
    await ask(
      finance,
      'paymentsDesk/receive',
      buildBankReceipt(place.paymentId, { amount: '4000', payerHolder: 'Kerry-Ann Brown' }),
    );
    await scan(code, place.code.toLowerCase().replace('-', ''));
    await expect(desk.getByText('Checked in: Kerry-Ann Brown, in person.')).toBeVisible();
    await expect(code).toBeFocused();
    await expect(code).toHaveValue('');
    await expect(region(desk, /Attendees: 1 paid, 1 checked in/)).toContainText('Checked in');
    await scan(code, place.code);
    await expect(desk.getByText(/Already checked in at .*: Kerry-Ann Brown, in person/)).toBeVisible();
    await scan(code, 'AAAA-AAA');
    await expect(desk.getByText('No place in this workshop has this code')).toBeVisible();
    await looksRight(desk);

    await expectExports(desk, code);
    await page.context().close();
    await finance.context().close();
    await desk.context().close();
  },

  'a changed workshop keeps its flyer, and finance cancels it': async ({ browser }) => {
    const title = `Off ${crypto.randomUUID().slice(0, 8)}`;
    const desk = await openWindowFor(browser, 'support');
    await desk.goto('/admin/workshops?view=drafts');
    await desk.getByRole('button', { name: 'New workshop' }).click();
    await fillWorkshop(desk, title, 50);
    await dialog(desk).getByLabel('What the flyer shows').fill('A pencil');
    await dialog(desk).getByRole('button', { name: 'Save draft' }).click();
    await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await bar(desk)
      .getByRole('button', { name: /Change/ })
      .click();
    await expect(dialog(desk)).toContainText('The current flyer stays unless you upload another.');
    await looksRight(desk);
    await dialog(desk).getByLabel('Seats online').fill('7');
    await dialog(desk).getByRole('button', { name: 'Save changes' }).click();
    await expectToast(desk, 'Saved', title);
    await expect(desk.getByText('0 of 5 in person, 0 of 7 online')).toBeVisible();
    await bar(desk)
      .getByRole('button', { name: /Announce/ })
      .click();
    await dialog(desk).getByRole('button', { name: 'Announce' }).click();
    await expect(desk.getByRole('img', { name: 'A pencil' })).toBeVisible();
    await expect(bar(desk).getByRole('button', { name: /Cancel workshop/ })).toHaveCount(0);

    const finance = await openWindowFor(browser, 'finance');
    await finance.goto('/admin/workshops');
    await finance.getByRole('link', { name: title }).click();
    await bar(finance)
      .getByRole('button', { name: /Cancel workshop/ })
      .click();
    await looksRight(finance);
    await dialog(finance).getByLabel('Reason').fill('The teacher is ill.');
    await dialog(finance).getByRole('button', { name: 'Cancel workshop' }).click();
    await expectToast(finance, 'Cancelled', '0 refunds prepared');
    await expect(finance.getByRole('heading', { level: 1 }).locator('..')).toContainText('Cancelled');
    await finance.goto('/admin/workshops?view=cancelled');
    await expect(finance.getByRole('link', { name: title })).toBeVisible();
    await looksRight(finance);
    await desk.context().close();
    await finance.context().close();
  },
};

test('staff and workshops', story(staffAndWorkshopsSteps));
