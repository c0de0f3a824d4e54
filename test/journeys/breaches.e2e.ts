import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { dialog, expectNoAxeFindings, fits, openWindowFor, toast } from './scene.ts';

const desk = '/admin/aml-compliance';

test('a breach is recorded, shown on every compliance page, exported and marked as notified', async ({ browser }) => {
  const page = await openWindowFor(browser, 'compliance');
  await page.goto(`${desk}/breaches`);
  await page.getByRole('button', { name: 'Record a breach' }).click();
  const yesterday = new Date(Date.now() - 29 * 3_600_000).toISOString().slice(0, 10);
  await dialog(page).getByLabel('Known to us since').fill(yesterday);
  await dialog(page).getByLabel('Time', { exact: true }).fill('09:30');
  await dialog(page).getByLabel('Title').fill('A laptop left in a taxi');
  await dialog(page)
    .getByLabel('What happened')
    .fill('A laptop of the support desk was left in a taxi in Half Way Tree.\nIts disk is encrypted.');
  await dialog(page).getByLabel('Data affected').fill('12 customers: names, phone numbers');
  await expectNoAxeFindings(page);
  await dialog(page).getByRole('button', { name: 'Record', exact: true }).click();
  await expect(toast(page, 'Recorded').first()).toBeVisible();

  await page.goto(desk);
  const due = page.getByText('Notify the Commissioner of');
  await expect(due).toBeVisible();
  await due.getByRole('link').click();
  await expect(page.getByText('12 customers: names, phone numbers')).toBeVisible();
  await expectNoAxeFindings(page);
  await fits(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report for the Commissioner' }).click();
  expect((await saved).suggestedFilename()).toBe('breach-report.txt');

  await page.getByRole('button', { name: 'Mark Commissioner as notified' }).click();
  await dialog(page).getByLabel('Notified on').fill(yesterday);
  await dialog(page).getByLabel('Time', { exact: true }).fill('09:00');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await expect(
    dialog(page).getByText("The notification can't be earlier than the time we learned of it."),
  ).toBeVisible();
  await dialog(page).getByLabel('Time', { exact: true }).fill('09:45');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('Notified in time')).toBeVisible();
  await expect(due).toBeHidden();
});
