import { appendFileSync } from 'node:fs';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { publicScreens } from '../../src/screens.ts';
import { marksOf } from '../../tools/lighthouse/measure.ts';
import { test } from '../journeys/journey.ts';
import { faultyIn, movedOf, themes, tooSmall, watchShifts, whoLooks, wider } from '../journeys/page-checks.ts';
import { addressOf, signIn } from '../journeys/scene.ts';

/**
 * Every screen on a slow line and a slow phone, measured and not judged: what `npm run look` prints. Each is opened
 * anew with nothing kept, as often as LOOK_ROUNDS says; what is looked at afterwards is looked at once.
 */
const rounds = Number(process.env['LOOK_ROUNDS'] ?? 1);
const only = process.env['LOOK_ONLY'] ?? '';
const lighthouse = process.env['LOOK_LIGHTHOUSE'] ?? '';
const file = process.env['LOOK_FILE'];
if (!file) throw new Error('npm run look says where the figures go');

/** 1.6 Mbit/s either way, 150 ms there and back, a processor four times as slow. */
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const processor = 4;
/** The slowest line that people still use: 400 kbit/s, 400 ms there and back. */
const slowest = { ...slow, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
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

type Usable = { readonly usableMs: number; readonly pricedMs: number; readonly completeMs: number };

/**
 * How long it takes with nothing kept, on the slowest line and a slow phone, until an order is typed, its coin chosen;
 * until its price is read; and until the screen itself is there with all that it asks for.
 */
async function usableAfter(page: Page, line: CDPSession): Promise<Usable> {
  await line.send('Network.clearBrowserCache');
  await line.send('Network.emulateNetworkConditions', slowest);
  await line.send('Emulation.setCPUThrottlingRate', { rate: processor });
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

/** What Lighthouse judges: whatever a stranger sees first. */
const judged: readonly string[] = [...Object.keys(publicScreens), '/auth'];

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
      const axe = (await faultyIn(page, themes)).map((fault) => fault.split(':')[0] ?? '');
      const usable: Usable[] = [];
      for (let round = 0; round < rounds && path === '/trading'; round++) usable.push(await usableAfter(page, line));
      await onSlow(false);
      const until = (what: keyof Usable) => (usable.length > 0 ? middle(usable.map((each) => each[what])) : undefined);
      const ready = { usableMs: until('usableMs'), pricedMs: until('pricedMs'), completeMs: until('completeMs') };
      const marked = lighthouse !== '' && judged.includes(path);
      const marks = marked ? await marksOf(lighthouse, new URL(path, page.url()).href, rounds) : undefined;
      const look = { path, who, ...figures, ...weight, ...wide, small, axe, ...ready, lighthouse: marks };
      appendFileSync(file, `${JSON.stringify(look)}\n`);
    }
  });
