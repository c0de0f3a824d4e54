import { expect, type Page } from '@playwright/test';
import { smallCourse } from '../courses.ts';
import { test } from './journey.ts';
import { finishedCourse } from './learned.ts';
import { clean, customerIn, dialog, hearsByNight, looksRight, region, told, windowOf } from './scene.ts';

/** An instructor writes to a class with keys alone on a small window; a learner reads it, and wants no more mails. */

/** What stands over the page is right too, in both themes, on a phone. */
async function dialogLooksRight(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await clean(page);
  }
}

test('written with keys alone, previewed, sent once, read in the hub and by mail, turned off', async ({ browser }) => {
  test.slow();
  const { email, page } = await customerIn(browser, 'Brown');
  const title = `Class ${crypto.randomUUID().slice(0, 8)}`;
  await finishedCourse(email, { ...smallCourse, title });
  await hearsByNight(page);

  const teacher = await windowOf(browser, 'instructor');
  await teacher.goto('/admin/classes');
  const part = region(teacher, title);
  await expect(part).toContainText('1 learner');
  await looksRight(teacher);
  await part.getByRole('button', { name: 'Write to the class' }).focus();
  await teacher.keyboard.press('Enter');
  await dialog(teacher).getByLabel('Subject').focus();
  await teacher.keyboard.press('Enter');
  await expect(dialog(teacher)).toContainText('At least 3 letters');
  await expect(dialog(teacher)).toContainText('At least 10 letters');
  await teacher.keyboard.type('Questions on Thursday');
  await teacher.keyboard.press('Tab');
  await teacher.keyboard.type('We meet at evil.example on Thursday.');
  await dialogLooksRight(teacher);
  await dialog(teacher).getByRole('button', { name: 'Preview' }).focus();
  await teacher.keyboard.press('Enter');
  const send = dialog(teacher).getByRole('button', { name: 'Send to 1 learner' });
  await expect(region(teacher, 'How it will be read')).toContainText('We meet at evil.example');
  await dialogLooksRight(teacher);
  await send.focus();
  await teacher.keyboard.press('Enter');
  await told(teacher, 'Not sent', 'Only links to our own pages');
  await dialog(teacher).getByLabel('Text').focus();
  await teacher.keyboard.press('ControlOrMeta+A');
  await teacher.keyboard.type('We meet on Thursday at 6 pm. Bring what you did not understand.');
  await dialog(teacher).getByRole('button', { name: 'Preview' }).focus();
  await teacher.keyboard.press('Enter');
  await send.focus();
  await teacher.keyboard.press('Enter');
  await told(teacher, 'Sent', 'The mails go out now');
  await expect(part).toContainText('This class was written to today.');
  await expect(part.getByRole('button')).toHaveCount(0);
  await looksRight(teacher);

  await expect(async () => {
    const mails: { subject: string }[] = await (await page.request.get(`/dev/mailbox.json?to=${email}`)).json();
    expect(mails.filter(({ subject }) => subject === 'Questions on Thursday')).toHaveLength(1);
  }).toPass({ timeout: 30_000 });
  await page.goto('/learning-dashboard');
  const own = region(page, 'From your instructors');
  await expect(own).toContainText('Questions on Thursday');
  await expect(own).toContainText('Bring what you did not understand.');
  await looksRight(page);
  await own.getByLabel(`Mails about ${title}`).focus();
  await page.keyboard.press('Space');
  await told(page, 'Mails off', 'You still find the messages here.');
  await page.reload();
  await expect(own.getByLabel(`Mails about ${title}`)).not.toBeChecked();
  await expect(own).toContainText('Questions on Thursday');

  await teacher.reload();
  await expect(part).toContainText('1 mail');
});
