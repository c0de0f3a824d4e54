import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const source = readFileSync('src/platform/config.ts', 'utf8');
const listed = readFileSync('.env.example', 'utf8');

test('every setting of the process stands in .env.example, once, and nothing else does', () => {
  const schema = /const Environment = [\s\S]*?\n\}\)/.exec(source)?.[0] ?? '';
  const known = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
  const told = [...listed.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(20);
  expect(told.sort()).toEqual(known.sort());
});

test('.env.example copied to .env is a whole and right one', () => {
  const read = readConfig({ ...parseEnv(listed), DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-env-')) });
  expect(read).toMatchObject({ mode: 'demo', port: 3000, databaseUrl: undefined });
});

test('what stands in the real environment wins over .env, and a MODE there is not made up by NODE_ENV', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-env-')), 'settings.env');
  writeFileSync(file, 'PORT=of-the-file\nLOG_LEVEL=of-the-file\nMODE=of-the-file\nNODE_ENV=production\n');
  const env = { ...process.env, ENV_FILE: file, PORT: '4635', NODE_ENV: 'development', LOG_LEVEL: 'error' };
  const { status, stderr } = spawnSync(process.execPath, ['tools/run.mjs', 'rotate-keys'], { env, encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/MODE: /);
  expect(stderr).not.toMatch(/PORT: |LOG_LEVEL: /);
  expect(readConfig({ NODE_ENV: 'production', DATA_DIR: mkdtempSync(join(tmpdir(), 'env-')) }).mode).toBe('demo');
});
