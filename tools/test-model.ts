import { spawnSync } from 'node:child_process';

/** Plays random histories, 2,000 by default, and checks the money invariants after each. */
const [histories = '2000'] = process.argv.slice(2);
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'test/model'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, HISTORIES: histories },
});
process.exit(status ?? 1);
