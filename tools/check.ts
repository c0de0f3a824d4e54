import { spawnSync } from 'node:child_process';

/** Runs the type, lint and structure checks, or only those named as arguments. A failure does not stop the others. */
const steps: [name: string, program: string, args: string[]][] = [
  ['types', 'tsc', ['--noEmit']],
  ['lint', 'biome', ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']],
  ['tidy', 'vitest', ['run', '--config', 'tools/tidy/vitest.config.ts']],
];

const chosen = process.argv.slice(2);
let failed = false;
for (const [name, program, args] of steps.filter(([name]) => chosen.length === 0 || chosen.includes(name))) {
  const from = performance.now();
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  console.info(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}, ${((performance.now() - from) / 1000).toFixed(1)} s`);
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
