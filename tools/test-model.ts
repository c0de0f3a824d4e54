import { spawnSync } from 'node:child_process';

/** Runs the model tests with this many random histories, by default 2,000. */
const [histories = '2000'] = process.argv.slice(2);
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'test/model'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, HISTORIES: histories },
});
process.exit(status ?? 1);
