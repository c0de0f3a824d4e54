import { spawn } from 'node:child_process';
import { globSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { builder, isStale, sourcesNow, stamp } from './build-state.mjs';

export const webFolder = 'build/client';
export const renderersFile = 'build/renderers/renderers.js';

/** Builds the pages when missing or older than their sources. `quiet` prints only errors. */
export async function buildWhenStale({ quiet = false } = {}): Promise<void> {
  if (!isStale()) return;
  if (!quiet) console.error('Building the pages ...');
  rmSync(stamp, { force: true });
  const [startedAt, { listed }] = [new Date(), sourcesNow()];
  await runBuilder(['build', ...(quiet ? ['--logLevel', 'error'] : [])]);
  await Promise.all(globSync(`${webFolder}/assets/**/*.{js,mjs,css,svg}`).map(compress));
  writeFileSync(stamp, listed);
  utimesSync(stamp, startedAt, startedAt);
}

/** Runs React Router's build. It ends with this process. */
async function runBuilder(args: readonly string[]): Promise<void> {
  const child = spawn(builder, args, { stdio: ['ignore', 2, 2], env: buildEnvironment(process.env) });
  const stop = () => child.kill();
  process.once('exit', stop);
  const reason = await new Promise<string | null>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(code === 0 ? null : `react-router ended with ${code ?? signal}`));
  });
  process.off('exit', stop);
  if (reason) throw new Error(`The pages could not be built: ${reason}`);
}

/** Drops an empty NODE_ENV: with it React would be bundled in two modes and the build would fail. */
export const buildEnvironment = ({ NODE_ENV, ...rest }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  NODE_ENV ? { NODE_ENV, ...rest } : rest;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes `.br` and `.gz` next to a built file. The server sends them as they are. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  await Promise.all([
    toBrotli(content).then((packed) => writeFile(`${file}.br`, packed)),
    toGzip(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
