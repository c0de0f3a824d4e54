import { expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { ask, dialog, expectNoAxeFindings, fits, openCustomerWindow, openWindowFor } from './scene.ts';

/** The lesson page: readable without scripts, and interactive once they have loaded. */

const address = '/courses/level-1/lessons/three-kinds';
const scripts = /\/assets\/.*\.js$/;
const questionForms = (page: Page) => page.locator('form.asked');

const getPositions = (page: Page) =>
  page.locator('[data-part]').evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));

const pageOfALessonSteps: Steps = {
  'a lesson reads before its script loads, becomes live in place and keeps an open menu': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await ask(page, 'learning/enroll', { courseId: 'level-1' });
    await page.setViewportSize({ width: 360, height: 780 });
    let isHeld = true;
    const held: (() => void)[] = [];
    await page.route(scripts, async (route) => {
      if (isHeld && !/entry\.client|shell/.test(route.request().url())) await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Bank money, JAM-DEX and crypto' })).toBeVisible();
    await expect(page).toHaveTitle('Bank money, JAM-DEX and crypto - Cryptocommerce');
    await expect(questionForms(page).first()).toBeVisible();
    await fits(page);
    await expectNoAxeFindings(page);
    const before = await getPositions(page);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(dialog(page)).toBeVisible();

    isHeld = false;
    for (const go of held) go();
    await expect(page.getByRole('button', { name: 'Finish this lesson' })).toBeAttached();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await getPositions(page)).toEqual(before);
    await expect(page).toHaveTitle('Bank money, JAM-DEX and crypto - Cryptocommerce');
    await expect(page.locator('title:not(svg title)')).toHaveCount(1);
    await expect(page.locator('meta[name=description]')).toHaveCount(1);
    await questionForms(page).first().locator('input').first().check();
    await questionForms(page).first().getByRole('button', { name: 'Answer' }).click();
    await expect(questionForms(page).first().getByRole('status')).toContainText(/That's right|Not quite/);
    await page.route(scripts, (route) => route.abort());
    await page.reload();
    await expect(questionForms(page).first().getByRole('status')).toContainText(/That's right|Not quite/);
  },

  'the preloaded page requests no lesson again, and preloads none without an enrollment': async ({ browser, page }) => {
    const learner = await openCustomerWindow(browser, 'Brown');
    await ask(learner.page, 'learning/enroll', { courseId: 'level-1' });
    const calls: string[] = [];
    learner.page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await learner.page.goto(address);
    await expect(learner.page.getByRole('button', { name: 'Finish this lesson' })).toBeVisible();
    expect(calls).not.toContain('/api/rpc/learning/lesson');

    const answer = await page.goto(address);
    expect(answer?.headers()['x-robots-tag']).toBe('noindex');
    expect(await answer?.text()).not.toContain('preloaded-answers');
    await expect(page).toHaveTitle('Lesson - Cryptocommerce');
    const staffPage = await openWindowFor(browser, 'support');
    const refused = await staffPage.goto(address);
    expect(await refused?.text()).not.toContain('preloaded-answers');
    await expect(staffPage.getByRole('link', { name: 'Go to the course' })).toBeVisible();
  },
};

test('the page of a lesson', story(pageOfALessonSteps));
