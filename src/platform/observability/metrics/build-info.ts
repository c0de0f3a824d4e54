import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';

export type BuildInfo = { readonly version: string; readonly commit: string | null };

const readText = (...path: string[]): Promise<string | null> =>
  readFile(join(...path), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

const isCommit = (text: string | null | undefined): text is string => /^[0-9a-f]{40}$/.test(text ?? '');

export async function readCommit(folder: string): Promise<string | null> {
  const headText = await readText(folder, 'HEAD');
  const refName = /^ref: (refs\/\S+)$/.exec(headText ?? '')?.[1];
  if (refName === undefined) return isCommit(headText) ? headText : null;
  const loose = await readText(folder, refName);
  if (isCommit(loose)) return loose;
  const packed = (await readText(folder, 'packed-refs'))?.split('\n').find((line) => line.endsWith(` ${refName}`));
  return isCommit(packed?.slice(0, 40)) ? packed.slice(0, 40) : null;
}

export async function loadBuildInfo({ observability }: Pick<Config, 'observability'>): Promise<BuildInfo> {
  const { version } = JSON.parse((await readText('package.json')) ?? '{}') as { version?: string };
  return { version: version ?? 'unknown', commit: observability.commit ?? (await readCommit('.git')) };
}

/** Returns the time of the last backup: each backup touches `backupFile` when complete. */
export const loadBackupTime = async ({
  observability: { backupFile },
}: Pick<Config, 'observability'>): Promise<Date | null> =>
  backupFile === undefined
    ? null
    : stat(backupFile).then(
        ({ mtime }) => mtime,
        () => null,
      );
