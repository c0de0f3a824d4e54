import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { installBrowser } from './browser.ts';
import { buildWhenStale } from './build.ts';
import { pictures } from './pictures/list.ts';

// Takes the screenshots of the README in a fresh demo.

process.env['CHROME_PATH'] = installBrowser();
await buildWhenStale();
mkdirSync('docs/pictures', { recursive: true });
const config = ['test', '--config', 'test/pictures/playwright.config.ts'];
const { status } = spawnSync('node_modules/.bin/playwright', config, { stdio: ['ignore', 2, 2] });
if (status === 0)
  for (const name of Object.keys(pictures))
    console.info(`docs/pictures/${name}.webp ${Math.round(statSync(`docs/pictures/${name}.webp`).size / 1000)} kB`);
process.exit(status ?? 1);
