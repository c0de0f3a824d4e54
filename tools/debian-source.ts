import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a program without its output; errors go to our standard error. Returns true on success. */
export const run = (program: string, args: readonly string[], cwd = '/'): boolean =>
  // In runlevel 1, Debian packages do not start their servers on installation.
  spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 2], env: { ...process.env, RUNLEVEL: '1' } }).status ===
  0;

/** Output of a program; empty when it is missing. */
export const readOutput = (program: string, args: readonly string[]): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';

type Wanted = { readonly name: string; readonly release: string };
type BuildResult = 'built' | 'not built' | 'no source';

/**
 * Downloads a source package of another Debian release and calls `build` in its folder, which is deleted afterwards.
 * Needs root.
 */
export function fromDebianSource(wanted: Wanted, build: (source: string) => boolean): BuildResult {
  const folder = mkdtempSync(join(tmpdir(), `cryptocommerce-${wanted.name}-`));
  try {
    const source = sourceOf(wanted, folder);
    if (source === null) return 'no source';
    return build(source) ? 'built' : 'not built';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Downloads with separate apt state, so that packages of the machine stay on their release. Null on failure. */
function sourceOf({ name, release }: Wanted, folder: string): string | null {
  for (const part of ['lists/partial', 'cache/archives/partial', 'source'])
    mkdirSync(join(folder, part), { recursive: true });
  const mirrors = readOutput('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian']).split('\n');
  const mirror = mirrors.find((one) => !one.includes('security')) ?? '';
  writeFileSync(join(folder, 'sources.list'), `deb-src ${mirror} ${release} main\n`);
  const state = {
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(state).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const source = join(folder, 'source');
  const fetched =
    run('apt-get', [...options, 'update', '-qq']) &&
    run('apt-get', [...options, 'source', '-qq', '--download-only', name], source);
  const [archive] = fetched ? globSync(join(source, `${name}_*.orig.tar.*`)) : [];
  return archive && run('tar', ['xf', archive, '--strip-components=1'], source) ? source : null;
}
