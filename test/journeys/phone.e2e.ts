import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, type Request } from '@playwright/test';
import { publicScreens } from '../../src/screens.ts';
import { test } from './journey.ts';
import { deadOf, faultyIn, linksOn, movedOf, themes, tooSmall, watchShifts, whoLooks, wider } from './page-checks.ts';
import { addressOf, bar, dialog, newCustomer, placedBuy, signIn } from './scene.ts';
import { tooHeavy } from './weights.ts';

/**
 * What every page is on a small phone: within the screen, under a finger, still while it fills, without a fault to axe,
 * and no heavier than it may be; and what it links to is there. It is the part of `npm run look` that costs little;
 * each page is read in one of the four themes, in turn, and those of strangers in both of ours.
 */

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
// Nothing is changed here, so the workers share the pages.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/**
 * How much of what one sees may move by itself while a page fills: half of what Web Vitals call good. A public page is
 * whole when it comes, and next to nothing of it may.
 */
const shiftAllowed = (path: string): number => (path in publicScreens ? 0.01 : 0.05);
/** How wide the phones are on which everything has to fit. */
const widths = [320, 360, 390] as const;
/** A page is taken for complete when nothing at all has come for so long, ms. */
const stillness = 400;

/** What a page asks for: how many answers are still awaited, when the last one came, and which files did. */
type Line = { underWay: number; last: number; readonly files: Set<string> };

/** What ends by itself: the live line does not. */
const isAwaited = (request: Request) => /\/(api\/rpc|assets)\//.test(request.url());

function listen(page: Page): Line {
  const line: Line = { underWay: 0, last: Date.now(), files: new Set() };
  const counts = (by: number) => (request: Request) => {
    if (isAwaited(request)) line.underWay += by;
  };
  page.on('request', counts(1)).on('requestfinished', counts(-1)).on('requestfailed', counts(-1));
  page.on('response', (response) => {
    line.last = Date.now();
    line.files.add(new URL(response.url()).pathname);
  });
  return line;
}

async function settled(page: Page, line: Line): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  // A public page asks for its script when it has been painted and has loaded, whenever that is.
  await page.waitForFunction(() => {
    const later = document.querySelector<HTMLElement>('script[data-later]')?.dataset['later'];
    return !later || performance.getEntriesByType('resource').some(({ name }) => name.endsWith(later));
  });
  const rest = () => (line.underWay > 0 ? 0 : Date.now() - line.last);
  await expect.poll(rest, { timeout: 20_000, intervals: [50] }).toBeGreaterThan(stillness);
}

/** Milliseconds that answer `n` of a page is late: some are there before what stands above them, some long after. */
const late = (n: number) => (n * 700) % 2_100;

/** A weak line: what a page asks for comes late, and not in the order in which it was asked. */
function weaken(page: Page): Promise<unknown> {
  let asked = 0;
  return page.route('**/api/rpc/**', async (route) => {
    await sleep(late(asked++));
    await route.continue();
  });
}

type Walk = { readonly page: Page; readonly line: Line; readonly links: Set<string> };

/** How far a page moved by itself. What others change meanwhile moves it once; what is wrong with it, each time. */
async function movesBy({ page, line }: Walk, path: string): Promise<number> {
  const address = await addressOf(page, path);
  const moves: number[] = [];
  while (moves.length < 2 && !moves.some((moved) => moved <= shiftAllowed(path))) {
    line.files.clear();
    await page.goto(address);
    await settled(page, line);
    moves.push(await movedOf(page));
  }
  return Math.min(...moves);
}

