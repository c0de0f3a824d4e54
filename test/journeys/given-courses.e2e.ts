import { expect } from '@playwright/test';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { test } from './journey.ts';
import { owner } from './owner.ts';
import { clean, customerIn, dialog, looksRight, region, windowOf } from './scene.ts';

/** Support gives a customer a course until a day, has it last longer and takes it back; the customer reads it. */
test('given until a day, made longer, taken back, with keys alone', async ({ browser }) => {
  test.slow();
  const { email, page } = await customerIn(browser, 'Brown');
  const client = await owner();
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  await client.end();

  const support = await windowOf(browser, 'support');
  await support.goto(`/admin/customers/${rows[0]?.id}`);
  await support.getByText('Courses, first lesson and certificates').click();
  const part = region(support, 'Courses');
  await expect(part).toContainText('They take no course.');
  await part.getByRole('button', { name: 'Give the course' }).focus();
  await support.keyboard.press('Enter');
  const last = jamaicaDay(new Date(Date.now() + 10 * 86_400_000));
  await dialog(support).getByLabel('Last day').fill(last);
  await dialog(support).getByRole('button', { name: 'Give the course' }).press('Enter');
  await expect(dialog(support)).toContainText('Write at least ten letters');
  await dialog(support).getByLabel('Reason').focus();
  await support.keyboard.type('The school booked it for her class');
  await clean(support);
  await dialog(support).getByRole('button', { name: 'Give the course' }).press('Enter');
  await expect(part).toContainText('Given until the end of');
  await expect(part).toContainText('The school booked it for her class');
  await looksRight(support);

  await page.goto('/learning-dashboard');
  const own = region(page, 'Your courses');
  await expect(own).toContainText('open for you until the end of');
  await looksRight(page);

  await part.getByRole('button', { name: 'Give more time' }).press('Enter');
  await dialog(support).getByLabel('Reason').fill('She was ill for two weeks');
  await clean(support);
  await dialog(support).getByRole('button', { name: 'Give more time' }).press('Enter');
  await expect(part).toContainText('Given without an end');
  await part.getByRole('button', { name: 'Take back' }).press('Enter');
  await dialog(support).getByLabel('Reason').fill('The school cancelled the booking');
  await clean(support);
  await dialog(support).getByRole('button', { name: 'Take back' }).press('Enter');
  await expect(part).toContainText('Taken back by');
  await page.reload();
  await expect(own).toContainText('Your time is over');
  await looksRight(page);
  await own.getByRole('link', { name: 'To the course' }).press('Enter');
  await expect(page.getByText('We had opened this course for you for a time')).toBeVisible();
  await looksRight(page);
});
