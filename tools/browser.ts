import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

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

const run = (program: string, args: string[]) => spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;

const fromDebian = (...names: string[]) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);

/** Returns whether the list of packages could be updated, which needs root and Debian. */
const updatePackageList = () =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && run('apt-get', ['update', '-qq']);

export const installFromDebian = (names: readonly string[]): boolean => updatePackageList() && fromDebian(...names);

/** Installs Chromium when missing: Debian's package as root, otherwise Playwright's download. */
export function installBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.error('Installing a browser for the tests (once) ...');
  const debian = updatePackageList() && (fromDebian('chromium-headless-shell') || fromDebian('chromium'));
  if (!debian) run('node_modules/.bin/playwright', ['install', 'chromium']);
  const now = findBrowser();
  if (!now) throw new Error('No Chromium could be installed. Install one and set CHROME_PATH to it.');
  return now;
}
