import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

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
