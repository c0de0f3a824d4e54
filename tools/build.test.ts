import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ViteBuilder } from 'vite';
import { expect, test } from 'vitest';
import { buildEnvironment } from './build.ts';
import { sources } from './built.mjs';
import { extendTimeouts } from './patient-prerender.ts';

const findImports = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.{1,2}\/[^'?]+)/g)].map(([, name = '']) =>
    join(file, '..', name),
  );

function withTransitiveImports(files: readonly string[]): ReadonlySet<string> {
  const all = new Set(files);
  for (const file of all) if (/\.tsx?$/.test(file)) for (const imported of findImports(file)) all.add(imported);
  return all;
}

test('a start rebuilds when any imported file changed', () => {
  const pages = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] });
  const all = withTransitiveImports(['tools/start-product.ts', ...pages]);
  expect(all).toContain('tools/demo/prepare-demo.ts');
  expect([...all].filter((file) => !sources.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});

test('before the bundle runs, a start imports no TypeScript', () => {
  const all = new Set(['tools/start.mjs']);
  for (const file of all)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import .* from '(\.[^']+)';$/gm))
      all.add(join(file, '..', name));
  expect([...all].sort()).toEqual(['tools/built.mjs', 'tools/start.mjs']);
});

test('the build drops an empty NODE_ENV and keeps any other', () => {
  expect(buildEnvironment({ NODE_ENV: '', PATH: '/bin' })).toEqual({ PATH: '/bin' });
  expect(buildEnvironment({ PATH: '/bin' })).toEqual({ PATH: '/bin' });
  expect(buildEnvironment({ NODE_ENV: 'production' })).toEqual({ NODE_ENV: 'production' });
});

test('the build extends only the prerender time limit', async () => {
  // The plugin relies on React Router passing its 10 s limit through AbortSignal.timeout.
  const library = readFileSync('node_modules/@react-router/dev/dist/vite.js', 'utf8');
  expect(library).toMatch(/timeout = 1e4 \}[\s\S]{0,2000}AbortSignal\.timeout\(timeout\)/);
  const own = AbortSignal.timeout;
  let aborted: boolean | undefined;
  const buildApp = async () => {
    const signal = AbortSignal.timeout(5);
    await sleep(30);
    aborted = signal.aborted;
  };
  await extendTimeouts(buildApp)({} as ViteBuilder);
  expect([aborted, AbortSignal.timeout]).toEqual([false, own]);
});
