import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { mapStackToSources } from './bundle-stack.ts';
import { toLoggable } from './log.ts';

const bundle = `// src/kernel/one.ts
var one = () => {
	throw new Error("broken");
};
// src/features/two.ts
export function two() {
	one();
}
`;

test('a stack of the bundled product names its source files', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-piece-')), 'build/product');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'start-product.js'), bundle);
  const { two: frames } = await import(pathToFileURL(join(folder, 'start-product.js')).href);
  let fault: unknown;
  try {
    frames();
  } catch (error) {
    fault = error;
  }
  const logged = toLoggable(fault);
  const { where: frameNames } = logged as { where: string[] };
  expect(frameNames[0]).toMatch(/at one .*start-product\.js:3:\d+\)? of src\/kernel\/one\.ts$/);
  expect(frameNames[1]).toMatch(/at .*two .*start-product\.js:7:\d+\)? of src\/features\/two\.ts$/);
  expect(frameNames.slice(2).join()).not.toContain(' of ');
  expect(String((mapStackToSources(fault) as Error).stack)).toContain(frameNames[0]);
});

test('a stack is printed even when the bundle is gone', () => {
  const error = new Error('broken');
  error.stack = 'Error: broken\n    at one (/gone/build/product/start-product.js:3:1)';
  expect(toLoggable(error)).toMatchObject({
    message: 'broken',
    where: [expect.stringContaining('start-product.js:3:1')],
  });
});
