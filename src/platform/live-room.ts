import { connectionOf, networkOf } from './connection.ts';
import { openPlaces } from './open-places.ts';

/**
 * Live lines open at the same time in one process: of one person, however many pages they keep open; of one connection,
 * behind which a school or a mobile network may stand; of one network, of which somebody may have every connection;
 * altogether; and of that of strangers, who take no line from whoever has an account.
 */
export const liveRoom = { person: 20, connection: 200, network: 5_000, all: 10_000, strangers: 7_000 } as const;

/** Counts what is open. Answers how to leave again, once, or null when there is no room. */
export function openLiveRoom() {
  const enter = openPlaces();
  return {
    /** Of whoever it turned out to be; null for a stranger. */
    person: (id: string | null) =>
      enter([id === null ? ['strangers', liveRoom.strangers] : [`person ${id}`, liveRoom.person]]),
    connection: (ip: string) =>
      enter([
        ['all', liveRoom.all],
        [`network ${networkOf(ip)}`, liveRoom.network],
        [connectionOf(ip), liveRoom.connection],
      ]),
  };
}
