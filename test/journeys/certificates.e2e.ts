import { type Browser, expect, type Page } from '@playwright/test';
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

const fakeShareSheet = () => {
  navigator.share = async (data) => {
    document.documentElement.setAttribute('data-shared', JSON.stringify(data));
  };
};

async function verifyCode(page: Page, code: string): Promise<void> {
  await page.goto('/verify');
  // A key pressed in the moment when the screen replaces the document reaches neither.
  await expect(page.locator('[data-preloaded]')).toHaveCount(0);
  await page.getByLabel('Certificate code').fill(code);
  await page.keyboard.press('Enter');
}

async function shareCertificate(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  const shared = { title: 'Certificate of the small course', url: new URL(`/verify/${code}`, page.url()).href };
  await expect(page.locator('html')).toHaveAttribute('data-shared', JSON.stringify(shared));
}

async function revokeCertificate(browser: Browser, userId: string, code: string): Promise<void> {
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
  await expect(dialog(admin)).toBeHidden();
  await expect(part).toContainText('Someone else took the quizzes');
  await expectNoAxeFindings(admin);
}

test('a certificate is issued, downloaded, verified with and without its name, and revoked', async ({ browser }) => {
  test.slow();
  const { email, page } = await openCustomerWindow(browser, 'Brown');
  const { userId } = await insertFinishedCourseFor(email, smallCourse);
  await page.goto('/learning-dashboard');
  const own = region(page, 'Your certificates');
  await expect(own.getByRole('heading', { name: 'A small course' })).toBeVisible();
  await expectGoodLayout(page);
  await own.getByRole('button', { name: 'Get your certificate' }).focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Certificate issued', 'You can save it');
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

  const visitor = await openWindow(browser);
  await visitor.addInitScript(fakeShareSheet);
  await verifyCode(visitor, code.toLowerCase().replaceAll('-', ' '));
  const result = visitor.getByRole('status').filter({ hasText: 'A small course' });
  await expect(result).toContainText('Valid');
  await expect(result).toContainText('Kerry-Ann Brown');
  await expectGoodLayout(visitor);
  await shareCertificate(visitor, code);
  const answer = await visitor.request.get(`/verify/${code}`);
  expect(answer.headers()['x-robots-tag']).toBe('noindex');

  await own.getByLabel('Show my name to anyone who checks the code').uncheck();
  await expectToast(page, 'Name hidden', 'without your name');
  await visitor.reload();
  await expect(result).toContainText('Valid');
  await expect(result).toContainText('owner has chosen not to show their name here.');
  await expect(result).not.toContainText('Brown');
  await expectGoodLayout(visitor);

  await verifyCode(visitor, '7K3M-9QX2-R5WB-T0AE');
  await expect(visitor.getByText('There is no certificate with this code.')).toBeVisible();
  await expectGoodLayout(visitor);

  await revokeCertificate(browser, userId, code);

  await visitor.goto(`/verify/${code}`);
  await expect(result).toContainText('Revoked');
  await expect(result).toContainText("It's no longer valid");
  await expect(result.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await expectGoodLayout(visitor);
  await page.reload();
  await expect(own).toContainText('Revoked on');
  await expect(own.getByRole('link', { name: 'Save as PDF' })).toHaveCount(0);
  await expectGoodLayout(page);
});