async function faultsOf(walk: Walk, path: string, n: number): Promise<string[]> {
  const { page, line, links } = walk;
  const moved = await movesBy(walk, path);
  const found = await page.evaluate(tooSmall);
  if (moved > shiftAllowed(path)) found.push(`moves by ${moved.toFixed(3)}`);
  for (const link of await linksOn(page)) links.add(link);
  found.push(...(await tooHeavy(page, path, line.files)));
  for (const width of widths) {
    const wide = await wider(page, width);
    if (wide > 0) found.push(`${wide} px wider than ${width}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const turn = n % themes.length;
  found.push(...(await faultyIn(page, path in publicScreens ? ['light', 'dark'] : themes.slice(turn, turn + 1))));
  return found.map((each) => `${path}: ${each}`);
}

for (const [who, paths] of Object.entries(whoLooks))
  test(`on a phone the pages of ${who} fit, stand still, are pressed, read aloud and light, and lead on`, async ({
    page,
  }) => {
    await watchShifts(page);
    if (who !== 'nobody') await signIn(page, who);
    const walk: Walk = { page, line: listen(page), links: new Set() };
    if (who === 'nobody' || who === 'tier1') await weaken(page);
    const found: string[] = [];
    for (const [n, path] of paths.entries()) found.push(...(await faultsOf(walk, path, n)));
    // A public page leads whoever is signed in elsewhere than a stranger.
    for (const path of who === 'tier1' ? Object.keys(publicScreens) : []) {
      await page.goto(path);
      for (const link of await linksOn(page)) walk.links.add(link);
    }
    const dead = await deadOf(page, walk.links);
    expect([...found, ...dead.map((link) => `leads nowhere: ${link}`)]).toEqual([]);
    expect(walk.links.size).toBeGreaterThan(20);
  });

test('the page of an order that is not paid yet is light on a phone', async ({ page }) => {
  await newCustomer(page);
  await placedBuy(page, '1500');
  const line = listen(page);
  const path = '/orders/:orderId';
  await page.goto(await addressOf(page, path));
  await settled(page, line);
  expect(await tooHeavy(page, path, line.files)).toEqual([]);
});

test('on a phone the places of compliance stand in one row, and the one where somebody is is seen', async ({
  page,
}) => {
  await signIn(page, 'compliance');
  await page.goto('/admin/aml-compliance/figures');
  const places = page.getByRole('navigation', { name: 'Compliance' }).getByRole('link');
  await expect(places).toHaveCount(8);
  const boxes = await Promise.all((await places.all()).map((place) => place.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  await expect(places.filter({ hasText: 'Figures' })).toBeInViewport({ ratio: 1 });
});

test('on a phone the bar of the desk says where somebody is, and leads to all places', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/admin');
  const desk = page.getByRole('navigation', { name: 'Desk' }).getByRole('link');
  await expect(desk).toHaveText([/^Orders/]);
  await page.getByRole('button', { name: 'All places' }).click();
  await expect(dialog(page).getByRole('link')).toHaveCount(19);
  await dialog(page).getByRole('link', { name: 'System' }).click();
  await expect(page).toHaveURL(/\/admin\/system$/);
  await expect(desk).toHaveText(['System']);
  await expect(dialog(page)).toHaveCount(0);
});

test('on a phone the act that moves a matter on stands alone, and the others behind one button', async ({ page }) => {
  await signIn(page, 'compliance');
  await page.goto('/admin/scams');
  await page.getByRole('link', { name: 'Yard Coin Giveaway' }).click();
  const act = (name: string) => bar(page).getByRole('button', { name });
  await expect(act('Judge')).toBeVisible();
  await expect(act('Note')).toBeHidden();
  await act('More').click();
  await expect(act('Note')).toBeVisible();
});

test('where no appeal waits, nothing counts them', async ({ page }) => {
  await signIn(page, 'compliance');
  await page.goto('/admin/scams/appeals?view=answered');
  await expect(page.getByText('No appeal waits')).toBeVisible();
  await expect(page.getByText('0 shown', { exact: true })).toHaveCount(0);
});

test.describe('on wider screens', () => {
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false });

  test('the bar of the desk has room at each width from which on it shows more places', async ({ page }) => {
    for (const who of ['admin', 'support', 'finance'] as const) {
      await signIn(page, who);
      await page.goto('/admin/workshops');
      await expect(page.getByRole('navigation', { name: 'Desk' })).toBeAttached();
      for (const width of [768, 1024, 1280, 1600]) expect(await wider(page, width), `${who}, ${width} px`).toBe(0);
    }
  });
});
