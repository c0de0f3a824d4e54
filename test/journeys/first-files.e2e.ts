import { globSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { publicScreens } from '../../src/screens.ts';
import { webFolder } from '../../tools/build.ts';
import { test } from './journey.ts';

/** Which files a page asks for, when, and how they are sent. How much it loads: `phone.e2e.ts`. */

/** What a server sends before anything of it was acknowledged, in bytes: ten packets. */
const sentAtOnce = 14_600;
/** The head of an answer, in bytes, is no more. */
const ofHead = 1_200;

/** An answer as it goes over the line. */
const overLine = (address: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    }).on('error', reject);
  });

test('a public page is painted from what is sent at once: it waits for no sheet, and for no script', async ({
  baseURL,
}) => {
  for (const path of Object.keys(publicScreens)) {
    const page = await overLine(`${baseURL}${path}`);
    expect(page.length, path).toBeLessThan(sentAtOnce - ofHead);
    const html = brotliDecompressSync(page).toString();
    const asked = html
      .replace(/<noscript>.*?<\/noscript>/gs, '')
      .match(/<(?:link|script|use|img)\b[^>]*?\s(?:href|src)=[^>]*>/g);
    const fetched = asked?.filter((each) => !/rel="(?:icon|canonical|manifest|apple-touch-icon)"/.test(each)) ?? [];
    // The font: whatever else a page wears stands in it.
    expect(fetched.length, path).toBe(1);
    expect(fetched[0], path).toMatch(/as="font"/);
    expect(html).toMatch(/<noscript><link rel="stylesheet" href="[^"]+"\/>.*<\/noscript><\/body>/);
  }
});

test('what nobody looks at first is asked for once the page has been painted, the land where it is seen', async ({
  page,
}) => {
  await page.goto('/');
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /land-/.test(name)));
  const early = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return asked.filter(({ startTime }) => startTime < painted).map(({ name }) => name.replace(/.*\//, ''));
  });
  expect(early.filter((name) => /\.(css|svg|js)$/.test(name))).toEqual([]);
  const land = page.locator('.hero .relief.later use');
  await expect(land).toHaveAttribute('href', /land-.*#land$/);
  // The head of a page has its land on a wide screen alone.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/about');
  const ofHeads = page.locator('.head .relief.later use');
  await page.waitForFunction(() => document.querySelector('link[rel="stylesheet"]') !== null);
  await expect(ofHeads).not.toHaveAttribute('href');
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(ofHeads).toHaveAttribute('href', /land-.*#land$/);
});

test('built files were compressed when they were built, not for each who asks', async ({ baseURL }) => {
  const files = globSync('assets/**/*.*', { cwd: webFolder, exclude: ['**/*.{br,gz,woff2}'] });
  const large = files.filter((file) => {
    const found = statSync(`${webFolder}/${file}`);
    return found.isFile() && found.size > 1_024;
  });
  expect(large.length).toBeGreaterThan(100);
  const anew: string[] = [];
  for (const file of large)
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${baseURL}/${file}`, { headers: { 'accept-encoding': encoding } });
      await answer.body?.cancel();
      // What is compressed on its way has no length yet.
      const lay = answer.headers.get('content-length') !== null;
      if (answer.headers.get('content-encoding') !== encoding || !lay) anew.push(`${file} as ${encoding}`);
    }
  expect(anew).toEqual([]);
});
