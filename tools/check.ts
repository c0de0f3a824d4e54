import { spawnSync } from 'node:child_process';

/** Types, lint, tidy: what must hold before every commit. All three run, so that one look shows everything. */
const steps: [name: string, program: string, args: string[]][] = [
  ['types', 'tsc', ['--noEmit']],
  ['lint', 'biome', ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']],
  ['tidy', 'vitest', ['run', '--config', 'tools/tidy/vitest.config.ts']],
];

let failed = false;
for (const [name, program, args] of steps) {
  const from = performance.now();
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  console.info(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}, ${((performance.now() - from) / 1000).toFixed(1)} s`);
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
