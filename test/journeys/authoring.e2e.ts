import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { passTime } from './learning-progress.ts';
import { createProof } from './sample-files.ts';
import { dialog, expectGoodLayout, expectToast, openCustomerWindow, openWindowFor } from './scene.ts';

const attack = '<img src=x onerror="window.ran = true">';
const ran = (page: Page) => page.evaluate(() => 'ran' in window);
const part = (page: Page): Locator =>
  page.getByRole('region', { name: /^(Lesson|Section|Quiz):|^(Course details|Words)/ });
const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

async function openPart(page: Page, name: string): Promise<void> {
  const outline = page.getByRole('navigation', { name: 'Parts of the course' });
  await outline.getByRole('link', { name, exact: true }).click();
  await expect(part(page).getByRole('heading', { level: 2 }).first()).toBeFocused();
}

async function fillQuestion(page: Page, name: string, text: string): Promise<void> {
  const question = group(page, name);
  await question.getByLabel('Question text').fill(text);
  await question.getByLabel('Answer 1', { exact: true }).fill('This one');
  await question.getByLabel('Explanation of answer 1').fill('It is, as the text says.');
  await question.getByLabel('Answer 2', { exact: true }).fill(`That one ${attack}`);
  await question.getByLabel('Explanation of answer 2').fill('It is not, as the text says.');
}

async function fillCourse(desk: Page): Promise<void> {
  await desk.getByLabel('Description', { exact: true }).fill(`How to keep coins. ${attack}`);
  await desk.getByLabel('Learners who finish the course get a certificate').check();
  await desk.getByLabel('Certificate title').fill('Certificate of keeping');
  await desk.getByLabel('Certificate description').fill('For whoever finished it.');
  await desk.getByRole('button', { name: 'Add a section' }).click();
  await part(desk).getByRole('link', { name: 'Untitled' }).click();
  const section = desk.getByRole('region', { name: /^Section:/ });
  await section.getByLabel('Title').fill('Keeping');
  await section.getByLabel('Description', { exact: true }).fill('Who holds the key.');
  await desk.getByRole('button', { name: 'Add a lesson' }).click();
  await openPart(desk, 'Words and figures');
  await desk.getByRole('button', { name: 'Add a word' }).click();
  await desk.getByLabel('Word', { exact: true }).fill('key');
  await desk.getByLabel('Meaning').fill('What opens a wallet.');
}

async function fillLesson(desk: Page): Promise<void> {
  await openPart(desk, 'Untitled');
  await desk.getByLabel('Title').fill('Your own key');
  await desk.getByLabel('Aim').fill('Say who holds your coins.');
  await desk.getByLabel('Reading time in minutes').fill('2');
  await desk.getByLabel('Text', { exact: true }).fill(`## Who holds it\n\nWhoever has ${attack} the `);
  await expect(desk.getByText("Line 3 isn't supported: markup (HTML).")).toBeVisible();
  await desk.getByLabel('Text', { exact: true }).fill('## Who holds it\n\nWhoever has the ');
  await desk.getByText('Insert into the text').click();
  await desk.getByLabel('Word with explanation').selectOption('key');
  await desk.getByLabel('Picture', { exact: true }).setInputFiles(createProof());
  await desk.getByLabel('Picture description').fill('A slip of paper');
  await desk.getByLabel('Text', { exact: true }).press('Control+End');
  await desk.getByRole('button', { name: 'Insert the picture' }).click();
  await desk.getByLabel('Text', { exact: true }).press('Control+End');
  await desk.getByRole('button', { name: 'Add a question' }).click();
  await fillQuestion(desk, 'Question 1', 'Who holds your coins?');
  const preview = desk.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Who holds it' })).toBeVisible();
  await expect(preview.getByRole('button', { name: 'key' })).toBeVisible();
  await expect(preview.getByText('Who holds your coins?')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'A slip of paper' })).toBeVisible();
  await expectGoodLayout(desk);
}

async function fillQuiz(desk: Page): Promise<void> {
  for (let at = 1; at <= 10; at++) {
    await desk.getByRole('button', { name: 'Add a question' }).click();
    await fillQuestion(desk, `Question ${at}`, `Which of them is number ${at}?`);
  }
  await expectGoodLayout(desk);
}

