import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scratchOnDisk } from '../../tools/scratch.ts';
import { programOf } from './debian.ts';

export type Ran = { readonly status: number | null; readonly out: string; readonly err: string };

export type Container = {
  readonly name: string;
  /** Everything it wrote so far. */
  readonly said: { out: string; err: string };
  /** Its exit code, once it is gone. */
  readonly gone: Promise<number | null>;
  /** Runs a program in it, as whoever it runs as. */
  readonly inside: (...command: string[]) => Ran;
  /** Asks it to end, and kills it after so many seconds; its exit code, and after how many milliseconds it was gone. */
  readonly stop: (seconds: number) => Promise<{ code: number | null; ms: number }>;
};

/** A limit that a machine may not raise is not asked for: podman's own are a million of each. */
const settings = (folder: string) => `[containers]
default_ulimits = ["nofile=16384:16384", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
runtime = "runc"
init_path = "${programOf('catatonit')}"
tmp_dir = "${folder}/passing"
`;

const isThere = (kind: string) => readFileSync('/proc/filesystems', 'utf8').split(/\s+/).includes(kind);

/** What podman itself says beside what it runs, such as that no systemd is here to ask for health. */
const podmansOwn = /^time="[^"]+" level=.*\n/gm;

export type Containers = ReturnType<typeof openContainers>;

/**
 * Podman and Buildah with a storage and settings of their own: what this machine has of either is not touched. The
 * storage is gone with the scenario, unless IMAGE_STORE names a folder for it: what was built then need not be again.
 */
export function openContainers() {
  const [buildah, podman] = [programOf('buildah'), programOf('podman')];
  programOf('runc');
  const kept = process.env['IMAGE_STORE'];
  const folder = kept ? resolve(kept) : mkdtempSync(join(scratchOnDisk(), 'cryptocommerce-images-'));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'containers.conf');
  writeFileSync(file, settings(folder));
  const driver = isThere('overlay') ? 'overlay' : 'vfs';
  const where = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', driver];
  const env = { ...process.env, CONTAINERS_CONF: file };
  const ask = (program: string, args: readonly string[]): Ran => {
    const { status, stdout, stderr } = spawnSync(program, [...where, ...args], {
      encoding: 'utf8',
      env,
      maxBuffer: 64_000_000,
    });
    return { status, out: stdout, err: stderr };
  };
  const done = (program: string, args: readonly string[]): string => {
    const { status, out, err } = ask(program, args);
    if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}: ${err.slice(-2_000)}`);
    return out.trim();
  };
  const running = new Set<string>();
  /** Starts a container and does not wait for it. */
  const start = (name: string, args: readonly string[]): Container => {
    running.add(name);
    const child = spawn(podman, [...where, 'run', '--rm', '--name', name, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said.out += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      said.err = `${said.err}${piece}`.replaceAll(podmansOwn, '');
    });
    const gone = once(child, 'close').then(([code]) => {
      running.delete(name);
      return code as number | null;
    });
    const stop = async (seconds: number) => {
      const begun = performance.now();
      ask(podman, ['stop', '-t', String(seconds), name]);
      return { code: await gone, ms: performance.now() - begun };
    };
    return { name, said, gone, stop, inside: (...command) => ask(podman, ['exec', name, ...command]) };
  };
  return {
    driver,
    start,
    buildah: (...args: string[]) => done(buildah, args),
    podman: (...args: string[]) => done(podman, args),
    /** As the one before, where it may come to nothing. */
    tried: (...args: string[]) => ask(podman, args),
    has: (image: string) => ask(podman, ['image', 'exists', image]).status === 0,
    end: () => {
      for (const name of running) ask(podman, ['rm', '-f', '-t', '0', name]);
      if (kept) return;
      for (const args of [
        ['volume', 'rm', '-fa'],
        ['rmi', '-fa'],
      ])
        ask(podman, args);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
