import { buffer } from 'node:stream/consumers';
import { withSystem } from '../../platform/database/database.ts';
import { resizePicture } from '../../platform/files/picture-worker.ts';
import { openDecrypted } from '../../platform/files/private-files.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { fairQueue, type QueueKeys } from '../../platform/limits/fair-queue.ts';
import { findFile } from './store.ts';

/** Bytes for about 200 small pictures. */
const maxCachedBytes = 20_000_000;
const cache = new Map<string, Buffer>();
let bytes = 0;

function cachePicture(id: string, picture: Buffer): Buffer {
  bytes += picture.length - (cache.get(id)?.length ?? 0);
  cache.delete(id);
  cache.set(id, picture);
  for (const [oldest, { length }] of cache) {
    if (bytes <= maxCachedBytes) break;
    cache.delete(oldest);
    bytes -= length;
  }
  return picture;
}

const pictureQueue = fairQueue({ concurrency: 2, maxWaiting: 200, maxWaitingPerKey: [150, 100, 60] });
const inFlight = new Map<string, Promise<Buffer | null>>();

async function createSmall({ pool, files }: Services, id: string, queueKeys: QueueKeys): Promise<Buffer | null> {
  const file = await withSystem(pool, (tx) => findFile(tx, id));
  if (file?.state !== 'clean' || !file.mime.startsWith('image/')) return null;
  return resizePicture(await buffer(await openDecrypted(files, file)), 960, queueKeys);
}

function startSmall(services: Services, id: string, queueKeys: QueueKeys): Promise<Buffer | null> {
  const pending = pictureQueue(queueKeys, () => createSmall(services, id, queueKeys))
    .then((picture) => picture && cachePicture(id, picture))
    .finally(() => inFlight.delete(id));
  inFlight.set(id, pending);
  return pending;
}

/** Returns a picture at card width as WebP; null when missing or not yet scanned. The caller checks access. */
export async function loadSmallPicture(services: Services, id: string, queueKeys: QueueKeys): Promise<Buffer | null> {
  const cached = cache.get(id);
  return cached ? cachePicture(id, cached) : (inFlight.get(id) ?? startSmall(services, id, queueKeys));
}
