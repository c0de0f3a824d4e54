import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, type Request } from '@playwright/test';
import { test } from './journey.ts';
import { movedOf, tooSmall, watchShifts, whoLooks } from './page-checks.ts';
import { addressOf, signIn } from './scene.ts';

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

async function faultsOf(page: Page, line: Line, path: string): Promise<string[]> {
  await page.goto(await addressOf(page, path));
  await settled(page, line);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const moved = await movedOf(page);
  const small = await page.evaluate(tooSmall);
  return [
    ...(wide > 0 ? [`${path}: ${wide} px wider than the screen`] : []),
    ...(moved > shiftAllowed ? [`${path}: moves by ${moved.toFixed(3)}`] : []),
    ...small.map((each) => `${path}: ${each}`),
  ];
}

for (const [who, paths] of Object.entries(whoLooks))
  test(`on a phone the pages of ${who} fit, are pressed with a finger and stand still`, async ({ page }) => {
    await watchShifts(page);
    if (who !== 'nobody') await signIn(page, who);
    const line = who === 'nobody' || who === 'tier1' ? await weakLine(page) : { underWay: 0 };
    const found: string[] = [];
    for (const path of paths) found.push(...(await faultsOf(page, line, path)));
    expect(found).toEqual([]);
  });
