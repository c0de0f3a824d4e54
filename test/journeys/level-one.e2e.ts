import { globSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Question } from '../../src/features/learning/course-schema.ts';
import { test } from './journey.ts';
import { passTime } from './learning-progress.ts';
import {
  completeProfile,
  expectNoAxeFindings,
  expectToast,
  fillSignUp,
  findMailedLink,
  fits,
  newAddress,
  openWindow,
  openWindowFor,
  skipLocation,
} from './scene.ts';

/** Completes Level 1 on a phone by keyboard, with an interrupted connection. Only the reading time is simulated. */

const learner = "Kerry-Ann O'Brien";
const hash = 'a1'.repeat(32);

const rightAnswers = new Map(
  globSync('courses/level-1/*/quiz.json')
    .flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as { questions: Question[] }).questions)
    .map(({ ask, answers }) => [ask, answers.filter(({ right }) => right).map(({ text }) => text)]),
);

async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 250; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached by keyboard`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('Enter');
}

async function answerQuestions(page: Page, isCut: boolean): Promise<void> {
  const forms = await page.locator('form.asked').all();
  for (const [at, form] of forms.entries()) {
    await reach(page, form.locator('input').first());
    await page.keyboard.press('Space');
    const cut = isCut && at === 0;
    if (cut) await page.context().setOffline(true);
    await press(page, form.getByRole('button', { name: 'Answer' }));
    if (cut) await expect(form.getByRole('status')).toContainText("sent when you're back online");
    if (cut) await page.context().setOffline(false);
    await expect(form.getByRole('status')).toContainText(/That's right|Not quite/, { timeout: 25_000 });
  }
}

async function passQuiz(page: Page): Promise<void> {
  await expect(page.locator('.quiz fieldset').first()).toBeVisible();
  for (const question of await page.locator('.quiz fieldset').all()) {
    const right = rightAnswers.get(await question.locator('legend').innerText()) ?? [];
    const choices = await question.locator('label').all();
    await reach(page, question.locator('input').first());
    const several = (await question.locator('input[type=checkbox]').count()) > 0;
    for (const [at, choice] of choices.entries()) {
      if (at > 0) await page.keyboard.press(several ? 'Tab' : 'ArrowDown');
      const isRight = right.includes((await choice.locator('b').innerText()).trim());
      if (isRight && (several || at === 0)) await page.keyboard.press('Space');
      if (isRight && !several) break;
    }
  }
  await press(page, page.getByRole('button', { name: 'Submit' }));
  await expect(page.getByRole('heading', { name: 'Passed' })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Continue the course' }));
}

async function completeLessons(page: Page, email: string): Promise<void> {
  const seen = { lessons: 0, quizzes: 0 };
  for (;;) {
    const on = page.getByRole('link', { name: /^Continue: / });
    await expect(on.or(page.getByRole('link', { name: 'Final project' }))).toBeVisible();
    if ((await on.count()) === 0) break;
    const says = await on.innerText();
    await press(page, on);
    if (says.startsWith('Continue: Quiz')) {
      await passQuiz(page);
      await expect(page).toHaveURL('/courses/level-1');
      seen.quizzes += 1;
      // The course page briefly shows the old next step.
      await page.goto('/courses/level-1');
      continue;
    }
    await expect(page.locator('form.asked').first()).toBeVisible();
    await answerQuestions(page, seen.lessons === 13);
    await passTime(email, 10);
    const url = page.url();
    await press(page, page.getByRole('button', { name: 'Finish this lesson' }));
    await expect(page).not.toHaveURL(url);
    seen.lessons += 1;
    await page.goto('/courses/level-1');
  }
  expect(seen).toEqual({ lessons: 28, quizzes: 7 });
}

async function submitProject(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Final project' }));
  const parts = page.locator('.project-form fieldset');
  await expect(parts).toHaveCount(5);
  for (const part of await parts.all()) {
    await reach(page, part.getByLabel('Your answer'));
    await page.keyboard.insertText('I did this step by step and wrote down what I saw at each of them.');
    if ((await part.getByLabel('Transaction hash').count()) === 0) continue;
    await reach(page, part.getByLabel('Transaction hash'));
    await page.keyboard.insertText(hash);
  }
  await fits(page);
  await press(page, page.getByRole('button', { name: 'Hand in' }));
  await expectToast(page, 'Handed in', 'email you when it’s marked');
}

async function markProject(desk: Page): Promise<void> {
  await desk.goto('/admin/projects');
  await desk.getByRole('link', { name: learner }).last().click();
  await expect(desk.locator('form fieldset').first()).toBeVisible();
  for (const criterion of await desk.locator('form fieldset').all()) await criterion.getByRole('radio').last().check();
  await desk.getByLabel('Feedback for the learner').fill('Each part is there and well explained.');
  await desk.getByRole('button', { name: 'Mark', exact: true }).click();
  await expectToast(desk, 'Marked', 'The learner gets an email');
}

test('a new customer completes Level 1 on a phone with the keyboard and gets a verifiable certificate', async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const page = await openWindow(browser);
  await page.setViewportSize({ width: 360, height: 800 });
  const email = newAddress();
  await page.goto('/auth?tab=signup');
  await fillSignUp(page, { email });
  await press(page, page.getByRole('button', { name: 'Create Account' }));
  await expect(page).toHaveURL(/verify-email/);
  await page.goto(await findMailedLink(page, email, 'type=signup'));
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expectToast(page, 'Email Verified!', "You're signed in.");
  await expect(page).toHaveURL('/dashboard');
  await completeProfile(page);
  await page.goto('/courses');
  await skipLocation(page);
  await press(page, page.getByRole('link', { name: /^Level 1/ }));
  await press(page, page.getByRole('button', { name: 'Enrol for free' }));
  await expectToast(page, 'Enrollment Complete!', 'You can start the course');

  await completeLessons(page, email);
  await submitProject(page);
  const desk = await openWindowFor(browser, 'instructor');
  await markProject(desk);

  await page.reload();
  await expect(page.getByText('100 of 100 points.')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Your certificate' }));
  const own = page.getByRole('region', { name: 'Your certificates' });
  await expect(own).toContainText('Passed with distinction');
  const code = (await own.locator('.code').innerText()).trim();
  await expectNoAxeFindings(page);

  const visitor = await openWindow(browser);
  await visitor.setViewportSize({ width: 360, height: 800 });
  await visitor.goto('/verify');
  await reach(visitor, visitor.getByLabel('Certificate code'));
  await visitor.keyboard.insertText(code);
  await visitor.keyboard.press('Enter');
  const standing = visitor.getByRole('status').filter({ hasText: 'Level 1' });
  await expect(standing).toContainText('Valid');
  await expect(standing).toContainText(learner);
});
