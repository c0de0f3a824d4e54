import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** A program that tries what it should not, as a parser would in which somebody found a hole. */
const wishes: Record<string, (at: string) => string> = {
  say: () => 'here',
  read: (at) => readFileSync(at, 'utf8'),
  write: (at) => String(writeFileSync(at, 'left behind')),
  start: (at) => String(spawnSync(at, ['--version']).status),
  secrets: () => JSON.stringify(process.env),
  never: () => {
    for (;;);
  },
};

process.on('message', (asked: string | [string, string]) => {
  const [wish, at = ''] = [asked].flat() as [string, string?];
  try {
    process.send?.({ done: wishes[wish]?.(at) });
  } catch (error) {
    process.send?.({ done: (error as NodeJS.ErrnoException).code });
  }
});
