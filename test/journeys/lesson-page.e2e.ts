import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { ask, clean, customerIn, dialog, fits, windowOf } from './scene.ts';

/** The page of a lesson brings it along: it is read before a script has come, and becomes the screen in place. */

const address = '/courses/level-1/lessons/three-kinds';
const scripts = /\/assets\/.*\.js$/;
const asked = (page: Page) => page.locator('form.asked');

/** Where each part of the text stands on the page, in whole pixels. */
const places = (page: Page) =>
  page.locator('[data-part]').evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));

test('a lesson is read before its script comes; where it stands it becomes live, and a menu stays open', async ({
  browser,
}) => {
  const { page } = await customerIn(browser, 'Brown');
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
  await expect(asked(page).first()).toBeVisible();
  await fits(page);
  await clean(page);
  const before = await places(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(dialog(page)).toBeVisible();

  isHeld = false;
  for (const go of held) go();
  await expect(page.getByRole('button', { name: 'Finish this lesson' })).toBeAttached();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await places(page)).toEqual(before);
  await expect(page).toHaveTitle('Bank money, JAM-DEX and crypto - Cryptocommerce');
  await expect(page.locator('title:not(svg title)')).toHaveCount(1);
  await expect(page.locator('meta[name=description]')).toHaveCount(1);
  await asked(page).first().locator('input').first().check();
  await asked(page).first().getByRole('button', { name: 'Answer' }).click();
  await expect(asked(page).first().getByRole('status')).toContainText(/That is right|Not quite/);
  // What was answered is told by the page too, for whoever comes back.
  await page.route(scripts, (route) => route.abort());
  await page.reload();
  await expect(asked(page).first().getByRole('status')).toContainText(/That is right|Not quite/);
});

test('the page asks for nothing that it brought along, and brings nothing to whoever does not take the course', async ({
  browser,
  page,
}) => {
  const learner = await customerIn(browser, 'Brown');
  await ask(learner.page, 'learning/enroll', { courseId: 'level-1' });
  const calls: string[] = [];
  learner.page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await learner.page.goto(address);
  await expect(learner.page.getByRole('button', { name: 'Finish this lesson' })).toBeVisible();
  expect(calls).not.toContain('/api/rpc/learning/lesson');

  const answer = await page.goto(address);
  expect(answer?.headers()['x-robots-tag']).toBe('noindex');
  expect(await answer?.text()).not.toContain('given-answer');
  await expect(page).toHaveTitle('Lesson - Cryptocommerce');
  const stranger = await windowOf(browser, 'support');
  const refused = await stranger.goto(address);
  expect(await refused?.text()).not.toContain('given-answer');
  await expect(stranger.getByRole('link', { name: 'To the course' })).toBeVisible();
});
