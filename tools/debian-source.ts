import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a program that says what is wrong on our own standard error; answers whether it did what it should. */
export const run = (program: string, args: readonly string[], cwd = '/'): boolean =>
  // A package that brings a server would start it by itself, but in runlevel 1.
  spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 2], env: { ...process.env, RUNLEVEL: '1' } }).status ===
  0;

/** What a program says; nothing where there is none. */
export const told = (program: string, args: readonly string[]): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';

type Wanted = { readonly name: string; readonly release: string };
type Became = 'built' | 'not built' | 'no source';

/**
 * Has something built out of a source package of another release of Debian: `build` is called in the folder of the
 * source, which is gone afterwards. Answers whether the source came, and was built. For root.
 */
export function fromDebianSource(wanted: Wanted, build: (source: string) => boolean): Became {
  const folder = mkdtempSync(join(tmpdir(), `cryptocommerce-${wanted.name}-`));
  try {
    const source = sourceOf(wanted, folder);
    if (source === null) return 'no source';
    return build(source) ? 'built' : 'not built';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fetches and unpacks it under a state of its own: what is installed on this machine goes by its own release. */
function sourceOf({ name, release }: Wanted, folder: string): string | null {
  for (const part of ['lists/partial', 'cache/archives/partial', 'source'])
    mkdirSync(join(folder, part), { recursive: true });
  const mirrors = told('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian']).split('\n');
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
