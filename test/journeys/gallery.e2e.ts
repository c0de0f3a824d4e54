import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { build } from 'vite';
import { galleryConfig, galleryFolder } from '../../tools/gallery/config.ts';
import { test } from './journey.ts';
import { findAxeFindings, getOverflow } from './page-checks.ts';

const folder = process.env['SHOTS'];
const origin = 'https://gallery.test';
const types: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' },
  '.woff2': 'font/woff2',
};

const shownElsewhere = ['AppFrame', 'ErrorBoundary', 'DocumentCanvas', 'PdfPages'];

async function openGallery(page: Page): Promise<string[]> {
  await build(galleryConfig);
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(galleryFolder, pathname === '/' ? 'index.html' : pathname);
    return route.fulfill({ body: readFileSync(path), contentType: types[extname(path)] ?? 'application/octet-stream' });
  });
  await page.goto(`${origin}/`);
  return page.evaluate(() => Reflect.get(window, 'storyNames'));
}

async function openStory(page: Page, name: string): Promise<void> {
  await page.evaluate((hash) => {
    document.querySelector('.toasts')?.replaceChildren();
    location.hash = hash;
  }, encodeURIComponent(name));
  await expect(page.locator('.gallery-title')).toHaveText(name);
  await expect(page.locator('.gallery-state').first()).toBeAttached();
  await page.waitForFunction(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    return sheets.every(({ sheet }) => sheet) && document.fonts.status === 'loaded';
  });
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      const file = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${colorScheme}-${width}.png`;
      await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
    }
}

test('every component fits a phone and passes axe in both themes, in each of its states', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  for (const name of await openGallery(page)) {
    await openStory(page, name);
    if (folder) await takePictures(page, name);
    for (const width of [1280, 360]) {
      const overflow = await getOverflow(page, width);
      if (overflow > 0) faults.push(`${name} is ${overflow} px wider than ${width} px`);
    }
    faults.push(...(await findAxeFindings(page, ['light', 'dark'])).map((fault) => `${name}, ${fault}`));
  }
  expect(faults).toEqual([]);
});

test('every exported component of src/ui has a story', () => {
  const read = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, 'utf8'));
  const exported = read('src/ui/**/*.tsx').flatMap((text) =>
    [...text.matchAll(/^export (?:default )?(?:const|function) ([A-Z]\w+)/gm)].map(([, name = '']) => name),
  );
  const shown = read('tools/gallery/**/*.tsx').join();
  const missing = exported.filter((name) => !name.endsWith('Icon') && !new RegExp(`<${name}\\b`).test(shown));
  expect(missing.toSorted()).toEqual(shownElsewhere.toSorted());
});
