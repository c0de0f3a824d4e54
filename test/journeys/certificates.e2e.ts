import { expect, type Page } from '@playwright/test';
import { smallCourse } from '../courses.ts';
import { test } from './journey.ts';
import { insertFinishedCourseFor } from './learning-progress.ts';
import {
  dialog,
  expectGoodLayout,
  expectNoAxeFindings,
  expectToast,
  openCustomerWindow,
  openWindow,
  openWindowFor,
  region,
} from './scene.ts';

/** A certificate from its first press to a stranger who checks it, and to the day on which it counts no more. */

/** Verifies a certificate code as an anonymous visitor. */
async function checks(page: Page, code: string): Promise<void> {
  await page.goto('/verify');
  await page.getByLabel('Code of the certificate').fill(code);
  await page.keyboard.press('Enter');
}

test('earned, saved, checked by a stranger without a name and with it, revoked', async ({ browser }) => {
  test.slow();
  const { email, page } = await openCustomerWindow(browser, 'Brown');
  const { userId } = await insertFinishedCourseFor(email, smallCourse);
  await page.goto('/learning-dashboard');
  const own = region(page, 'Your certificates');
  await expect(own.getByRole('heading', { name: 'A small course' })).toBeVisible();
  await expectGoodLayout(page);
  await own.getByRole('button', { name: 'Get your certificate' }).focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Certificate issued', 'Save it');
  const code = (await own.locator('.code').innerText()).trim();
  await expectGoodLayout(page);

  for (const [name, kind] of [
    ['Save as PDF', 'pdf'],
    ['Save as digital badge', 'jwt'],
  ] as const) {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      own.getByRole('link', { name, exact: true }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`certificate-${code}.${kind}`);
  }

  const stranger = await openWindow(browser);
  await checks(stranger, code.toLowerCase().replaceAll('-', ' '));
  const standing = stranger.getByRole('status').filter({ hasText: 'A small course' });
  await expect(standing).toContainText('Valid');
  await expect(standing).toContainText('Kerry-Ann Brown');
  await expectGoodLayout(stranger);
  const answer = await stranger.request.get(`/verify/${code}`);
  expect(answer.headers()['x-robots-tag']).toBe('noindex');

  await own.getByLabel('Show my name to anyone who checks the code').uncheck();
  await expectToast(page, 'Name hidden', 'without your name');
  await stranger.reload();
  await expect(standing).toContainText('Valid');
  await expect(standing).toContainText('owner hides their name here.');
  await expect(standing).not.toContainText('Brown');
  await expectGoodLayout(stranger);

  await checks(stranger, '7K3M-9QX2-R5WB-T0AE');
  await expect(stranger.getByText('There is no certificate with this code.')).toBeVisible();
  await expectGoodLayout(stranger);

  const admin = await openWindowFor(browser, 'admin');
  await admin.goto(`/admin/customers/${userId}`);
  await admin.getByText('First lesson and certificates').click();
  const part = admin.getByRole('region', { name: 'Certificates' });
  await expect(part).toContainText(code);
  await part.getByRole('button', { name: 'Revoke' }).click();
  await dialog(admin).getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog(admin)).toContainText('Enter at least 10 characters');
  await dialog(admin).getByLabel('Reason').fill('Someone else took the quizzes');
  await expectNoAxeFindings(admin);
  await dialog(admin).getByRole('button', { name: 'Revoke' }).click();
  await expect(part).toContainText('Someone else took the quizzes');
  await expectNoAxeFindings(admin);

  await stranger.goto(`/verify/${code}`);
  await expect(standing).toContainText('Revoked');
  await expect(standing).toContainText("It's no longer valid");
  await expectGoodLayout(stranger);
  await page.reload();
  await expect(own).toContainText('Revoked on');
  await expect(own.getByRole('link', { name: 'Save as PDF' })).toHaveCount(0);
  await expectGoodLayout(page);
});
