import { join } from 'node:path';
import { bytesAt, bytesIn } from '../../platform/files/side-file.ts';
import type { Services } from '../../platform/procedure.ts';
import { sharedReading } from '../../platform/shared-reading.ts';
import type { Used } from './purposes.ts';

/**
 * Files that are sent at this moment, and those whose line broke, which wait an hour for their rest: they lie on a disk
 * as those that nobody handed in, and share their room.
 */

/** The folder is looked through so seldom, ms: a crowd must not have us read it for each of its files. */
const lookedEvery = 2_000;

/** An upload of this process, by its side file's name: what it says that it brings, or what it left to rest. */
type Coming = { bytes: number; over: boolean };
const comingTo = new WeakMap<Services, Map<string, Coming>>();
function coming(services: Services): Map<string, Coming> {
  const here = comingTo.get(services) ?? new Map<string, Coming>();
  comingTo.set(services, here);
  return here;
}

/** What lies in the folder, whichever process wrote it. What is over by now is found there, or is gone. */
const lying = sharedReading(lookedEvery, (services) => {
  const here = coming(services);
  for (const [name, { over }] of here) if (over) here.delete(name);
  return bytesIn(services.files.sideFolder);
});

/** What is on its way of everybody, but for one upload. */
export async function onTheirWay(services: Services, besides: string): Promise<Used> {
  const all = new Map(await lying(services));
  for (const [name, { bytes }] of coming(services)) all.set(name, bytes);
  all.delete(besides);
  let sum = 0;
  for (const bytes of all.values()) sum += bytes;
  return { files: all.size, bytes: BigInt(sum) };
}

export type Sending = { readonly name: string; readonly bytes: number };

/**
 * Counts an upload as on its way, with all that it says it brings: of many at once none is let in unseen. To be told
 * when it is over; what it left is counted from then on.
 */
export function comes(services: Services, { name, bytes }: Sending): () => Promise<void> {
  const one: Coming = { bytes, over: false };
  const here = coming(services);
  here.set(name, one);
  return async () => {
    one.bytes = await bytesAt(join(services.files.sideFolder, name));
    one.over = true;
    if (one.bytes === 0 && here.get(name) === one) here.delete(name);
  };
}
