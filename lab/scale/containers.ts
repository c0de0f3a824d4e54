import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getTempFolderOnDisk } from '../../tools/temp-storage.ts';
import { findProgram } from './debian-programs.ts';

export type ProgramResult = { readonly status: number | null; readonly out: string; readonly err: string };

export type Container = {
  readonly name: string;
  readonly output: { out: string; err: string };
  readonly gone: Promise<number | null>;
  readonly exec: (...command: string[]) => ProgramResult;
  /** Stops the container, by SIGKILL after `graceSeconds`. Resolves to its exit code and the duration in ms. */
  readonly stop: (graceSeconds: number) => Promise<{ code: number | null; ms: number }>;
};

/** Podman configuration with limits that machines without privileges may set. Its defaults are a million each. */
const settings = (folder: string) => `[containers]
default_ulimits = ["nofile=16384:16384", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
runtime = "runc"
init_path = "${findProgram('catatonit')}"
tmp_dir = "${folder}/tmp"
`;

const isFilesystemAvailable = (kind: string) => readFileSync('/proc/filesystems', 'utf8').split(/\s+/).includes(kind);

const podmanMessages = /^time="[^"]+" level=.*\n/gm;

export type Containers = ReturnType<typeof openContainers>;

/** Opens Podman and Buildah with a temporary storage. IMAGE_STORE names a storage to keep for the next run. */
export function openContainers() {
  const [buildah, podman] = [findProgram('buildah'), findProgram('podman')];
  findProgram('runc');
  const store = process.env['IMAGE_STORE'];
  const folder = store ? resolve(store) : mkdtempSync(join(getTempFolderOnDisk(), 'cryptocommerce-images-'));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'containers.conf');
  writeFileSync(file, settings(folder));
  const driver = isFilesystemAvailable('overlay') ? 'overlay' : 'vfs';
  const storage = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', driver];
  const env = { ...process.env, CONTAINERS_CONF: file };
  const run = (program: string, args: readonly string[]): ProgramResult => {
    const { status, stdout, stderr } = spawnSync(program, [...storage, ...args], {
      encoding: 'utf8',
      env,
      maxBuffer: 64_000_000,
    });
    return { status, out: stdout, err: stderr };
  };
  const expectRun = (program: string, args: readonly string[]): string => {
    const { status, out, err } = run(program, args);
    if (status !== 0) throw new Error(`${program} ${args[0]} exited with ${status}: ${err.slice(-2_000)}`);
    return out.trim();
  };
  const running = new Set<string>();
  const start = (name: string, args: readonly string[]): Container => {
    running.add(name);
    const child = spawn(podman, [...storage, 'run', '--rm', '--name', name, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output.out += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      output.err = `${output.err}${piece}`.replaceAll(podmanMessages, '');
    });
    const exit = once(child, 'close').then(([code]) => {
      running.delete(name);
      return code as number | null;
    });
    const stop = async (graceSeconds: number) => {
      const startedAt = performance.now();
      run(podman, ['stop', '-t', String(graceSeconds), name]);
      return { code: await exit, ms: performance.now() - startedAt };
    };
    return { name, output, gone: exit, stop, exec: (...command) => run(podman, ['exec', name, ...command]) };
  };
  return {
    driver,
    start,
    buildah: (...args: string[]) => expectRun(buildah, args),
    podman: (...args: string[]) => expectRun(podman, args),
    attempt: (...args: string[]) => run(podman, args),
    has: (image: string) => run(podman, ['image', 'exists', image]).status === 0,
    end: () => {
      for (const name of running) run(podman, ['rm', '-f', '-t', '0', name]);
      if (store) return;
      for (const args of [
        ['volume', 'rm', '-fa'],
        ['rmi', '-fa'],
      ])
        run(podman, args);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
