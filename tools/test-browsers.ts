import { spawnSync } from 'node:child_process';
import { installEngines } from './browser-engines.ts';
import { buildWhenStale } from './build.ts';

// The machine may set NODE_ENV=production; the test runner sets its own.
delete process.env['NODE_ENV'];
installEngines();
await buildWhenStale();
const args = ['test', '--config', 'test/browsers/playwright.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync('node_modules/.bin/playwright', args, { stdio: ['ignore', 'inherit', 'inherit'] });
process.exit(status ?? 1);
