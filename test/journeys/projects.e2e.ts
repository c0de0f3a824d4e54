import { expect, type Locator, type Page } from '@playwright/test';
import { courseWithProject, evidence } from '../projects.ts';
import { test } from './journey.ts';
import { insertFinishedCourseFor } from './learning-progress.ts';
import { dialog, expectGoodLayout, expectToast, openCustomerWindow, openWindowFor, toast } from './scene.ts';

const part = (page: Page, name: string): Locator => page.locator('fieldset').filter({ has: page.getByText(name) });
const reason = 'The address is mine, look at the explorer once more.';

/** Chooses the `first` (lowest) or `last` (highest) level for each criterion, and submits the grade. */
async function gradeProject(desk: Page, comment: string, level: 'first' | 'last'): Promise<void> {
  await desk.getByRole('button', { name: 'Mark', exact: true }).click();
  await expect(desk.getByText('Choose a level').first()).toBeVisible();
  for (const criterion of await desk.locator('form fieldset').all()) {
    const radios = criterion.getByRole('radio');
    await (level === 'first' ? radios.first() : radios.last()).check();
  }
  await desk.getByLabel('Comment on this part').last().fill('Why them?');
  await desk.getByLabel('Feedback for the learner').fill(comment);
  await expectGoodLayout(desk);
  await desk.getByRole('button', { name: 'Mark', exact: true }).click();
  await expectToast(desk, 'Marked', 'The learner gets an email');
}

async function openProject(desk: Page, view: 'To mark' | 'Appeals', learner: string): Promise<void> {
  await desk.goto('/admin/projects');
  await desk.getByRole('button', { name: view }).click();
  await expect(desk.getByRole('link', { name: learner })).toBeVisible();
  await expectGoodLayout(desk);
  await desk.getByRole('link', { name: learner }).click();
  await expect(desk.getByRole('heading', { name: learner })).toBeVisible();
}

async function writeProject(page: Page): Promise<void> {
  await part(page, 'Write a plan.').getByLabel('Your answer').fill(evidence.plan.text);
  await expect(page.getByText('Saved. You can continue later')).toBeVisible();
  await page.reload();
  await expect(part(page, 'Write a plan.').getByLabel('Your answer')).toHaveValue(evidence.plan.text);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByText('Write your answer here')).toBeVisible();
  await expectGoodLayout(page);

  const wallet = part(page, 'Set up a wallet.');
  const secret = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  await wallet.getByLabel('Your answer').fill(secret);
  await expect(page.getByText('Not saved. Part of your text looks like the recovery words')).toBeVisible();
  await wallet.getByLabel('Your answer').fill(evidence.wallet.text);
  await wallet.getByLabel('Address').fill(evidence.wallet.address);
  await wallet.getByLabel('Transaction hash').fill(evidence.wallet.hash);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await expectToast(page, 'Handed in', 'email you when it’s marked');
  await expect(page.getByRole('heading', { name: /Your project/ })).toContainText('Being marked');
  await page.getByText('What you handed in').click();
  await expect(page.getByText(evidence.wallet.hash)).toBeVisible();
  await expectGoodLayout(page);
}

async function appealGrade(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { name: /Your project/ })).toContainText('Not passed yet');
  await expect(page.getByText('Read the second part of the lesson again.')).toBeVisible();
  await expect(part(page, 'Set up a wallet.').getByLabel('Your answer')).toHaveValue(evidence.wallet.text);
  await page.getByText('Marks for each part').click();
  await expect(page.getByText('Why them?')).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole('button', { name: 'Ask a second instructor' }).click();
  await dialog(page).getByLabel('What should they look at again?').fill('Look');
  await dialog(page).getByRole('button', { name: 'Ask' }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expectGoodLayout(page);
  await dialog(page).getByLabel('What should they look at again?').fill(reason);
  await dialog(page).getByRole('button', { name: 'Ask' }).click();
  await expectToast(page, 'Sent to a second instructor', 'marked again');
}

test('a project is written, submitted, failed, appealed, passed by a second instructor, and certified', async ({
  browser,
}) => {
  test.slow();
  const lastName = `Reid${crypto.randomUUID().replaceAll(/[^a-z]/g, '')}`;
  const learner = `Kerry-Ann ${lastName}`;
  const { email, page } = await openCustomerWindow(browser, lastName);
  const { courseId } = await insertFinishedCourseFor(email, courseWithProject);

  await page.goto('/learning-dashboard');
  await page.getByRole('link', { name: 'Final project' }).click();
  await expect(page.getByRole('heading', { name: 'Project', level: 1 })).toBeVisible();
  await expectGoodLayout(page);

  await writeProject(page);

  const desk = await openWindowFor(browser, 'instructor');
  await openProject(desk, 'To mark', learner);
  await expect(desk.getByText(evidence.wallet.hash)).toBeVisible();
  await expectGoodLayout(desk);
  await gradeProject(desk, 'Read the second part of the lesson again.', 'first');
  await expect(desk.getByText('0 of 100', { exact: true })).toBeVisible();
  await expectGoodLayout(desk);

  await appealGrade(page);

  await openProject(desk, 'Appeals', learner);
  await expect(desk.getByText('You gave the first mark')).toBeVisible();
  const admin = await openWindowFor(browser, 'admin');
  await openProject(admin, 'Appeals', learner);
  await expect(admin.getByText(reason)).toBeVisible();
  await gradeProject(admin, 'You are right, all of it is there.', 'last');

  await page.reload();
  await expect(page.getByRole('heading', { name: /Your project/ })).toContainText('Passed');
  await expect(page.getByText('100 of 100 points.')).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole('link', { name: 'Your certificate' }).click();
  await expect(page.getByRole('region', { name: 'Your certificates' })).toContainText('With a project');
  await expect(toast(page, 'Error')).toHaveCount(0);
  await page.goto(`/courses/${courseId}/project`);
  await expect(page.getByRole('button', { name: 'Hand in' })).toHaveCount(0);
});
