import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config/config.ts';
import { credentialKey } from '../credential-keys.ts';
import { readEnvironmentFile } from './environment-file.ts';

const text = (file: string) => readFileSync(file, 'utf8');
const example = text('ops/settings.env.example');
const demo = text('.env.example');
const parts = ['migrate', 'web', 'worker'] as const;
const namesIn = (file: string) => [...file.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
const valuesOf = (unit: string, key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
const parseAssignments = (assignments: string) =>
  Object.fromEntries([...assignments.matchAll(/(?:^| )([A-Z_]+)=(\S*)/g)].map(([, name, value]) => [name, value]));

function environmentOf(part: string, settings: string): Record<string, string> {
  const unit = text(`ops/systemd/cryptocommerce-${part}.service`);
  const files = valuesOf(unit, 'EnvironmentFile').map((path) =>
    readEnvironmentFile(basename(path) === 'settings.env' ? settings : text(join('ops/systemd', basename(path)))),
  );
  const [command = ''] = valuesOf(unit, 'ExecStart');
  const [settingValues, run] = command.split(' /opt/');
  expect(run).toBe(`cryptocommerce/ops/cryptocommerce ${part}`);
  return Object.assign(
    parseAssignments(valuesOf(unit, 'Environment').join(' ')),
    ...files,
    parseAssignments(settingValues ?? ''),
  );
}

const secret = 'q8Zt3Wm1Lx7Rb5Yc9Vd2Kf6Hg4Js0PaN';
const inOneLine = credentialKey().replaceAll('\n', '\\n');
const answers: Record<string, string> = {
  DATABASE_URL: 'postgres://cryptocommerce_owner:p%40ss@127.0.0.1/cryptocommerce',
  PUBLIC_ORIGIN: 'https://example.com',
  AUTH_SECRET: secret,
  FILE_KEYS: `2026a:${Buffer.from(secret).toString('base64')}`,
  CREDENTIAL_KEYS: `"${inOneLine}"`,
  SETTINGS_FILE: 'settings.example.json',
  CLAMD_ADDRESS: '/run/clamav/clamd.ctl',
  SMTP_URL: 'smtps://user:pass@mail.example.com:465',
  MAIL_FROM: 'Example <no-reply@example.com>',
};
const writeFilledIn = (file: string, settingValues = answers) =>
  Object.entries(settingValues).reduce(
    (filled, [name, value]) => filled.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
    file,
  );
const required = [...example.matchAll(/^# \* [^\n]*\n(?:# [^\n]*\n)*([A-Z_]+)=/gm)].map(([, name = '']) => name);
const getRefusal = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return [...String(error).matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
  }
};

test.each(parts)(
  'the unit of %s with the unchanged example refuses to start and names the settings marked *',
  (part) => {
    expect(required.toSorted()).toEqual(Object.keys(answers).sort());
    expect(getRefusal(environmentOf(part, example)).sort()).toEqual(required.toSorted());
  },
);

const ports = { migrate: 3000, web: 3000, worker: 3001 };
const everything = example.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, '');

test.each(parts)('the unit of %s with the filled-in example, its options on or off, runs production', (part) => {
  for (const settings of [example, everything])
    expect(readConfig(environmentOf(part, writeFilledIn(settings)))).toMatchObject({
      mode: 'production',
      host: '127.0.0.1',
      port: ports[part],
      dataDir: '/var/lib/cryptocommerce',
      trustedProxies: ['127.0.0.1'],
    });
});

test.each(parts)('the unit of %s runs production on its own port even with the settings of the demo', (part) => {
  expect(demo).toMatch(/^MODE=demo$/m);
  expect(readConfig(environmentOf(part, writeFilledIn(demo)))).toMatchObject({
    mode: 'production',
    ...(part !== 'migrate' && { port: ports[part] }),
    dataDir: '/var/lib/cryptocommerce',
  });
});

test('web and worker use different ports, also for metrics', () => {
  const parts = ['web', 'worker'].flatMap((part) => {
    const file = readEnvironmentFile(text(`ops/systemd/${part}.env`).replace('#METRICS_PORT', 'METRICS_PORT'));
    return [file['PORT'], file['METRICS_PORT']];
  });
  expect(parts).toHaveLength(4);
  expect(new Set(parts).size).toBe(4);
});

test('the filled-in example runs production in the image under the rules of docker run --env-file', () => {
  const [, settingValues = ''] = /^ENV (NODE_ENV=.*)$/m.exec(text('Dockerfile')) ?? [];
  const settings = writeFilledIn(example, { ...answers, CREDENTIAL_KEYS: inOneLine });
  const lines = [...settings.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const environment = { ...parseAssignments(settingValues), ...Object.fromEntries(lines) };
  expect(readConfig(environment)).toMatchObject({ mode: 'production', port: 3000, host: '0.0.0.0', dataDir: '/data' });
});

test('the production example has every setting except those of units and of the demo', () => {
  const elsewhere = ['MODE', 'DATA_DIR', 'HOST', 'PORT', 'METRICS_PORT', 'DEMO_ON_PURPOSE', 'GEO_DEMO_ADDRESS'];
  expect([...namesIn(example), ...elsewhere].sort()).toEqual(namesIn(demo).sort());
});

test('the steps of the README install each file that the units read', () => {
  const [, steps = ''] = /## A machine with systemd\n\n((?: {4}.*\n)+)/.exec(text('ops/README.md')) ?? [];
  const installed = [...steps.matchAll(/^ {4}install .*?((?: ops\/\S+)+) (\S+)/gm)].flatMap(([, from = '', to = '']) =>
    from
      .trim()
      .split(' ')
      .map((file) => {
        expect([file, globSync(file).length > 0]).toEqual([file, true]);
        return to.endsWith('/') ? `${to}${basename(file)}` : to;
      }),
  );
  const read = parts.flatMap((part) => valuesOf(text(`ops/systemd/cryptocommerce-${part}.service`), 'EnvironmentFile'));
  expect(read).toHaveLength(5);
  expect(read.filter((path) => !installed.includes(path))).toEqual([]);
});

test('the EnvironmentFile parser follows the systemd documentation', () => {
  const file =
    'A=1 # part of it\n# B=2\n;C=3\n  D = 4\nE="a\\nb \\"c\\""\nF=a\\nb\nG=\'x\\n\'  \nH="two\nlines"\nI=\nJ=a"b\n';
  expect(readEnvironmentFile(file)).toEqual({
    A: '1 # part of it',
    E: 'a\\nb "c"',
    F: 'anb',
    G: 'x\\n',
    H: 'two\nlines',
    I: '',
    J: 'a"b',
  });
});

type Images = { published: Record<string, { since: string }>; withdrawn: Record<string, unknown> };

test('compose.yaml and the Dockerfile use listed, dated images that were not withdrawn', () => {
  const { published, withdrawn } = JSON.parse(text('ops/compose/images.json')) as Images;
  const compose = Object.values(parse(text('compose.yaml'), { merge: true }).services) as { image: string }[];
  const dockerfile = text('Dockerfile');
  const node = /^ARG NODE_VERSION=(.*)$/m.exec(dockerfile)?.[1] ?? '';
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) =>
    base.replace(`\${NODE_VERSION}`, node),
  );
  const named = [...new Set([...compose.map(({ image }) => image), ...bases])].filter(
    (one) => one !== 'cryptocommerce',
  );
  expect(named.sort()).toEqual(Object.keys(published).sort());
  expect(named.filter((one) => (one.split(':')[0] ?? '') in withdrawn)).toEqual([]);
  for (const { since } of Object.values(published)) expect(since).toMatch(/^20\d\d-\d\d$/);
});

describe('units', () => {
  const analyze = '/usr/bin/systemd-analyze';
  const systemd = spawnSync(analyze, ['--version']).status === 0;
  const caddies = [process.env['CADDY_PATH'] ?? '', '/usr/bin/caddy', '/usr/local/bin/caddy'];
  const caddy = caddies.find((path) => path && spawnSync(path, ['version']).status === 0);

  function writeUnits(): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-units-'));
    return globSync('ops/systemd/*.{service,target}').map((file) => {
      const to = join(folder, basename(file));
      writeFileSync(to, readFileSync(file, 'utf8').replaceAll('/opt/cryptocommerce', process.cwd()));
      return to;
    });
  }

  describe.skipIf(!systemd)(`systemd units${systemd ? '' : ' (skipped: systemd is not installed)'}`, () => {
    const units = writeUnits();
    const services = units.filter((file) => file.endsWith('.service'));

    test('the units are valid', () => {
      expect(units).toHaveLength(4);
      const { status, stdout, stderr } = spawnSync(analyze, ['verify', '--man=no', '--recursive-errors=no', ...units], {
        encoding: 'utf8',
      });
      const output = `${stdout}${stderr}`.split('\n').filter((line) => /cryptocommerce/.test(line));
      expect({ output, status }).toEqual({ output: [], status: 0 });
    });

    test.each(services)('%s has an exposure level below 2 of 10 in systemd-analyze security', (file) => {
      const args = ['security', '--offline=true', '--no-pager', '--threshold=20', file];
      const { status, stdout, stderr } = spawnSync(analyze, args, { encoding: 'utf8' });
      expect([status, /exposure level.*: ([\d.]+)/.exec(stdout)?.[1], stderr]).toEqual([
        0,
        expect.stringMatching(/^[01]\./),
        '',
      ]);
    });
  });

  test.skipIf(!caddy)(`Caddy accepts the Caddyfile${caddy ? '' : ' (skipped: Caddy is not installed)'}`, () => {
    const home = mkdtempSync(join(tmpdir(), 'cryptocommerce-caddy-'));
    const args = ['validate', '--config', 'ops/caddy/Caddyfile', '--adapter', 'caddyfile'];
    const { status, stdout, stderr } = spawnSync(caddy ?? '', args, { encoding: 'utf8', env: { HOME: home } });
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('Valid configuration')]);
  });
});
