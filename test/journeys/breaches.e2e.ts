import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { clean, dialog, fits, toast, windowOf } from './scene.ts';

const desk = '/admin/aml-compliance';

test('a breach of personal data: noted, its clock on every page of the desk, told, and given out as a text', async ({
  browser,
}) => {
  const page = await windowOf(browser, 'compliance');
  await page.goto(`${desk}/breaches`);
  await page.getByRole('button', { name: 'Note a breach' }).click();
  const yesterday = new Date(Date.now() - 29 * 3_600_000).toISOString().slice(0, 10);
  await dialog(page).getByLabel('Known to us since').fill(yesterday);
  await dialog(page).getByLabel('At', { exact: true }).fill('09:30');
  await dialog(page).getByLabel('Title').fill('A laptop left in a taxi');
  await dialog(page)
    .getByLabel('What happened')
    .fill('A laptop of the support desk was left in a taxi in Half Way Tree.\nIts disk is encrypted.');
  await dialog(page).getByLabel('Whose data').fill('12 customers: names, phone numbers');
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Note', exact: true }).click();
  await expect(toast(page, 'Noted').first()).toBeVisible();

  await page.goto(desk);
  const due = page.getByText('The Commissioner is to be told of');
  await expect(due).toBeVisible();
  await due.getByRole('link').click();
  await expect(page.getByText('12 customers: names, phone numbers')).toBeVisible();
  await clean(page);
  await fits(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Text for the Commissioner' }).click();
  expect((await saved).suggestedFilename()).toBe('breach-report.txt');

  await page.getByRole('button', { name: 'Commissioner told' }).click();
  await dialog(page).getByLabel('Told on').fill(yesterday);
  await dialog(page).getByLabel('At', { exact: true }).fill('09:00');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await expect(dialog(page).getByText('Nobody was told before we knew of it.')).toBeVisible();
  await dialog(page).getByLabel('At', { exact: true }).fill('09:45');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('Told in time')).toBeVisible();
  await expect(due).toBeHidden();
});
