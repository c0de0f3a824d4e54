import { getConnectionKey, getNetworkKey } from '../http/client-network.ts';
import { keyedSemaphore } from '../limits/concurrency-limit.ts';

/** Maximum streams in one process. A school may share a connection. `anonymous` leaves capacity for users. */
export const liveLimits = { person: 20, connection: 200, network: 5_000, all: 10_000, anonymous: 7_000 } as const;

export function createLiveLimiter() {
  const acquire = keyedSemaphore();
  return {
    person: (id: string | null) =>
      acquire([id === null ? ['strangers', liveLimits.anonymous] : [`person ${id}`, liveLimits.person]]),
    connection: (ip: string) =>
      acquire([
        ['all', liveLimits.all],
        [`network ${getNetworkKey(ip)}`, liveLimits.network],
        [getConnectionKey(ip), liveLimits.connection],
      ]),
  };
}
