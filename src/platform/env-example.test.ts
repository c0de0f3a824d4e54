import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = readFileSync('src/platform/config.ts', 'utf8');
const listed = readFileSync('.env.example', 'utf8');

test('every setting of the process stands in .env.example, once, and nothing else does', () => {
  const schema = /const Environment = [\s\S]*?\n\}\)/.exec(source)?.[0] ?? '';
  const known = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
  const told = [...listed.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(20);
  expect(told.sort()).toEqual(known.sort());
});
