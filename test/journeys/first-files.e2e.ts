import { globSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { publicScreens } from '../../src/screens.ts';
import { webFolder } from '../../tools/build.ts';
import { test } from './journey.ts';

/** Initial TCP congestion window, ten packets, in bytes. */
const initialWindowBytes = 14_600;
const headerBytes = 1_200;

const getTransferSize = (address: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    }).on('error', reject);
  });

test('a public page paints from the first packets, without stylesheet or script requests', async ({ baseURL }) => {
  for (const path of Object.keys(publicScreens)) {
    const page = await getTransferSize(`${baseURL}${path}`);
    expect(page.length, path).toBeLessThan(initialWindowBytes - headerBytes);
    const html = brotliDecompressSync(page).toString();
    const requested = html
      .replace(/<noscript>.*?<\/noscript>/gs, '')
      .match(/<(?:link|script|use|img)\b[^>]*?\s(?:href|src)=[^>]*>/g);
    const fetched = requested?.filter((each) => !/rel="(?:icon|canonical|manifest|apple-touch-icon)"/.test(each)) ?? [];
    // Only the font is fetched, because all styles are inline.
    expect(fetched.length, path).toBe(1);
    expect(fetched[0], path).toMatch(/as="font"/);
    expect(html).toMatch(/<noscript><link rel="stylesheet" href="[^"]+"\/>.*<\/noscript><\/body>/);
  }
});

test('secondary files load after the first paint, and the map only when it is visible', async ({ page }) => {
  await page.goto('/');
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /land-/.test(name)));
  const early = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // A page that paints late, as on a busy machine, loads them 2 s after its load event.
    const earliest = Math.min(painted, (visit?.loadEventStart ?? 0) + 2_000);
    const requested = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return requested.filter(({ startTime }) => startTime < earliest).map(({ name }) => name.replace(/.*\//, ''));
  });
  // Browsers load the favicon at any time.
  expect(early.filter((name) => /\.(css|svg|js)$/.test(name) && name !== 'favicon.svg')).toEqual([]);
  const land = page.locator('.hero .relief.later use');
  await expect(land).toHaveAttribute('href', /land-.*#land$/);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/about');
  const headerTotal = page.locator('.head .relief.later use');
  await page.waitForFunction(() => document.querySelector('link[rel="stylesheet"]') !== null);
  await expect(headerTotal).not.toHaveAttribute('href');
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(headerTotal).toHaveAttribute('href', /land-.*#land$/);
});

test('built files are compressed during the build, not per request', async ({ baseURL }) => {
  const files = globSync('assets/**/*.*', { cwd: webFolder, exclude: ['**/*.{br,gz,woff2}'] });
  const large = files.filter((file) => {
    const found = statSync(`${webFolder}/${file}`);
    return found.isFile() && found.size > 1_024;
  });
  expect(large.length).toBeGreaterThan(100);
  const uncompressed: string[] = [];
  for (const file of large)
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${baseURL}/${file}`, { headers: { 'accept-encoding': encoding } });
      await answer.body?.cancel();
      // Responses compressed on the fly have no length.
      const hasLength = answer.headers.get('content-length') !== null;
      if (answer.headers.get('content-encoding') !== encoding || !hasLength)
        uncompressed.push(`${file} as ${encoding}`);
    }
  expect(uncompressed).toEqual([]);
});
