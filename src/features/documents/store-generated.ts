import { rm, writeFile } from 'node:fs/promises';
import { createTempPath } from '../../platform/files/temp-file.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Purpose } from './purposes.ts';
import { storeFile, type UploadIntent } from './store-file.ts';

type FileOwner = Pick<UploadIntent, 'userId' | 'credentials' | 'requestId'>;
type GeneratedDocument = {
  readonly purpose: Purpose;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
};

/** Stores a generated document as the user's file, within their quota. Returns the file id. */
export async function storeGenerated(
  services: Services,
  owner: FileOwner,
  { purpose, name, mime, bytes }: GeneratedDocument,
): Promise<string> {
  const path = await createTempPath(services.files.tempFolder);
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    const intent: UploadIntent = { ...owner, purpose, submissionId: null, part: null };
    return await storeFile(services, intent, { fit: { path, mime, bytes: bytes.length }, name, state: 'clean' });
  } finally {
    await rm(path, { force: true });
  }
}
