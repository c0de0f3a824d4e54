import { spawnSync } from 'node:child_process';
import { globSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { builder, isStale, sourcesNow, stamp } from './built.mjs';

export const webFolder = 'build/client';
export const drawingFile = 'build/drawn/drawn.js';

/** Builds the pages when missing or older than their sources. `quiet` prints only errors. */
export async function buildWhenStale({ quiet = false } = {}): Promise<void> {
  if (!isStale()) return;
  if (!quiet) console.error('Building the pages ...');
  rmSync(stamp, { force: true });
  const [begun, { listed }] = [new Date(), sourcesNow()];
  const built = spawnSync(builder, ['build', ...(quiet ? ['--logLevel', 'error'] : [])], {
    stdio: ['ignore', 2, 2],
    env: buildEnvironment(process.env),
  });
  if (built.status !== 0)
    throw new Error(
      `The pages could not be built: ${built.error?.message ?? `react-router ended with ${built.status}`}`,
    );
  await Promise.all(globSync(`${webFolder}/assets/**/*.{js,mjs,css,svg}`).map(compress));
  writeFileSync(stamp, listed);
  utimesSync(stamp, begun, begun);
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
