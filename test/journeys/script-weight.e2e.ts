import { globSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { appScreens, publicScreens } from '../../src/screens.ts';
import { webFolder } from '../../tools/build.ts';
import { deskTexts } from '../../tools/documents/catalogue.ts';
import { test } from './journey.ts';
import { addressOf, isClosed, isDesk, newCustomer, placedBuy, signIn } from './scene.ts';

/**
 * How much script a page really loads by itself, without a click, in kB of gzip at its best: many people here are on a
 * phone and a weak line. A page above its budget fails here, and with it the change that made it so.
 */
const ofDocuments = 20;
/**
 * A screen brings no sentences but those that it says itself; the server says the others. The bell, and the words where
 * something does not come or a session ended, are the last three kB.
 */
const ofScreens = 201;

/** Screens that carry more for a reason. The figure is a ceiling: it may come down, not go up. */
const heavier: Readonly<Record<string, number>> = {
  // The chart of prices, 54 kB, comes once the form stands; the ways to a card's page and back are 3 kB. What is told
  // of an address that people reported comes when there is something to tell; that it is asked is half a kB. Amounts
  // as people write them, and the order that another tab placed, are four. That no host longer than any is read is a
  // tenth.
  '/trading': 277,
  // The rules of addresses, 31 kB: what stands on an order is judged again before anybody pays it out.
  // Four rooms more in the desk's bar and eleven addresses more in the table of screens are one kB; what a
  // customer was warned of and answered, and links of payment apps among the addresses, are four.
  '/admin/orders/:orderId': 232,
  // The drawer with all places of the desk is a third of a kB; no other of its screens stood so near to the budget.
  '/admin/customers/:customerId': 202,
  '/admin/aml-compliance/rules': 199.5, // A form for each kind of rule, for the few who draft them.
  '/admin/scams/appeals': 201.7, // The bar of the desk, as above; its bell and the place of news are two tenths.
  '/admin/scams/:matterId': 207.5, // Reports, things, verdict, answers and publication, each with its dialog.
  '/admin/aml-compliance/cases/:caseId': 223, // The viewer of papers, what was hit, freezes, the note beside it all.
};

/** A page is taken for complete when nothing at all has come for so long, ms. */
const stillness = 700;

/** What files hold, and what is measured of them: each is asked for and measured once, however many pages load it. */
const bodies = new Map<string, Promise<Buffer>>();
const weights = new Map<Buffer, number>();
const ofTheDesk = new Map<Buffer, readonly string[]>();

function once<Key, Value>(known: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const value = known.has(key) ? (known.get(key) as Value) : make(key);
  known.set(key, value);
  return value;
}

const bodyOf = (page: Page, file: string): Promise<Buffer> =>
  once(bodies, file, async () => (await page.request.get(file, { failOnStatusCode: true })).body());

/** What of a kind a page loads until nothing more comes: no such file, and no answer that could ask for one. */
async function filesOf(page: Page, address: string, kind = /\.m?js$/): Promise<Buffer[]> {
  const files = new Set<string>();
  let last = Date.now();
  page.on('response', (response) => {
    last = Date.now();
    const { pathname } = new URL(response.url());
    if (kind.test(pathname)) files.add(pathname);
  });
  await page.goto(address);
  await expect(page.locator('h1').first()).toBeVisible();
  // A public page asks for its script when it has been painted and has loaded, whenever that is.
  await page.waitForFunction(() => {
    const later = document.querySelector<HTMLElement>('script[data-later]')?.dataset['later'];
    return !later || performance.getEntriesByType('resource').some(({ name }) => name.endsWith(later));
  });
  last = Date.now();
  await expect.poll(() => Date.now() - last, { timeout: 30_000, intervals: [100] }).toBeGreaterThan(stillness);
  page.removeAllListeners('response');
  // Asked for again: the browser forgets what a page loaded once it leads on to another.
  return Promise.all([...files].map((file) => bodyOf(page, file)));
}

const packed = (script: Buffer): number => once(weights, script, () => gzipSync(script, { level: 9 }).length);

const weightOf = (scripts: readonly Buffer[]): number =>
  Math.ceil(scripts.reduce((sum, script) => sum + packed(script), 0) / 100) / 10;

/** The sentences of the desk among these scripts: nothing that staff are told lies in what a customer loads. */
const saidOfDesk = (scripts: readonly Buffer[]): readonly string[] =>
  scripts.flatMap((script) => once(ofTheDesk, script, () => deskTexts.filter((text) => script.includes(text))));

const overweight = async (page: Page, paths: readonly string[], ceiling: (path: string) => number) => {
  const found: string[] = [];
  for (const path of paths) {
    const scripts = await filesOf(page, await addressOf(page, path));
    const weight = weightOf(scripts);
    test.info().annotations.push({ type: 'script', description: `${path} ${weight} kB` });
    if (weight > ceiling(path) || weight < 1) found.push(`${path}: ${weight} kB, allowed are ${ceiling(path)}`);
    if (!isDesk(path)) found.push(...saidOfDesk(scripts).map((text) => `${path} says what the desk says: ${text}`));
  }
  return found;
};
const ofScreen = (path: string) => heavier[path] ?? ofScreens;
const screens = Object.keys(appScreens);

// Nothing is changed here, so both workers share the screens.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

test('a public page loads hardly any script, and nothing of the desk', async ({ page }) => {
  expect(await overweight(page, Object.keys(publicScreens), () => ofDocuments)).toEqual([]);
});

/** How much of sheets a public page may load, in kB of gzip: what public pages wear, and nothing else. */
const ofSheets = 12;

test('a public page loads the sheets of public pages alone, the application no sheet of the desk', async ({ page }) => {
  const found: string[] = [];
  const sheetsOf = (path: string) => filesOf(page, path, /\.css$/);
  for (const path of Object.keys(publicScreens)) {
    const sheets = await sheetsOf(path);
    const weight = weightOf(sheets);
    if (weight > ofSheets || weight < 1) found.push(`${path}: ${weight} kB of sheets`);
    if (sheets.some((sheet) => sheet.includes('.desk .bar1') || sheet.includes('.trade')))
      found.push(`${path}: others'`);
  }
  expect((await sheetsOf('/auth')).some((sheet) => sheet.includes('.desk .bar2'))).toBe(false);
  await signIn(page, 'admin');
  expect((await sheetsOf('/admin')).some((sheet) => sheet.includes('.desk .bar2'))).toBe(true);
  expect(found).toEqual([]);
});

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

test('the screens for strangers keep to the budget', async ({ page }) => {
  const open = screens.filter((path) => !isClosed(path) && path !== '/verify-email');
  expect(await overweight(page, [...open, '/verify-email?email=a%40example.com'], ofScreen)).toEqual([]);
});

test("a customer's screens keep to the budget", async ({ page }) => {
  // A customer of its own: whose order is half written loads the form for the rest of it.
  await newCustomer(page);
  await placedBuy(page, '1500');
  const own = screens.filter((path) => isClosed(path) && !isDesk(path));
  expect(await overweight(page, own, ofScreen)).toEqual([]);
});

test('the screens of the desk keep to the budget', async ({ page }) => {
  await signIn(page, 'admin');
  expect(await overweight(page, screens.filter(isDesk), ofScreen)).toEqual([]);
  // What is looked for among a customer's scripts is found where it belongs.
  expect(saidOfDesk(await filesOf(page, '/admin'))).not.toEqual([]);
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
