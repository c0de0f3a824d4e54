import { spawnSync } from 'node:child_process';
import { buildWhenStale } from './build.ts';

/** Runs one scanner, or all in turn, against the product. Writes the results to docs/security/scanners.md. */
const scanners = ['sqlmap', 'wapiti', 'ffuf', 'slow', 'csp'];
const asked = process.argv.slice(2);
const strange = asked.filter((name) => !scanners.includes(name));
if (strange.length > 0) {
  console.error(`${strange.join(', ')}: not known.\nnpm run security:scan -- [${scanners.join(' | ')} ...]`);
  process.exit(1);
}

buildWhenStale();
const named = asked.length > 0 ? asked : scanners;
const config = ['run', '--config', 'test/attacked/vitest.config.ts', '-t', `^(${named.join('|')}): `];
const files = named.some((name) => name !== 'sqlmap') ? ['test/attacked/scanners.attack.ts'] : [];
if (named.includes('sqlmap')) files.push('test/attacked/sqlmap.attack.ts');
const { status } = spawnSync('node_modules/.bin/vitest', [...config, ...files], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exit(status ?? 1);