/** Completes the course as a learner, who passes the quiz with every answer "This one". */
async function completeCourse(page: Page, email: string, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(`How to keep coins. ${attack}`)).toBeVisible();
  await page.getByRole('button', { name: 'Enrol for free' }).click();
  await expectToast(page, 'Enrollment Complete!', 'You can start the course');
  await page.getByRole('link', { name: 'Continue: Your own key' }).click();
  await expect(page.getByRole('img', { name: 'A slip of paper' })).toBeVisible();
  await page.getByRole('radio', { name: /^That one/ }).check();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(page.getByText('Not quite.')).toBeVisible();
  await passTime(email, 5);
  await page.getByRole('button', { name: 'Finish this lesson' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz: Keeping' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'This one' })).toHaveCount(5);
  for (const right of await page.getByRole('radio', { name: 'This one' }).all()) await right.check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('which is 100%')).toBeVisible();
  await page.goto('/learning-dashboard');
  await page.getByRole('button', { name: 'Get your certificate' }).click();
  await expect(page.getByRole('region', { name: 'Your certificates' })).toContainText('Certificate of keeping');
}

test('an instructor creates, publishes and withdraws a course, and a learner completes it', async ({ browser }) => {
  const title = `Keeping ${crypto.randomUUID().slice(0, 8)}`;
  const desk = await openWindowFor(browser, 'instructor');
  await desk.goto('/admin');
  await desk.getByRole('link', { name: 'Courses' }).click();
  await expect(desk.getByRole('heading', { name: 'Courses' })).toBeVisible();
  await expectGoodLayout(desk);
  await desk.keyboard.press('n');
  await dialog(desk).getByLabel('Title').fill(title);
  await dialog(desk).getByRole('button', { name: 'Create' }).click();
  await expectToast(desk, 'Course created', 'Only staff can see it');
  await fillCourse(desk);
  await fillLesson(desk);

  // Publishing lists each fault with a link to its field, and keeps the draft.
  await desk.getByRole('button', { name: /^Publish/ }).click();
  const faults = desk.getByRole('status').filter({ hasText: 'Fix these problems' });
  await expect(faults).toContainText('Add at least twice as many questions');
  await expectGoodLayout(desk);
  await faults.getByRole('link', { name: 'Add at least twice as many questions' }).click();
  await fillQuiz(desk);
  await desk.getByLabel('Question text').first().press('Control+s');
  await expect(desk.getByText('All changes saved.')).toBeVisible();
  await desk.reload();
  await expect(group(desk, 'Question 10').getByLabel('Question text')).toHaveValue('Which of them is number 10?');
  await desk.getByRole('button', { name: /^Publish/ }).click();
  await dialog(desk).getByLabel('Summary of the changes').fill('The first version.');
  await expectGoodLayout(desk);
  await dialog(desk).getByRole('button', { name: 'Publish' }).click();
  await expectToast(desk, 'Published', 'New learners get this version');

  const { email, page } = await openCustomerWindow(browser, 'Brown');
  const address = new URL(desk.url()).pathname.replace('/admin', '');
  await completeCourse(page, email, address);
  expect([await ran(desk), await ran(page)]).toEqual([false, false]);

  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('button', { name: /^Withdraw/ }).click();
  await dialog(desk).getByRole('button', { name: 'Withdraw' }).click();
  await expectToast(desk, 'Withdrawn', 'Current learners can finish it');
  await page.goto(address);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const late = await openCustomerWindow(browser, 'Green');
  await late.page.goto(address);
  await expect(late.page.getByRole('heading', { name: 'Course not found' })).toBeVisible();
});

test('of two people editing a course, the second is warned and keeps their text until loading the other', async ({
  browser,
}) => {
  const title = `Written by two ${crypto.randomUUID().slice(0, 8)}`;
  const first = await openWindowFor(browser, 'instructor');
  await first.goto('/admin/courses');
  await first.getByRole('button', { name: /^New course/ }).click();
  await dialog(first).getByLabel('Title').fill(title);
  await dialog(first).getByRole('button', { name: 'Create' }).click();
  await expect(first.getByLabel('Description', { exact: true })).toBeVisible();
  const second = await openWindowFor(browser, 'admin');
  await second.goto(first.url());
  await expect(second.getByLabel('Description', { exact: true })).toBeVisible();

  await first.getByLabel('Description', { exact: true }).fill('The words of the first.');
  await expect(first.getByText('All changes saved.')).toBeVisible();
  await second.getByLabel('Description', { exact: true }).fill('The words of the second.');
  await expect(second.getByText('saved this course')).toBeVisible();
  await expect(second.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
  await expect(second.getByLabel('Description', { exact: true })).toHaveValue('The words of the second.');
  await expectGoodLayout(second);
  await second.getByRole('button', { name: 'Load their version' }).click();
  await expect(second.getByLabel('Description', { exact: true })).toHaveValue('The words of the first.');

  // Unsaved text is saved when the page is left.
  await second.getByLabel('Description', { exact: true }).fill('The words of both.');
  await second.getByRole('link', { name: 'Courses' }).first().click();
  await second.getByRole('link', { name: title }).click();
  await expect(second.getByLabel('Description', { exact: true })).toHaveValue('The words of both.');
});
