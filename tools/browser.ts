import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installDebianPackage, run } from './debian-packages.ts';

// The headless shell comes first: it needs a quarter less time.
const places = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** An installed Chromium: CHROME_PATH, the system's, or Playwright's. */
export function findBrowser(): string | undefined {
  const system = places.find((path) => path && existsSync(path));
  if (system) return system;
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/** Installs Chromium when missing: Debian's package as root, otherwise Playwright's download. */
export function installBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.error('Installing a browser for the tests (once) ...');
  const isRoot = process.getuid?.() === 0;
  if (!(isRoot && installDebianPackage('chromium-headless-shell', 'chromium')))
    run('node_modules/.bin/playwright', ['install', 'chromium']);
  const now = findBrowser();
  if (!now) throw new Error('No Chromium could be installed. Install one and set CHROME_PATH to it.');
  return now;
}
