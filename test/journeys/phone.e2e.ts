import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, type Request } from '@playwright/test';
import { publicScreens } from '../../src/screens.ts';
import { submitTier1 } from './identity-scene.ts';
import { type Steps, story, test } from './journey.ts';
import {
  collectLinks,
  findAxeFindings,
  findDeadLinks,
  findSmallTargets,
  getLayoutShift,
  getOverflow,
  lengthenWords,
  screensByUser,
  themes,
  watchShifts,
} from './page-checks.ts';
import { ask, bar, dialog, findAddress, newCustomer, openWindow, openWindowFor, placeBuy, signIn } from './scene.ts';
import { findOverweight } from './weights.ts';

/** Checks every page on a small phone. Each page uses one of four themes in turn. */

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
// Parallel, because these journeys change nothing.
test.describe.configure({ mode: 'parallel', timeout: 480_000 });

/** Maximum layout shift: half of the "good" limit of Web Vitals, and almost none for prerendered public pages. */
const maxShift = (path: string): number => (path in publicScreens ? 0.01 : 0.05);
const widths = [320, 360, 390] as const;
/** A page is complete after this many ms without a request. */
const idleMs = 400;

type Traffic = { pending: number; last: number; readonly files: Set<string> };

const isAwaited = (request: Request) => /\/(api\/rpc|assets)\//.test(request.url());

function listen(page: Page): Traffic {
  const traffic: Traffic = { pending: 0, last: Date.now(), files: new Set() };
  const isCounted = (by: number) => (request: Request) => {
    if (isAwaited(request)) traffic.pending += by;
  };
  page.on('request', isCounted(1)).on('requestfinished', isCounted(-1)).on('requestfailed', isCounted(-1));
  page.on('response', (response) => {
    traffic.last = Date.now();
    traffic.files.add(new URL(response.url()).pathname);
  });
  return traffic;
}

async function waitUntilSettled(page: Page, traffic: Traffic): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  // Public pages load their script after the first paint.
  await page.waitForFunction(() => {
    const later = document.querySelector<HTMLElement>('script[data-later]')?.dataset['later'];
    return !later || performance.getEntriesByType('resource').some(({ name }) => name.endsWith(later));
  });
  const waitUntilIdle = () => (traffic.pending > 0 ? 0 : Date.now() - traffic.last);
  await expect.poll(waitUntilIdle, { timeout: 20_000, intervals: [50] }).toBeGreaterThan(idleMs);
}

/** Delay in ms of the nth response, so that responses arrive out of order. */
const getDelayMs = (n: number) => (n * 700) % 2_100;

function delayResponses(page: Page): Promise<unknown> {
  let count = 0;
  return page.route('**/api/rpc/**', async (route) => {
    await sleep(getDelayMs(count++));
    await route.continue();
  });
}

type Walk = { readonly page: Page; readonly traffic: Traffic; readonly links: Set<string> };

async function getShift({ page, traffic }: Walk, path: string): Promise<number> {
  const address = await findAddress(page, path);
  const moves: number[] = [];
  while (moves.length < 2 && !moves.some((moved) => moved <= maxShift(path))) {
    traffic.files.clear();
    await page.goto(address);
    await waitUntilSettled(page, traffic);
    moves.push(await getLayoutShift(page));
  }
  return Math.min(...moves);
}

