import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, type Request } from '@playwright/test';
import { appScreens, publicScreens } from '../../src/screens.ts';
import { test } from './journey.ts';
import { addressOf, isClosed, isDesk, signIn } from './scene.ts';

/** What every page is on the smallest phone: within the screen, under a finger, and still while it fills. */

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
// Nothing is changed here, so both workers share the pages.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** How much of what one sees may move by itself while a page fills (Web Vitals call up to 0.1 good). */
const shiftAllowed = 0.1;
/** A page is taken for complete when nothing at all has come for so long, ms. */
const stillness = 400;

/** How many answers are still awaited. */
type Line = { readonly underWay: number };

async function settled(page: Page, line: Line): Promise<void> {
  let last = Date.now();
  page.on('response', () => {
    last = Date.now();
  });
  await expect(page.locator('h1').first()).toBeAttached();
  const rest = () => (line.underWay > 0 ? 0 : Date.now() - last);
  await expect.poll(rest, { timeout: 20_000, intervals: [50] }).toBeGreaterThan(stillness);
  page.removeAllListeners('response');
}

/** Milliseconds that answer `n` of a page is late: some are there before what stands above them, some long after. */
const late = (n: number) => (n * 700) % 2_100;

/** A weak line: what a page asks for comes late, and not in the order in which it was asked. */
async function weakLine(page: Page): Promise<Line> {
  const line = { underWay: 0 };
  const counts = (by: number) => (request: Request) => {
    if (request.url().includes('/api/rpc/')) line.underWay += by;
  };
  page.on('request', counts(1)).on('requestfinished', counts(-1)).on('requestfailed', counts(-1));
  let asked = 0;
  await page.route('**/api/rpc/**', async (route) => {
    await sleep(late(asked++));
    await route.continue();
  });
  return line;
}

/** Keeps what moved by itself, from the first paint on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) Object.assign(window, { moved: Reflect.get(window, 'moved') + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/**
 * What one presses and is smaller than 44 px either way. A link within a sentence may be as high as its line; the bars
 * of a chart are read beside it too; of a row in a queue the whole row is pressed.
 */
function tooSmall(): string[] {
  const seen = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right > 0 && bottom > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const inSentence = (element: HTMLElement) =>
    element.tagName === 'A' &&
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  const size = (element: HTMLElement) => {
    const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? null) : null;
    const boxes = [element, element.closest('.ctl'), label].flatMap((each) => (each ? [each] : []));
    const after = getComputedStyle(element, '::after');
    const hit = after.content !== 'none' && after.position === 'absolute' ? after : null;
    const longest = (side: 'width' | 'height') =>
      Math.max(...boxes.map((each) => each.getBoundingClientRect()[side]), hit ? Number.parseFloat(hit[side]) || 0 : 0);
    return [longest('width'), longest('height')] as const;
  };
  const pressed = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"]';
  return [...document.querySelectorAll<HTMLElement>(pressed)]
    .filter((each) => seen(each) && !inSentence(each) && !each.closest('.q tr, .month-chart'))
    .flatMap((each) => {
      const [width, height] = size(each);
      const name = (each.getAttribute('aria-label') ?? each.innerText).slice(0, 40);
      return Math.min(width, height) < 43.5 ? [`${name} ${Math.round(width)} x ${Math.round(height)}`] : [];
    });
}

async function faultsOf(page: Page, line: Line, path: string): Promise<string[]> {
  await page.goto(await addressOf(page, path));
  await settled(page, line);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const moved = await page.evaluate(() => Number(Reflect.get(window, 'moved')));
  const small = await page.evaluate(tooSmall);
  return [
    ...(wide > 0 ? [`${path}: ${wide} px wider than the screen`] : []),
    ...(moved > shiftAllowed ? [`${path}: moves by ${moved.toFixed(3)}`] : []),
    ...small.map((each) => `${path}: ${each}`),
  ];
}

const screens = Object.keys(appScreens);
const groups = {
  nobody: [...Object.keys(publicScreens), ...screens.filter((path) => !isClosed(path)), '/auth?tab=signup'],
  tier1: screens.filter((path) => isClosed(path) && !isDesk(path)),
  admin: screens.filter((path) => isDesk(path) && !path.includes('report')),
  compliance: screens.filter((path) => path.includes('report')),
};

for (const [who, paths] of Object.entries(groups))
  test(`on a phone the pages of ${who} fit, are pressed with a finger and stand still`, async ({ page }) => {
    await watchShifts(page);
    if (who !== 'nobody') await signIn(page, who);
    const line = who === 'nobody' || who === 'tier1' ? await weakLine(page) : { underWay: 0 };
    const found: string[] = [];
    for (const path of paths) found.push(...(await faultsOf(page, line, path)));
    expect(found).toEqual([]);
  });
