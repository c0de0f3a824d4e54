import { rm, writeFile } from 'node:fs/promises';
import { sidePath } from '../../platform/files/side-file.ts';
import type { Services } from '../../platform/procedure.ts';
import { keepFile } from './keep-file.ts';
import type { Purpose } from './purposes.ts';
import type { Wish } from './upload-route.ts';

type Who = Pick<Wish, 'userId' | 'comer' | 'requestId'>;
/** A paper of our own making: it needs no judging. */
type Paper = { readonly purpose: Purpose; readonly name: string; readonly mime: string; readonly bytes: Buffer };

/** Keeps a paper that was drawn here, as a file of whoever had it drawn, within what they may keep; answers its id. */
export async function keepMade(services: Services, who: Who, { purpose, name, mime, bytes }: Paper): Promise<string> {
  const path = await sidePath(services.files.sideFolder);
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    const wish: Wish = { ...who, purpose, submissionId: null, part: null, ip: null };
    return await keepFile(services, wish, { fit: { path, mime, bytes: bytes.length }, name, state: 'clean' });
  } finally {
    await rm(path, { force: true });
  }
}
