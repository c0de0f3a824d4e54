import { appendFileSync } from 'node:fs';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { publicScreens } from '../../src/screens.ts';
import { marksOf } from '../../tools/lighthouse/measure.ts';
import { test } from '../journeys/journey.ts';
import {
  findAxeFindings,
  findSmallTargets,
  getLayoutShift,
  getOverflow,
  screensByUser,
  themes,
  watchShifts,
} from '../journeys/page-checks.ts';
import { findAddress, signIn } from '../journeys/scene.ts';

/** Measures every screen on a slow connection and phone. Run by `npm run bench:pages`. */
const rounds = Number(process.env['LOOK_ROUNDS'] ?? 1);
const only = process.env['LOOK_ONLY'] ?? '';
const lighthouse = process.env['LOOK_LIGHTHOUSE'] ?? '';
const file = process.env['LOOK_FILE'];
if (!file) throw new Error('LOOK_FILE is missing. Run this by npm run bench:pages.');

const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const cpuSlowdown = 4;
const slowest = { ...slow, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** A page is complete after this many ms without a request. */
const idleMs = 800;

type Load = { readonly lcp: number; readonly cls: number; readonly bytes: number; readonly requests: number };

const watchPaint = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { lcp: 0 });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(window, { lcp: startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

async function measureLoad(page: Page, session: CDPSession, address: string): Promise<Load> {
  let [last, bytes, requests] = [Date.now(), 0, 0];
  const arrived = ({ encodedDataLength }: { encodedDataLength: number }) => {
    last = Date.now();
    bytes += encodedDataLength;
    requests += 1;
  };
  const moves = () => {
    last = Date.now();
  };
  await session.send('Network.clearBrowserCache');
  session.on('Network.loadingFinished', arrived).on('Network.dataReceived', moves);
  await page.goto(address);
  await expect(page.locator('h1').first()).toBeAttached();
  await expect.poll(() => Date.now() - last, { timeout: 60_000, intervals: [100] }).toBeGreaterThan(idleMs);
  session.off('Network.loadingFinished', arrived).off('Network.dataReceived', moves);
  const lcp = await page.evaluate(() => Number(Reflect.get(window, 'lcp')));
  return { lcp, cls: await getLayoutShift(page), bytes, requests };
}

const median = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;

type Usable = { readonly usableMs: number; readonly pricedMs: number; readonly completeMs: number };

/** Time in ms on the slowest connection until an order can be typed, is priced, and the screen is complete. */
async function measureUsable(page: Page, session: CDPSession): Promise<Usable> {
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', slowest);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto('about:blank');
  const from = Date.now();
  await page.goto('/trading', { waitUntil: 'commit' });
  const complete = page.getByText('Resets', { exact: false }).first().waitFor({ timeout: 60_000 });
  await page.getByLabel('Crypto', { exact: true }).selectOption('BTC', { timeout: 60_000 });
  await page.getByLabel('You pay').fill('2000');
  const usableMs = Date.now() - from;
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('', { timeout: 60_000 });
  const pricedMs = Date.now() - from;
  await complete;
  return { usableMs, pricedMs, completeMs: Date.now() - from };
}

const auditedPaths: readonly string[] = [...Object.keys(publicScreens), '/auth'];

test.describe.configure({ mode: 'parallel', timeout: 30 * 60_000 });
test.use({ viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true });

for (const [who, paths] of Object.entries(screensByUser))
  test(`the screens of ${who}`, async ({ page }) => {
    await watchShifts(page);
    await watchPaint(page);
    if (who !== 'visitor') await signIn(page, who);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const onSlow = async (on: boolean) => {
      const free = { ...slow, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await session.send('Network.emulateNetworkConditions', on ? slow : free);
      await session.send('Emulation.setCPUThrottlingRate', { rate: on ? cpuSlowdown : 1 });
    };
    for (const path of paths.filter((each) => each.startsWith(only))) {
      const address = await findAddress(page, path);
      await onSlow(true);
      const loads: Load[] = [];
      for (let round = 0; round < rounds; round++) loads.push(await measureLoad(page, session, address));
      await onSlow(false);
      const medianOf = (what: keyof Load) => median(loads.map((load) => load[what]));
      const figures = { lcpMs: Math.round(medianOf('lcp')), cls: Number(medianOf('cls').toFixed(3)) };
      const weight = { kB: Number((medianOf('bytes') / 1000).toFixed(1)), requests: medianOf('requests') };
      const wide = { wider320: await getOverflow(page, 320), wider390: await getOverflow(page, 390) };
      const small = (await page.evaluate(findSmallTargets)).length;
      const axe = (await findAxeFindings(page, themes)).map((fault) => fault.split(':')[0] ?? '');
      const usable: Usable[] = [];
      for (let round = 0; round < rounds && path === '/trading'; round++)
        usable.push(await measureUsable(page, session));
      await onSlow(false);
      const until = (what: keyof Usable) => (usable.length > 0 ? median(usable.map((each) => each[what])) : undefined);
      const ready = { usableMs: until('usableMs'), pricedMs: until('pricedMs'), completeMs: until('completeMs') };
      const marked = lighthouse !== '' && auditedPaths.includes(path);
      const marks = marked ? await marksOf(lighthouse, new URL(path, page.url()).href, rounds) : undefined;
      const look = { path, who, ...figures, ...weight, ...wide, small, axe, ...ready, lighthouse: marks };
      appendFileSync(file, `${JSON.stringify(look)}\n`);
    }
  });
