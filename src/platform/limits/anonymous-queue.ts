import type { FastifyRequest } from 'fastify';
import { getConnectionKey, getNetworkKey } from '../http/client-network.ts';
import { fairQueue, type QueueKeys } from './fair-queue.ts';

type ClientAddress = Pick<FastifyRequest, 'ip'>;
const getKeys = ({ ip }: ClientAddress): QueueKeys => [getNetworkKey(ip), getConnectionKey(ip)];

/** Queues anonymous calls before they use the database. One connection may queue the calls of a whole school. */
const createQueue = (concurrency: number) =>
  fairQueue({ concurrency, maxWaiting: 2_000, maxWaitingPerKey: [1_000, 600] });

const anonymousQueue = createQueue(8);

export const queueAnonymous = <T>(client: ClientAddress, run: () => Promise<T>): Promise<T> =>
  anonymousQueue(getKeys(client), run);

/** Releases the queue slot while `run` works without the database, for example on a password hash. */
export type ReleaseSlotWhile = <T>(run: () => Promise<T>) => Promise<T>;

type FairQueue = ReturnType<typeof fairQueue>;

const acquireSlot = (queue: FairQueue, keys: QueueKeys): Promise<() => void> =>
  new Promise((acquired, reject) => {
    queue(keys, () => new Promise<void>((release) => acquired(release))).catch(reject);
  });

/** Queue of sign-in calls. It has as many slots as the sign-in role has connections. */
const signInQueue = createQueue(3);

/** Queue for calls that finished password hashing. It refuses no call. */
const returnQueue = fairQueue({ concurrency: 2, maxWaiting: 2_000, maxWaitingPerKey: [] });

/** Runs a sign-in call, which holds a slot only while it uses the database. */
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
