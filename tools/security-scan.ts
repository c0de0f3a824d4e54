import { spawnSync } from 'node:child_process';
import { buildWhenStale } from './build.ts';

/** Runs all scanners against the product, or those named as arguments. Writes docs/security/scanners.md. */
const scanners = ['sqlmap', 'wapiti', 'ffuf', 'slow', 'csp'];
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !scanners.includes(name));
if (unknown.length > 0) {
  console.error(
    `Unknown scanner: ${unknown.join(', ')}.\nUsage: npm run security:scan -- [${scanners.join(' | ')} ...]`,
  );
  process.exit(1);
}

await buildWhenStale();
const named = requested.length > 0 ? requested : scanners;
const config = ['run', '--config', 'lab/attacks/vitest.config.ts', '-t', `^(${named.join('|')}): `];
const files = named.some((name) => name !== 'sqlmap') ? ['lab/attacks/scanners.attack.ts'] : [];
if (named.includes('sqlmap')) files.push('lab/attacks/sqlmap.attack.ts');
const { status } = spawnSync('node_modules/.bin/vitest', [...config, ...files], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exit(status ?? 1);
