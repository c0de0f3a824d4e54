import { expect, test } from 'vitest';
import { openLog } from './log.ts';

test.each(['silent', 'fatal', 'error', 'warn'] as const)('at %s, what must leave the machine is written', (level) => {
  const lines: string[] = [];
  const log = openLog(level, { write: (line: string) => void lines.push(line) });
  log.always({ anchor: '7:abc' }, 'audit anchor');
  log.warn({}, 'something else');
  expect(lines[0]).toContain('"anchor":"7:abc"');
  expect(lines).toHaveLength(level === 'warn' ? 2 : 1);
});
