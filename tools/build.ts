import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { builder, isStale, sourcesNow, stamp } from './built.mjs';

/** Where the built pages lie. */
export const webFolder = 'build/client';
/** What is drawn into pages. */
export const drawingFile = 'build/drawn/drawn.js';

/** Builds the pages when there are none or something they are made of changed. */
export function buildWhenStale(): void {
  if (!isStale()) return;
  console.error('Building the pages ...');
  rmSync(stamp, { force: true });
  const [begun, { listed }] = [new Date(), sourcesNow()];
  const built = spawnSync(builder, ['build'], { stdio: ['ignore', 2, 2], env: buildEnvironment(process.env) });
  if (built.status !== 0)
    throw new Error(
      `The pages could not be built: ${built.error?.message ?? `react-router ended with ${built.status}`}`,
    );
  for (const file of globSync(`${webFolder}/assets/**/*.{js,mjs,css,svg}`)) compress(file);
  writeFileSync(stamp, listed);
  utimesSync(stamp, begun, begun);
}

/** An empty NODE_ENV is one that nobody set: taken as it stands, React comes in two kinds and the build breaks off. */
export const buildEnvironment = ({ NODE_ENV, ...rest }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  NODE_ENV ? { NODE_ENV, ...rest } : rest;

/** Lays a brotli and a gzip copy beside a built file, for the server to hand out. */
function compress(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
