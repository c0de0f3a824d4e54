import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tracedToSources } from './in-one-piece.ts';
import { loggable } from './log.ts';

const piece = `// src/kernel/one.ts
var one = () => {
	throw new Error("broken");
};
// src/features/two.ts
export function two() {
	one();
}
`;

test('a fault of the product in one piece is told by the sources that it came through', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-piece-')), 'build/product');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'start-product.js'), piece);
  const { two } = await import(pathToFileURL(join(folder, 'start-product.js')).href);
  let fault: unknown;
  try {
    two();
  } catch (error) {
    fault = error;
  }
  const told = loggable(fault);
  const { where } = told as { where: string[] };
  expect(where[0]).toMatch(/at one .*start-product\.js:3:\d+\)? of src\/kernel\/one\.ts$/);
  expect(where[1]).toMatch(/at .*two .*start-product\.js:7:\d+\)? of src\/features\/two\.ts$/);
  expect(where.slice(2).join()).not.toContain(' of ');
  // What ends a start is told where nobody keeps a log yet.
  expect(String((tracedToSources(fault) as Error).stack)).toContain(where[0]);
});

test('a fault is told also where the piece that it came through is no longer there', () => {
  const error = new Error('broken');
  error.stack = 'Error: broken\n    at one (/gone/build/product/start-product.js:3:1)';
  expect(loggable(error)).toMatchObject({
    message: 'broken',
    where: [expect.stringContaining('start-product.js:3:1')],
  });
});
