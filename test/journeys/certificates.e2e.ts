import { expect, type Page } from '@playwright/test';
import { smallCourse } from '../courses.ts';
import { test } from './journey.ts';
import { finishedCourse } from './learned.ts';
import { clean, customerIn, dialog, looksRight, ownWindow, region, told, windowOf } from './scene.ts';

/** A certificate from its first press to a stranger who checks it, and to the day on which it counts no more. */

/** What a stranger who types a code is shown. */
async function checks(page: Page, code: string): Promise<void> {
  await page.goto('/verify');
  await page.getByLabel('Code of the certificate').fill(code);
  await page.keyboard.press('Enter');
}

test('earned, saved, checked by a stranger without a name and with it, revoked', async ({ browser }) => {
  test.slow();
  const { email, page } = await customerIn(browser, 'Brown');
  const { userId } = await finishedCourse(email, smallCourse);
  await page.goto('/learning-dashboard');
  const own = region(page, 'Your certificates');
  await expect(own.getByRole('heading', { name: 'A small course' })).toBeVisible();
  await looksRight(page);
  await own.getByRole('button', { name: 'Get your certificate' }).focus();
  await page.keyboard.press('Enter');
  await told(page, 'Certificate issued', 'Save it');
  const code = (await own.locator('.code').innerText()).trim();
  await looksRight(page);

  for (const [name, kind] of [
    ['Save as PDF', 'pdf'],
    ['Save for programs', 'jwt'],
  ] as const) {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      own.getByRole('link', { name, exact: true }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`certificate-${code}.${kind}`);
  }

  const stranger = await ownWindow(browser);
  await checks(stranger, code.toLowerCase().replaceAll('-', ' '));
  const standing = stranger.getByRole('status').filter({ hasText: 'A small course' });
  await expect(standing).toContainText('Valid');
  await expect(standing).toContainText('Kerry-Ann Brown');
  await looksRight(stranger);
  const answer = await stranger.request.get(`/verify/${code}`);
  expect(answer.headers()['x-robots-tag']).toBe('noindex');

  await own.getByLabel('Show my name to whoever checks the code').uncheck();
  await told(page, 'Name hidden', 'not whose it is');
  await stranger.reload();
  await expect(standing).toContainText('Valid');
  await expect(standing).toContainText('Whose it is does not show here.');
  await expect(standing).not.toContainText('Brown');
  await looksRight(stranger);

  await checks(stranger, '7K3M-9QX2-R5WB-T0AE');
  await expect(stranger.getByText('There is no certificate under this code.')).toBeVisible();
  await looksRight(stranger);

  const admin = await windowOf(browser, 'admin');
  await admin.goto(`/admin/customers/${userId}`);
  await admin.getByText('First lesson and certificates').click();
  const part = admin.getByRole('region', { name: 'Certificates' });
  await expect(part).toContainText(code);
  await part.getByRole('button', { name: 'Revoke' }).click();
  await dialog(admin).getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog(admin)).toContainText('Write at least ten letters');
  await dialog(admin).getByLabel('Reason').fill('Somebody else sat the quizzes');
  await clean(admin);
  await dialog(admin).getByRole('button', { name: 'Revoke' }).click();
  await expect(part).toContainText('Somebody else sat the quizzes');
  await clean(admin);

  await stranger.goto(`/verify/${code}`);
  await expect(standing).toContainText('Revoked');
  await expect(standing).toContainText('It counts no more');
  await looksRight(stranger);
  await page.reload();
  await expect(own).toContainText('Revoked on');
  await expect(own.getByRole('link', { name: 'Save as PDF' })).toHaveCount(0);
  await looksRight(page);
});
