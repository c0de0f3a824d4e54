import { globSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { LessonView, OwnCourse, QuizSheet } from '../../src/features/learning/shapes.ts';
import { test } from './journey.ts';
import { timeGoesBy } from './learned.ts';
import { owner } from './owner.ts';
import { ask, clean, customerIn, fits, skipLocation, toast } from './scene.ts';

/** Level 1 on a phone: enrolled, read, asked, tried, repeated; with the keyboard, and with the line cut. */

const lessonAddress = (unit: string) => `/courses/level-1/lessons/${unit}`;
const asked = (page: Page) => page.locator('form.asked');

async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const, ['light', 360] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page);
  }
}

/** What every answer of the course is explained by: nothing of it may come before the answer is given. */
const explanations = globSync('courses/level-1/**/{quiz,questions}.json').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/"because": "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text),
);

/** Everything that a page receives from now on, scripts too. */
function received(page: Page): () => Promise<string[]> {
  const bodies: Promise<string>[] = [];
  page.on('response', (answer) => bodies.push(answer.text().catch(() => '')));
  return () => Promise.all(bodies);
}

/** Answers every question of the lesson that is open on the page, the first answer each, with the keyboard alone. */
async function answersAll(page: Page): Promise<void> {
  for (const form of await asked(page).all()) {
    await form.locator('input').first().focus();
    await page.keyboard.press('Space');
    await form.getByRole('button', { name: 'Answer' }).focus();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('status')).toContainText(/That is right|Not quite/);
  }
}

/** What is left of the lessons of a section is finished without its pages. */
async function finishes(page: Page, email: string, units: readonly string[]): Promise<void> {
  for (const unit of units) {
    const one = { courseId: 'level-1', unit };
    const { checks } = await ask<LessonView>(page, 'learning/lesson', one);
    for (const { id } of checks) await ask(page, 'learning/answer', { ...one, check: id, chosen: [0] });
    await timeGoesBy(email, 10);
    await ask(page, 'learning/finish', one);
  }
}

test('nothing that a browser receives tells an answer before it is given', async ({ browser }) => {
  const { email, page } = await customerIn(browser, 'Brown');
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  await finishes(page, email, ['what-money-does', 'dollar-and-remittance', 'three-kinds', 'what-crypto-is-not']);
  expect(explanations.length).toBeGreaterThan(500);
  const bodies = received(page);
  const addresses = ['/courses', '/courses/level-1', '/learning-dashboard', lessonAddress('seed-phrase')];
  for (const address of [...addresses, '/courses/level-1/quizzes/money', '/curriculum']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const all = await bodies();
  expect(all.some((body) => body.includes('Who may ask for them?'))).toBe(true);
  expect(explanations.filter((text) => all.some((body) => body.includes(text)))).toEqual([]);
  await page.context().close();
});

test('Level 1 begins for free, is read at one’s own pace, and says what comes next', async ({ browser }) => {
  test.slow();
  const { email, page } = await customerIn(browser, 'Brown');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Browse Courses' }).click();
  await page.getByRole('link', { name: /^Level 1/ }).click();
  await expect(page.getByRole('button', { name: 'Enrol, free' })).toBeVisible();
  await expect(page.getByText('7 sections, 28 lessons')).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Enrol, free' }).click();
  await expect(toast(page, 'Enrollment Complete!')).toBeVisible();
  await page.getByRole('link', { name: 'Go on: What money does' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'What money does' })).toBeVisible();
  const word = page.getByRole('button', { expanded: false }).filter({ hasText: /\w/ }).and(page.locator('.in-place'));
  await word.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('note').first()).toBeVisible();
  await looksRight(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('note')).toHaveCount(0);

  // Whoever only turns pages finishes nothing.
  const finish = page.getByRole('button', { name: 'Finish this lesson' });
  await finish.click();
  await expect(toast(page, 'Almost there')).toContainText('Answer the questions of this lesson first.');
  await answersAll(page);
  await finish.click();
  await expect(toast(page, 'Almost there').filter({ hasText: 'That was quick.' })).toBeVisible();
  await timeGoesBy(email, 5);
  await finish.click();
  await expect(toast(page, 'Lesson finished')).toBeVisible();
  await expect(page).toHaveURL(lessonAddress('dollar-and-remittance'));
  await page.goto('/learning-dashboard');
  await expect(page.getByText('1 of 28 lessons finished')).toBeVisible();
  await looksRight(page);
  await page.context().close();
});

