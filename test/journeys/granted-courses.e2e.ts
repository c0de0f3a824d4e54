import { expect } from '@playwright/test';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { dialog, expectGoodLayout, expectNoAxeFindings, openCustomerWindow, openWindowFor, region } from './scene.ts';

test('support grants a course until a day, extends it and revokes it with the keyboard', async ({ browser }) => {
  test.slow();
  const { email, page } = await openCustomerWindow(browser, 'Brown');
  const client = await connectAsOwner();
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  await client.end();

  const support = await openWindowFor(browser, 'support');
  await support.goto(`/admin/customers/${rows[0]?.id}`);
  await support.getByText('Courses, first lesson and certificates').click();
  const part = region(support, 'Courses');
  await expect(part).toContainText('No courses.');
  await part.getByRole('button', { name: 'Grant a course' }).focus();
  await support.keyboard.press('Enter');
  const last = jamaicaDay(new Date(Date.now() + 10 * 86_400_000));
  await dialog(support).getByLabel('Last day').fill(last);
  await dialog(support).getByRole('button', { name: 'Grant a course' }).press('Enter');
  await expect(dialog(support)).toContainText('Enter at least 10 characters');
  await dialog(support).getByLabel('Reason').focus();
  await support.keyboard.type('The school booked it for her class');
  await expectNoAxeFindings(support);
  await dialog(support).getByRole('button', { name: 'Grant a course' }).press('Enter');
  await expect(part).toContainText('Granted until the end of');
  await expect(part).toContainText('The school booked it for her class');
  await expectGoodLayout(support);

  await page.goto('/learning-dashboard');
  const own = region(page, 'Your courses');
  await expect(own).toContainText('access until the end of');
  await expectGoodLayout(page);

  await part.getByRole('button', { name: 'Extend access' }).press('Enter');
  await dialog(support).getByLabel('Reason').fill('She was ill for two weeks');
  await expectNoAxeFindings(support);
  await dialog(support).getByRole('button', { name: 'Extend access' }).press('Enter');
  await expect(part).toContainText('Granted without an end');
  await part.getByRole('button', { name: 'Revoke access' }).press('Enter');
  await dialog(support).getByLabel('Reason').fill('The school cancelled the booking');
  await expectNoAxeFindings(support);
  await dialog(support).getByRole('button', { name: 'Revoke access' }).press('Enter');
  await expect(part).toContainText('Revoked by');
  await page.reload();
  await expect(own).toContainText('Your access has ended');
  await expectGoodLayout(page);
  await own.getByRole('link', { name: 'Open the course' }).press('Enter');
  await expect(page.getByText('Your access has ended.')).toBeVisible();
  await expectGoodLayout(page);
});
