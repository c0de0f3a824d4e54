import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const source = readFileSync('src/platform/config/config.ts', 'utf8');
const example = readFileSync('.env.example', 'utf8');

test('.env.example lists every setting once and nothing else', () => {
  const schema = /const Environment = [\s\S]*?\n\}\)/.exec(source)?.[0] ?? '';
  const settingNames = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
  const documented = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(settingNames.length).toBeGreaterThan(20);
  expect(documented.sort()).toEqual(settingNames.sort());
});

test('.env.example copied to .env is complete and valid', () => {
  const readEnvFile = readConfig({
    ...parseEnv(example),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-env-')),
  });
  expect(readEnvFile).toMatchObject({ mode: 'demo', port: 3000, databaseUrl: undefined });
});

test('the environment wins over .env, and NODE_ENV does not set MODE', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-env-')), 'settings.env');
  writeFileSync(file, 'PORT=of-the-file\nLOG_LEVEL=of-the-file\nMODE=of-the-file\nNODE_ENV=production\n');
  const env = { ...process.env, ENV_FILE: file, PORT: '4635', NODE_ENV: 'development', LOG_LEVEL: 'error' };
  const { status, stderr } = spawnSync(process.execPath, ['tools/run.mjs', 'rotate-keys'], { env, encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/MODE: /);
  expect(stderr).not.toMatch(/PORT: |LOG_LEVEL: /);
  expect(readConfig({ NODE_ENV: 'production', DATA_DIR: mkdtempSync(join(tmpdir(), 'env-')) }).mode).toBe('demo');
});