async function findFaults(walk: Walk, path: string, n: number): Promise<string[]> {
  const { page, traffic, links } = walk;
  const moved = await getShift(walk, path);
  const found = await page.evaluate(findSmallTargets);
  if (moved > maxShift(path)) found.push(`moves by ${moved.toFixed(3)}`);
  for (const link of await collectLinks(page)) links.add(link);
  found.push(...(await findOverweight(page, path, traffic.files)));
  for (const width of widths) {
    const wide = await getOverflow(page, width);
    if (wide > 0) found.push(`${wide} px wider than ${width}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const themeIndex = n % themes.length;
  found.push(
    ...(await findAxeFindings(
      page,
      path in publicScreens ? ['light', 'dark'] : themes.slice(themeIndex, themeIndex + 1),
    )),
  );
  if (!(path in publicScreens)) {
    await page.evaluate(lengthenWords);
    const wide = await getOverflow(page, 360);
    if (wide > 0) found.push(`${wide} px wider than 360 with words of 50 letters`);
  }
  return found.map((each) => `${path}: ${each}`);
}

for (const [who, paths] of Object.entries(screensByUser))
  test(`on a phone the pages of ${who} fit, keep still, are accessible and light, and have working links`, async ({
    page,
  }) => {
    await watchShifts(page);
    if (who !== 'visitor') await signIn(page, who);
    const walk: Walk = { page, traffic: listen(page), links: new Set() };
    if (who === 'visitor' || who === 'tier1') await delayResponses(page);
    const found: string[] = [];
    for (const [n, path] of paths.entries()) found.push(...(await findFaults(walk, path, n)));
    // Public pages show different links to signed-in users.
    for (const path of who === 'tier1' ? Object.keys(publicScreens) : []) {
      await page.goto(path);
      for (const link of await collectLinks(page)) walk.links.add(link);
    }
    const dead = await findDeadLinks(page, walk.links);
    expect([...found, ...dead.map((link) => `leads nowhere: ${link}`)]).toEqual([]);
    expect(walk.links.size).toBeGreaterThan(20);
  });

const barsAndOrdersSteps: Steps = {
  'the page of an unpaid order is light': async ({ page }) => {
    await newCustomer(page);
    await placeBuy(page, '1500');
    const traffic = listen(page);
    const path = '/orders/:orderId';
    await page.goto(await findAddress(page, path));
    await waitUntilSettled(page, traffic);
    expect(await findOverweight(page, path, traffic.files)).toEqual([]);
  },

  'the form of tier 2 is light, also with its upload': async ({ page, browser }) => {
    await newCustomer(page);
    const submissionId = await submitTier1(page);
    const reviewer = await openWindowFor(browser, 'compliance');
    await ask(reviewer, 'identity/approve', { submissionId, note: '' });
    const traffic = listen(page);
    await page.goto('/verify-identity?tier=2');
    await page.getByLabel('Employment Status').focus();
    await waitUntilSettled(page, traffic);
    expect([...traffic.files].some((file) => /\/upload-/.test(file))).toBe(true);
    expect(await findOverweight(page, '/verify-identity', traffic.files)).toEqual([]);
  },

  'the admin bar names the current section and leads to all': async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto('/admin');
    const desk = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
    await expect(desk).toHaveText([/^Orders/]);
    await page.getByRole('button', { name: 'All pages' }).click();
    await expect(dialog(page).getByRole('link')).toHaveCount(20);
    await dialog(page).getByRole('link', { name: 'System' }).click();
    await expect(page).toHaveURL(/\/admin\/system$/);
    await expect(desk).toHaveText(['System']);
    await expect(dialog(page)).toHaveCount(0);
  },

  'the compliance sections form one row, with the current one visible': async ({ page }) => {
    await signIn(page, 'compliance');
    await page.goto('/admin/aml-compliance/breaches');
    const places = page.getByRole('navigation', { name: 'Compliance' }).getByRole('link');
    await expect(places).toHaveCount(7);
    const boxes = await Promise.all((await places.all()).map((place) => place.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    await expect(places.filter({ hasText: 'Breaches' })).toBeInViewport({ ratio: 1 });
  },

  'the main action of a scam report is separate, and others are in a menu': async ({ page }) => {
    await signIn(page, 'compliance');
    await page.goto('/admin/scams');
    await page.getByRole('link', { name: 'Yard Coin Giveaway' }).click();
    const act = (name: string) => bar(page).getByRole('button', { name });
    await expect(act('Judge')).toBeVisible();
    await expect(act('Note')).toBeHidden();
    await act('More').click();
    await expect(act('Note')).toBeVisible();
    // An empty list shows no count.
    await page.goto('/admin/scams/appeals?view=answered');
    await expect(page.getByText('No appeals', { exact: true })).toBeVisible();
    await expect(page.getByText('0 shown', { exact: true })).toHaveCount(0);
  },

  'on wider screens the admin bar fits at each width where it shows more sections': async ({ browser }) => {
    const page = await openWindow(browser);
    for (const role of ['admin', 'support', 'finance'] as const) {
      await signIn(page, role);
      await page.goto('/admin/workshops');
      await expect(page.getByRole('navigation', { name: 'Admin' })).toBeAttached();
      for (const width of [768, 1024, 1280, 1600])
        expect(await getOverflow(page, width), `${role}, ${width} px`).toBe(0);
    }
  },
};

test('bars and orders on a phone', story(barsAndOrdersSteps));
