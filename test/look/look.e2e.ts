import { appendFileSync } from 'node:fs';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { test } from '../journeys/journey.ts';
import { movedOf, tooSmall, watchShifts, whoLooks } from '../journeys/page-checks.ts';
import { addressOf, clean, signIn } from '../journeys/scene.ts';

/**
 * Every screen on a slow line and a slow phone, measured and not judged: what `npm run look` prints. Each is opened
 * anew with nothing kept, as often as LOOK_ROUNDS says; what is looked at afterwards is looked at once.
 */
const rounds = Number(process.env['LOOK_ROUNDS'] ?? 1);
const only = process.env['LOOK_ONLY'] ?? '';
const file = process.env['LOOK_FILE'];
if (!file) throw new Error('npm run look says where the figures go');

/** 1.6 Mbit/s either way, 150 ms there and back, a processor four times as slow. */
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const processor = 4;
/** A page is taken for complete when nothing at all has come for so long, ms. */
const stillness = 800;

type Load = { readonly lcp: number; readonly cls: number; readonly bytes: number; readonly requests: number };

const watchPaint = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { lcp: 0 });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(window, { lcp: startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

async function loadOf(page: Page, line: CDPSession, address: string): Promise<Load> {
  let [last, bytes, requests] = [Date.now(), 0, 0];
  const arrived = ({ encodedDataLength }: { encodedDataLength: number }) => {
    last = Date.now();
    bytes += encodedDataLength;
    requests += 1;
  };
  const moves = () => {
    last = Date.now();
  };
  await line.send('Network.clearBrowserCache');
  line.on('Network.loadingFinished', arrived).on('Network.dataReceived', moves);
  await page.goto(address);
  await expect(page.locator('h1').first()).toBeAttached();
  await expect.poll(() => Date.now() - last, { timeout: 60_000, intervals: [100] }).toBeGreaterThan(stillness);
  line.off('Network.loadingFinished', arrived).off('Network.dataReceived', moves);
  const lcp = await page.evaluate(() => Number(Reflect.get(window, 'lcp')));
  return { lcp, cls: await movedOf(page), bytes, requests };
}

const middle = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;

/** How many pixels a page is wider than a screen of this width. */
async function wider(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 740 });
  return Math.max(0, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
}

/** Of a device that draws in colours of its own, axe reads ours all the same. */
const inOwnColours = { rules: { 'color-contrast': { enabled: false } } };

/** Themes in which axe finds something: two of ours, each with the colours of the device as well. */
async function faultyThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors });
      await clean(page, forcedColors === 'active' ? inOwnColours : {}).catch(() =>
        found.push(`${colorScheme}${forcedColors === 'active' ? ' forced' : ''}`),
      );
    }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  return found;
}

test.describe.configure({ mode: 'parallel', timeout: 30 * 60_000 });
test.use({ viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true });

for (const [who, paths] of Object.entries(whoLooks))
  test(`the screens of ${who}`, async ({ page }) => {
    await watchShifts(page);
    await watchPaint(page);
    if (who !== 'nobody') await signIn(page, who);
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    const onSlow = async (on: boolean) => {
      const free = { ...slow, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await line.send('Network.emulateNetworkConditions', on ? slow : free);
      await line.send('Emulation.setCPUThrottlingRate', { rate: on ? processor : 1 });
    };
    for (const path of paths.filter((each) => each.startsWith(only))) {
      const address = await addressOf(page, path);
      await onSlow(true);
      const loads: Load[] = [];
      for (let round = 0; round < rounds; round++) loads.push(await loadOf(page, line, address));
      await onSlow(false);
      const of = (what: keyof Load) => middle(loads.map((load) => load[what]));
      const figures = { lcpMs: Math.round(of('lcp')), cls: Number(of('cls').toFixed(3)) };
      const weight = { kB: Number((of('bytes') / 1000).toFixed(1)), requests: of('requests') };
      const wide = { wider320: await wider(page, 320), wider390: await wider(page, 390) };
      const small = (await page.evaluate(tooSmall)).length;
      const axe = await faultyThemes(page);
      appendFileSync(file, `${JSON.stringify({ path, who, ...figures, ...weight, ...wide, small, axe })}\n`);
    }
  });
