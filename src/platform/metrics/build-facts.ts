import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Which version runs, and of which commit; null where nobody told and there is no repository beside it. */
export type Build = { readonly version: string; readonly commit: string | null };

const textIn = (...path: string[]): Promise<string | null> =>
  readFile(join(...path), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

const isCommit = (text: string | null | undefined): text is string => /^[0-9a-f]{40}$/.test(text ?? '');

/** The commit that a repository stands on, read from its own files. */
export async function commitIn(folder: string): Promise<string | null> {
  const head = await textIn(folder, 'HEAD');
  const name = /^ref: (refs\/\S+)$/.exec(head ?? '')?.[1];
  if (name === undefined) return isCommit(head) ? head : null;
  const loose = await textIn(folder, name);
  if (isCommit(loose)) return loose;
  const packed = (await textIn(folder, 'packed-refs'))?.split('\n').find((line) => line.endsWith(` ${name}`));
  return isCommit(packed?.slice(0, 40)) ? packed.slice(0, 40) : null;
}

/** What was built, by the word of the settings or of the repository that it runs from. */
export async function buildOf({ seeing }: Pick<Config, 'seeing'>): Promise<Build> {
  const { version } = JSON.parse((await textIn('package.json')) ?? '{}') as { version?: string };
  return { version: version ?? 'not told', commit: seeing.commit ?? (await commitIn('.git')) };
}

/** When the last backup was whole: what writes it touches the file that the settings name. */
export const backupAtOf = async ({ seeing: { backupMark } }: Pick<Config, 'seeing'>): Promise<Date | null> =>
  backupMark === undefined
    ? null
    : stat(backupMark).then(
        ({ mtime }) => mtime,
        () => null,
      );
