import { globSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { OwnCourse, QuizSheet } from '../../src/features/learning/views.ts';
import { type Steps, story, test } from './journey.ts';
import { finishLessons, passTime } from './learning-progress.ts';
import { connectAsOwner } from './owner.ts';
import { ask, expectNoAxeFindings, fits, openCustomerWindow, skipLocation, toast } from './scene.ts';

/** Journeys in Level 1, on a phone, with the keyboard and with an interrupted connection. */

const lessonPath = (unit: string) => `/courses/level-1/lessons/${unit}`;
const questionForms = (page: Page) => page.locator('form.asked');

async function checkLayout(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const, ['light', 360] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
  }
}

const explanations = globSync('courses/level-1/**/{quiz,questions}.json').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/"because": "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text),
);

function collectResponses(page: Page): () => Promise<string[]> {
  const bodies: Promise<string>[] = [];
  page.on('response', (answer) => bodies.push(answer.text().catch(() => '')));
  return () => Promise.all(bodies);
}

async function answerAll(page: Page): Promise<void> {
  for (const form of await questionForms(page).all()) {
    await form.locator('input').first().focus();
    await page.keyboard.press('Space');
    await form.getByRole('button', { name: 'Answer' }).focus();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('status')).toContainText(/That's right|Not quite/);
  }
}