test('an answer without a line is kept and sent when it is back; reading goes on where it stopped', async ({
  browser,
}) => {
  const { page } = await customerIn(browser, 'Brown');
  // Nothing is to open over the lesson once there is no line.
  await skipLocation(page);
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(lessonAddress('what-money-does'));
  const form = asked(page).first();
  await expect(form).toBeVisible();
  let sent = 0;
  // What answers without a line must have come before it goes.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await form.locator('input').first().check();
  await form.getByRole('button', { name: 'Answer' }).click();
  await expect(form.getByRole('status')).toContainText('Your answer is kept here');
  page.on('request', (request) => {
    if (request.url().endsWith('/learning/answer')) sent += 1;
  });
  await page.context().setOffline(false);
  await expect(form.getByRole('status')).toContainText(/That is right|Not quite/, { timeout: 20_000 });
  expect(sent).toBe(1);

  const noted = page.waitForRequest((request) => request.url().endsWith('/learning/keepPlace'), { timeout: 20_000 });
  await asked(page).last().scrollIntoViewIfNeeded();
  await (await noted).response();
  await page.reload();
  await expect(page.getByText('You stopped further down.')).toBeVisible();
  await page.getByRole('link', { name: 'Go on reading there' }).click();
  await expect(page).toHaveURL(/#part-\d+$/);
  await page.context().close();
});

test('a quiz that is failed says what to read again, and can be tried until it is passed', async ({ browser }) => {
  test.slow();
  const { email, page } = await customerIn(browser, 'Brown');
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  await page.goto('/courses/level-1/quizzes/money');
  await expect(page.getByText('Finish all lessons of this section, then its quiz opens.')).toBeVisible();
  await finishes(page, email, ['what-money-does', 'dollar-and-remittance', 'three-kinds', 'what-crypto-is-not']);
  await page.reload();
  await page.setViewportSize({ width: 360, height: 800 });
  const questions = page.locator('.quiz fieldset');
  await expect(questions).toHaveCount(6);
  await looksRight(page);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Still open: 6 of 6.' })).toBeVisible();
  await expect(questions.first().locator('input').first()).toBeFocused();

  // The line is cut as the answers are handed in: they stay, and go when it is back.
  for (const question of await questions.all()) await question.locator('input').last().check();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByText('Your answers are still here.')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Hand in' }).click();
  const result = page.getByRole('heading', { name: /^(Passed|Not yet)$/ });
  await expect(result).toBeVisible();
  await looksRight(page);

  // Whoever learned from it passes: what is right stands in what each answer said.
  const right = new Map<string, readonly string[]>();
  const one = { courseId: 'level-1', section: 'money' };
  for (let go = 0; go < 12; go++) {
    const { tryId, questions: now } = await ask<QuizSheet>(page, 'learning/beginQuiz', one);
    const answers = now.map(({ id, answers: texts }) => {
      const known = right.get(id);
      return known ? known.map((text) => texts.indexOf(text)) : [0];
    });
    const told = await ask<{
      passed: boolean;
      questions: { id: string; answers: string[]; graded: { answers: { right: boolean }[] } }[];
    }>(page, 'learning/handIn', { tryId, answers });
    for (const { id, answers: texts, graded } of told.questions)
      right.set(
        id,
        texts.filter((_text, at) => graded.answers[at]?.right),
      );
    if (told.passed) break;
  }
  const { courses } = await ask<{ courses: OwnCourse[] }>(page, 'learning/own');
  expect(courses).toMatchObject([{ quizzesPassed: 1 }]);

  // A day later what went wrong is asked again.
  const client = await owner();
  await client.query(
    `update reviews set due_at = now() - interval '1 minute'
      where user_id = (select id from profiles where email = $1)`,
    [email],
  );
  await client.end();
  await page.goto('/learning-dashboard');
  await expect(page.getByRole('heading', { name: /^To repeat today: [1-9]/ })).toBeVisible();
  await looksRight(page);
  const review = asked(page).first();
  await review.locator('input').first().check();
  await review.getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByText(/Asked again on|You know this one/)).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.context().close();
});

