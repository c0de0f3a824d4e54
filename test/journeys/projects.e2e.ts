import { expect, type Locator, type Page } from '@playwright/test';
import { courseWithProject, evidence } from '../projects.ts';
import { test } from './journey.ts';
import { finishedCourse } from './learned.ts';
import { customerIn, dialog, looksRight, toast, told, windowOf } from './scene.ts';

/** A final project: written over days, handed in, marked, appealed against, passed, with the certificate at its end. */

const part = (page: Page, name: string): Locator => page.locator('fieldset').filter({ has: page.getByText(name) });
const reason = 'The address is mine, look at the explorer once more.';

/** Chooses a level for each point, `first` for the lowest or `last` for the highest, and marks. */
async function marks(desk: Page, says: string, level: 'first' | 'last'): Promise<void> {
  await desk.getByRole('button', { name: 'Mark', exact: true }).click();
  await expect(desk.getByText('Choose a level').first()).toBeVisible();
  for (const criterion of await desk.locator('form fieldset').all()) {
    const radios = criterion.getByRole('radio');
    await (level === 'first' ? radios.first() : radios.last()).check();
  }
  await desk.getByLabel('Remark on this part').last().fill('Why them?');
  await desk.getByLabel('What you say to the learner').fill(says);
  await looksRight(desk);
  await desk.getByRole('button', { name: 'Mark', exact: true }).click();
  await told(desk, 'Marked', 'Its learner is written to');
}

async function opens(desk: Page, view: 'To mark' | 'Appeals', learner: string): Promise<void> {
  await desk.goto('/admin/projects');
  await desk.getByRole('button', { name: view }).click();
  await expect(desk.getByRole('link', { name: learner })).toBeVisible();
  await looksRight(desk);
  await desk.getByRole('link', { name: learner }).click();
  await expect(desk.getByRole('heading', { name: learner })).toBeVisible();
}

/** Writes it in two sittings, without the words of a wallet, and hands it in. */
async function writes(page: Page): Promise<void> {
  await part(page, 'Write a plan.').getByLabel('Your answer').fill(evidence.plan.text);
  await expect(page.getByText('Kept. You can go on later')).toBeVisible();
  await page.reload();
  await expect(part(page, 'Write a plan.').getByLabel('Your answer')).toHaveValue(evidence.plan.text);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByText('Write your answer here')).toBeVisible();
  await looksRight(page);

  const wallet = part(page, 'Set up a wallet.');
  const secret = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  await wallet.getByLabel('Your answer').fill(secret);
  await expect(page.getByText('Not kept. Part of your text looks like the recovery words')).toBeVisible();
  await wallet.getByLabel('Your answer').fill(evidence.wallet.text);
  await wallet.getByLabel('Address').fill(evidence.wallet.address);
  await wallet.getByLabel('Hash of the transaction').fill(evidence.wallet.hash);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await told(page, 'Handed in', 'We write to you once it is marked');
  await expect(page.getByRole('heading', { name: /Your project/ })).toContainText('Being read');
  await page.getByText('What you handed in').click();
  await expect(page.getByText(evidence.wallet.hash)).toBeVisible();
  await looksRight(page);
}

/** Reads that it was not enough, and asks a second instructor. */
async function appeals(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { name: /Your project/ })).toContainText('Not yet');
  await expect(page.getByText('Read the second part of the lesson again.')).toBeVisible();
  await expect(part(page, 'Set up a wallet.').getByLabel('Your answer')).toHaveValue(evidence.wallet.text);
  await page.getByText('Part by part').click();
  await expect(page.getByText('Why them?')).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Ask a second instructor' }).click();
  await dialog(page).getByLabel('What should they look at?').fill('Look');
  await dialog(page).getByRole('button', { name: 'Ask' }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await looksRight(page);
  await dialog(page).getByLabel('What should they look at?').fill(reason);
  await dialog(page).getByRole('button', { name: 'Ask' }).click();
  await told(page, 'A second instructor reads it', 'marked again');
}

test('written, handed in, not enough, marked by a second instructor, passed with its certificate', async ({
  browser,
}) => {
  test.slow();
  const lastName = `Reid${crypto.randomUUID().replaceAll(/[^a-z]/g, '')}`;
  const learner = `Kerry-Ann ${lastName}`;
  const { email, page } = await customerIn(browser, lastName);
  const { courseId } = await finishedCourse(email, courseWithProject);

  await page.goto('/learning-dashboard');
  await page.getByRole('link', { name: 'Final project' }).click();
  await expect(page.getByRole('heading', { name: 'Project', level: 1 })).toBeVisible();
  await looksRight(page);

  await writes(page);

  const desk = await windowOf(browser, 'instructor');
  await opens(desk, 'To mark', learner);
  await expect(desk.getByText(evidence.wallet.hash)).toBeVisible();
  await looksRight(desk);
  await marks(desk, 'Read the second part of the lesson again.', 'first');
  await expect(desk.getByText('0 of 100', { exact: true })).toBeVisible();
  await looksRight(desk);

  await appeals(page);

  await opens(desk, 'Appeals', learner);
  await expect(desk.getByText('You marked it the first time.')).toBeVisible();
  const admin = await windowOf(browser, 'admin');
  await opens(admin, 'Appeals', learner);
  await expect(admin.getByText(reason)).toBeVisible();
  await marks(admin, 'You are right, all of it is there.', 'last');

  await page.reload();
  await expect(page.getByRole('heading', { name: /Your project/ })).toContainText('Passed');
  await expect(page.getByText('100 of 100 points.')).toBeVisible();
  await looksRight(page);
  await page.getByRole('link', { name: 'Your certificate' }).click();
  await expect(page.getByRole('region', { name: 'Your certificates' })).toContainText('With a project');
  await expect(toast(page, 'Error')).toHaveCount(0);
  await page.goto(`/courses/${courseId}/project`);
  await expect(page.getByRole('button', { name: 'Hand in' })).toHaveCount(0);
});