const lessonsSteps: Steps = {
  'a browser receives no explanation before the answer is given': async ({ browser }) => {
    const { email, page } = await openCustomerWindow(browser, 'Brown');
    await ask(page, 'learning/enroll', { courseId: 'level-1' });
    await finishLessons(page, email, ['what-money-does', 'dollar-and-remittance', 'three-kinds', 'what-crypto-is-not']);
    expect(explanations.length).toBeGreaterThan(500);
    const bodies = collectResponses(page);
    const addresses = ['/courses', '/courses/level-1', '/learning-dashboard', lessonPath('seed-phrase')];
    for (const address of [...addresses, '/courses/level-1/quizzes/money', '/curriculum']) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const all = await bodies();
    expect(all.some((body) => body.includes('Who may ask for them?'))).toBe(true);
    expect(explanations.filter((text) => all.some((body) => body.includes(text)))).toEqual([]);
    await page.context().close();
  },

  'Level 1 starts free, takes reading time and shows the next step': async ({ browser }) => {
    test.slow();
    const { email, page } = await openCustomerWindow(browser, 'Brown');
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Browse Courses' }).click();
    await page.getByRole('link', { name: /^Level 1/ }).click();
    await expect(page.getByRole('button', { name: 'Enrol for free' })).toBeVisible();
    await expect(page.getByText('7 sections, 28 lessons')).toBeVisible();
    await checkLayout(page);
    await page.getByRole('button', { name: 'Enrol for free' }).click();
    await expect(toast(page, 'Enrollment Complete!')).toBeVisible();
    await page.getByRole('link', { name: 'Continue: What money does' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'What money does' })).toBeVisible();
    const word = page.getByRole('button', { expanded: false }).filter({ hasText: /\w/ }).and(page.locator('.in-place'));
    await word.first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('note').first()).toBeVisible();
    await checkLayout(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('note')).toHaveCount(0);

    const finish = page.getByRole('button', { name: 'Finish this lesson' });
    await finish.click();
    await expect(toast(page, 'Almost there')).toContainText('Answer the questions in this lesson first.');
    await answerAll(page);
    await finish.click();
    await expect(toast(page, 'Almost there').filter({ hasText: 'That was quick.' })).toBeVisible();
    await passTime(email, 5);
    await finish.click();
    await expect(toast(page, 'Lesson finished')).toBeVisible();
    await expect(page).toHaveURL(lessonPath('dollar-and-remittance'));
    await page.goto('/learning-dashboard');
    await expect(page.getByText('1 of 28 lessons finished')).toBeVisible();
    await checkLayout(page);
    await page.context().close();
  },

  'an offline answer is sent after reconnecting, and reading resumes where it stopped': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    // The location dialog would cover the lesson.
    await skipLocation(page);
    await ask(page, 'learning/enroll', { courseId: 'level-1' });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(lessonPath('what-money-does'));
    const form = questionForms(page).first();
    await expect(form).toBeVisible();
    let sent = 0;
    // Waits for the offline code.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await form.locator('input').first().check();
    await form.getByRole('button', { name: 'Answer' }).click();
    await expect(form.getByRole('status')).toContainText('Your answer is saved here');
    page.on('request', (request) => {
      if (request.url().endsWith('/learning/answer')) sent += 1;
    });
    await page.context().setOffline(false);
    await expect(form.getByRole('status')).toContainText(/That's right|Not quite/, { timeout: 20_000 });
    expect(sent).toBe(1);

    const noted = page.waitForRequest((request) => request.url().endsWith('/learning/savePlace'), { timeout: 20_000 });
    await questionForms(page).last().scrollIntoViewIfNeeded();
    await (await noted).response();
    await page.reload();
    await expect(page.getByText('You stopped reading further down.')).toBeVisible();
    await page.getByRole('link', { name: 'Continue where you left off' }).click();
    await expect(page).toHaveURL(/#part-\d+$/);
    await page.context().close();
  },

  'a lesson that cannot be loaded says so, and loads with Try Again': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await ask(page, 'learning/enroll', { courseId: 'level-1' });
    await page.route('**/learning/lesson', (route) => route.abort());
    // Opens the lesson from the course page, because a full page load would preload it.
    await page.goto('/courses/level-1');
    await page.getByRole('link', { name: 'Continue: What money does' }).click();
    await expect(page.getByText('An unexpected error occurred while loading the lesson.')).toBeVisible({
      timeout: 20_000,
    });
    await page.unroute('**/learning/lesson');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'What money does' })).toBeVisible();
    await page.context().close();
  },

  'visitors read course outlines; lessons need an enrollment': async ({ page, browser }) => {
    await page.goto('/courses');
    await page.getByRole('link', { name: /^Level 1/ }).click();
    await expect(page.getByRole('heading', { name: 'Coins and tokens' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in to enrol' })).toBeVisible();
    await page.goto(lessonPath('what-money-does'));
    await expect(page.getByText('You must be logged in to access these features')).toBeVisible();
    await page.goto('/courses/nothing-of-the-kind');
    await expect(page.getByText("We can't find this course.")).toBeVisible();
    const { page: otherPage } = await openCustomerWindow(browser, 'Brown');
    await otherPage.goto(lessonPath('what-money-does'));
    await expect(otherPage.getByText('Enrol in this course to open its lessons.')).toBeVisible();
    await otherPage.context().close();
  },

  'an exercise works with the keyboard, explains each step and sends nothing': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await ask(page, 'learning/enroll', { courseId: 'level-1' });
    await page.goto(lessonPath('networks-and-tags'));
    const practice = page.locator('.practice');
    await expect(practice.getByText('1 of 4.')).toBeVisible();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    for (let look = 0; look < 4; look++) {
      await practice.getByRole('radio').first().focus();
      await page.keyboard.press('Space');
      await expect(practice.getByRole('status')).toHaveText(/That's right|Not quite/);
      await practice.getByRole('button', { name: /^(Next|See your result)$/ }).focus();
      await page.keyboard.press('Enter');
    }
    await expect(practice.getByText('You got 3 of 4 right.')).toBeVisible();
    expect(calls.filter((path) => path.includes('/learning/'))).toEqual([]);
    await expectNoAxeFindings(page);

    await page.goto(lessonPath('practice-transfer'));
    await practice.getByRole('button', { name: 'Review' }).click();
    await expect(practice.getByText("It wouldn't arrive on another network.")).toBeVisible();
    await practice.getByRole('radio', { name: 'Solana' }).check();
    await practice.getByLabel('Address').fill((await practice.locator('code').innerText()).trim());
    await practice.getByLabel('Memo').fill('4821');
    await practice.getByLabel('Amount, LGM').fill('100');
    await practice.getByRole('button', { name: 'Review' }).click();
    await practice.getByRole('button', { name: 'Confirm' }).click();
    await expect(practice.getByText("The transfer can't be reversed.")).toBeVisible();
    await fits(page);

    await page.goto(lessonPath('rate-and-fee'));
    await practice.getByLabel('The fee, in J$').fill('1,600');
    await practice.getByLabel('Amount left for coins, in J$').fill('20000');
    await practice.getByRole('button', { name: 'Check' }).click();
    await expect(practice.getByText('Right. 8% of J$20,000 is J$1,600.')).toBeVisible();
    await expect(practice.getByText('J$20,000 less J$1,600 is J$18,400.')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.context().close();
  },
};

test('lessons', story(lessonsSteps));

test('a failed quiz lists lessons to read again and can be retried until passed', async ({ browser }) => {
  test.slow();
  const { email, page } = await openCustomerWindow(browser, 'Brown');
  await ask(page, 'learning/enroll', { courseId: 'level-1' });
  await page.goto('/courses/level-1/quizzes/money');
  await expect(page.getByText('Finish all lessons in this section to open its quiz.')).toBeVisible();
  await finishLessons(page, email, ['what-money-does', 'dollar-and-remittance', 'three-kinds', 'what-crypto-is-not']);
  await page.reload();
  await page.setViewportSize({ width: 360, height: 800 });
  const questions = page.locator('.quiz fieldset');
  await expect(questions).toHaveCount(6);
  await checkLayout(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Unanswered: 6 of 6.' })).toBeVisible();
  await expect(questions.first().locator('input').first()).toBeFocused();

  for (const question of await questions.all()) await question.locator('input').last().check();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your answers are still here.')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Submit' }).click();
  const result = page.getByRole('heading', { name: /^(Passed|Not passed yet)$/ });
  await expect(result).toBeVisible();
  await checkLayout(page);

  // Reads the right answers from the graded quiz.
  const right = new Map<string, readonly string[]>();
  const lessonRef = { courseId: 'level-1', section: 'money' };
  for (let round = 0; round < 12; round++) {
    const { tryId, questions: now } = await ask<QuizSheet>(page, 'learning/startQuiz', lessonRef);
    const answers = now.map(({ id, answers: texts }) => {
      const known = right.get(id);
      return known ? known.map((text) => texts.indexOf(text)) : [0];
    });
    const result = await ask<{
      passed: boolean;
      questions: { id: string; answers: string[]; graded: { answers: { right: boolean }[] } }[];
    }>(page, 'learning/submitQuiz', { tryId, answers });
    for (const { id, answers: texts, graded } of result.questions)
      right.set(
        id,
        texts.filter((_text, at) => graded.answers[at]?.right),
      );
    if (result.passed) break;
  }
  const { courses } = await ask<{ courses: OwnCourse[] }>(page, 'learning/own');
  expect(courses).toMatchObject([{ quizzesPassed: 1 }]);

  const client = await connectAsOwner();
  await client.query(
    `update reviews set due_at = now() - interval '1 minute'
      where user_id = (select id from profiles where email = $1)`,
    [email],
  );
  await client.end();
  await page.goto('/learning-dashboard');
  await expect(page.getByRole('heading', { name: /^Questions to review today: [1-9]/ })).toBeVisible();
  await checkLayout(page);
  const review = questionForms(page).first();
  await review.locator('input').first().check();
  await review.getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByText(/ask this again on|You know this one/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.context().close();
});
