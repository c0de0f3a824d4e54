import { join } from 'node:path';
import { cachedRead } from '../../platform/database/cached-read.ts';
import { getFileSize, getFileSizes } from '../../platform/files/temp-file.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Used } from './purposes.ts';

/** Counts running uploads, and interrupted ones for an hour. Both share the quota of unused files. */

const cacheMs = 2_000;

/** An upload of this process, keyed by its temporary file's name. */
type UploadSize = { bytes: number; over: boolean };
const uploadsByServices = new WeakMap<Services, Map<string, UploadSize>>();
function uploadsOf(services: Services): Map<string, UploadSize> {
  const uploads = uploadsByServices.get(services) ?? new Map<string, UploadSize>();
  uploadsByServices.set(services, uploads);
  return uploads;
}

/** Reads the temporary files of all processes. Forgets ended uploads: their files are on disk. */
const readTempFiles = cachedRead(cacheMs, (services) => {
  const uploads = uploadsOf(services);
  for (const [name, { over }] of uploads) if (over) uploads.delete(name);
  return getFileSizes(services.files.tempFolder);
});

export async function countUploads(services: Services, excludedName: string): Promise<Used> {
  const all = new Map(await readTempFiles(services));
  for (const [name, { bytes }] of uploadsOf(services)) all.set(name, bytes);
  all.delete(excludedName);
  let sum = 0;
  for (const bytes of all.values()) sum += bytes;
  return { files: all.size, bytes: BigInt(sum) };
}

export type UploadStart = { readonly name: string; readonly bytes: number };

/** Counts an upload with its declared size until the returned function ends it. Then its received bytes count. */
export function registerUpload(services: Services, { name, bytes }: UploadStart): () => Promise<void> {
  const upload: UploadSize = { bytes, over: false };
  const uploads = uploadsOf(services);
  uploads.set(name, upload);
  return async () => {
    upload.bytes = await getFileSize(join(services.files.tempFolder, name));
    upload.over = true;
    if (upload.bytes === 0 && uploads.get(name) === upload) uploads.delete(name);
  };
}