test('a lesson that cannot be loaded says so, and loads with Try Again', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  await page.route('**/learning/lesson', (route) => route.abort());
  // From screen to screen: the page of a lesson brings it along.
  await page.goto('/courses/level-1');
  await page.getByRole('link', { name: 'Go on: What money does' }).click();
  await expect(page.getByText('An unexpected error occurred while loading the lesson.')).toBeVisible({
    timeout: 20_000,
  });
  await page.unroute('**/learning/lesson');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What money does' })).toBeVisible();
  await page.context().close();
});

test('visitors read what courses hold; a lesson is for whoever takes its course', async ({ page, browser }) => {
  await page.goto('/courses');
  await page.getByRole('link', { name: /^Level 1/ }).click();
  await expect(page.getByRole('heading', { name: 'Coins and tokens' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in to enrol' })).toBeVisible();
  await page.goto(lessonAddress('what-money-does'));
  await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
  await page.goto('/courses/nothing-of-the-kind');
  await expect(page.getByText('There is no course under this address.')).toBeVisible();
  const { page: theirs } = await customerIn(browser, 'Brown');
  await theirs.goto(lessonAddress('what-money-does'));
  await expect(theirs.getByText('Enrol in this course first.')).toBeVisible();
  await theirs.context().close();
});

test('an exercise is done with the keyboard, explains each step, and sends nothing', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Brown');
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  await page.goto(lessonAddress('networks-and-tags'));
  const practice = page.locator('.practice');
  await expect(practice.getByText('1 of 4.')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  for (let look = 0; look < 4; look++) {
    await practice.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    await expect(practice.getByRole('status')).toHaveText(/That is right|Not quite/);
    await practice.getByRole('button', { name: /^(Next|See how it went)$/ }).focus();
    await page.keyboard.press('Enter');
  }
  await expect(practice.getByText('3 of 4 at the first go.')).toBeVisible();
  expect(calls.filter((path) => path.includes('/learning/'))).toEqual([]);
  await clean(page);

  await page.goto(lessonAddress('practice-transfer'));
  await practice.getByRole('button', { name: 'Review' }).click();
  await expect(practice.getByText('On another network nothing would arrive.')).toBeVisible();
  await practice.getByRole('radio', { name: 'Solana' }).check();
  await practice.getByLabel('Address').fill((await practice.locator('code').innerText()).trim());
  await practice.getByLabel('Memo').fill('4821');
  await practice.getByLabel('Amount, LGM').fill('100');
  await practice.getByRole('button', { name: 'Review' }).click();
  await practice.getByRole('button', { name: 'Confirm' }).click();
  await expect(practice.getByText('It could not be called back any more.')).toBeVisible();
  await fits(page);

  await page.goto(lessonAddress('rate-and-fee'));
  await practice.getByLabel('The fee, in J$').fill('1,600');
  await practice.getByLabel('What remains for coins, in J$').fill('20000');
  await practice.getByRole('button', { name: 'Check' }).click();
  await expect(practice.getByText('Right. 8% of J$20,000 is J$1,600.')).toBeVisible();
  await expect(practice.getByText('J$20,000 less J$1,600 is J$18,400.')).toBeVisible();
  await clean(page);
  await page.context().close();
});
