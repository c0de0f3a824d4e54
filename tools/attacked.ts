import { spawnSync } from 'node:child_process';
import { buildWhenStale } from './build.ts';

/** Lets a scanner at the product and writes what it found into docs/attacked.md; without a name each in turn. */
const scanners = ['sqlmap', 'wapiti', 'ffuf', 'slow', 'csp'];
const asked = process.argv.slice(2);
const strange = asked.filter((name) => !scanners.includes(name));
if (strange.length > 0) {
  console.error(`${strange.join(', ')}: not known.\nnpm run attacked -- [${scanners.join(' | ')} ...]`);
  process.exit(1);
}

buildWhenStale();
const config = ['run', '--config', 'test/attacked/vitest.config.ts'];
const files = (asked.length > 0 ? asked : scanners).map((name) => `test/attacked/${name}.attack.ts`);
const { status } = spawnSync('node_modules/.bin/vitest', [...config, ...files], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exit(status ?? 1);
