import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { buildEnvironment } from './build.ts';
import { sources } from './built.mjs';

/** What a module takes in from beside itself: modules, sheets, tables. */
const takenInBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.{1,2}\/[^'?]+)/g)].map(([, name = '']) =>
    join(file, '..', name),
  );

/** These files, and all that they take in. */
function allOf(files: readonly string[]): ReadonlySet<string> {
  const all = new Set(files);
  for (const file of all) if (/\.tsx?$/.test(file)) for (const taken of takenInBy(file)) all.add(taken);
  return all;
}

test('a start builds anew when anything changed that the pages and the product take in', () => {
  const pages = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] });
  const all = allOf(['tools/start-product.ts', ...pages]);
  expect(all).toContain('tools/demo/prepare-demo.ts');
  expect([...all].filter((file) => !sources.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});

test('until the product runs in one piece a start takes in nothing of which types are to be taken out', () => {
  const all = new Set(['tools/start.mjs']);
  for (const file of all)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import .* from '(\.[^']+)';$/gm))
      all.add(join(file, '..', name));
  expect([...all].sort()).toEqual(['tools/built.mjs', 'tools/start.mjs']);
});

test('an empty NODE_ENV is none for the build, and any other goes along', () => {
  expect(buildEnvironment({ NODE_ENV: '', PATH: '/bin' })).toEqual({ PATH: '/bin' });
  expect(buildEnvironment({ PATH: '/bin' })).toEqual({ PATH: '/bin' });
  expect(buildEnvironment({ NODE_ENV: 'production' })).toEqual({ NODE_ENV: 'production' });
});
