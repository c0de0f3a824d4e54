import type { FastifyRequest } from 'fastify';
import { getConnectionKey, getNetworkKey } from './client-network.ts';
import { fairQueue, type QueueKeys } from './fair-queue.ts';

type ClientAddress = Pick<FastifyRequest, 'ip'>;
const getKeys = ({ ip }: ClientAddress): QueueKeys => [getNetworkKey(ip), getConnectionKey(ip)];

/** Anonymous calls wait before they use the database. A connection may queue as many calls as a school sends. */
const createQueue = (concurrency: number) =>
  fairQueue({ concurrency, maxWaiting: 2_000, maxWaitingPerKey: [1_000, 600] });

const anonymousQueue = createQueue(8);

export const queueAnonymous = <T>(client: ClientAddress, run: () => Promise<T>): Promise<T> =>
  anonymousQueue(getKeys(client), run);

/** Releases the slot during work without the database, such as password hashing. */
export type ReleaseSlotWhile = <T>(run: () => Promise<T>) => Promise<T>;

type FairQueue = ReturnType<typeof fairQueue>;

const acquireSlot = (queue: FairQueue, keys: QueueKeys): Promise<() => void> =>
  new Promise((acquired, reject) => {
    queue(keys, () => new Promise<void>((release) => acquired(release))).catch(reject);
  });

/** Separate from other anonymous calls. Slots match the connections of the sign-in role. */
const signInQueue = createQueue(3);

/** Calls that return from password hashing are never refused. */
const returnQueue = fairQueue({ concurrency: 2, maxWaiting: 2_000, maxWaitingPerKey: [] });

/** Holds a slot only while it uses the database. */
export async function queueSignIn<T>(
  client: ClientAddress,
  run: (releaseSlotWhile: ReleaseSlotWhile) => Promise<T>,
): Promise<T> {
  const keys = getKeys(client);
  let release = await acquireSlot(signInQueue, keys);
  const releaseSlotWhile: ReleaseSlotWhile = async (work) => {
    release();
    try {
      return await work();
    } finally {
      release = await acquireSlot(returnQueue, keys);
    }
  };
  try {
    return await run(releaseSlotWhile);
  } finally {
    release();
  }
}
