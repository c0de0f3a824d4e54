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

/** Downloads a source package of another Debian release and calls `build` in its temporary folder. Needs root. */
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

/** Downloads a source package and unpacks it. Null on failure. */
const sourceOf = ({ name, release }: Wanted, folder: string): string | null =>
  withAptSources(`deb-src %s ${release} main`, (options) => {
    const source = join(folder, 'source');
    mkdirSync(source);
    if (!run('apt-get', [...options, 'source', '-qq', '--download-only', name], source)) return null;
    const [archive] = globSync(join(source, `${name}_*.orig.tar.*`));
    return archive && run('tar', ['xf', archive, '--strip-components=1'], source) ? source : null;
  });

/** Calls `use` with apt-get options for one source; the machine keeps its release. `%s` is this machine's mirror. */
export function withAptSources<Result>(line: string, use: (options: readonly string[], folder: string) => Result) {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-apt-'));
  try {
    for (const part of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, part), { recursive: true });
    const mirrors = readOutput('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian']).split('\n');
    const mirror = mirrors.find((one) => !one.includes('security')) ?? '';
    writeFileSync(join(folder, 'sources.list'), `${line.replace('%s', mirror)}\n`);
    const state = {
      'Dir::Etc::SourceList': join(folder, 'sources.list'),
      'Dir::Etc::SourceParts': '/dev/null',
      'Dir::State::Lists': join(folder, 'lists'),
      'Dir::Cache': join(folder, 'cache'),
      'APT::Sandbox::User': 'root',
    };
    const options = Object.entries(state).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
    run('apt-get', [...options, 'update', '-qq']);
    return use(options, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
