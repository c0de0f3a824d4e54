import { connectionOf, networkOf } from '../connection.ts';
import { type Leave, openRooms } from '../rooms.ts';

/**
 * Files on their way out at the same time in one process. Each holds a line to the bucket, or an open file, until
 * whoever asked for it has taken it: of one person, who has as many as a browser asks for at once; of one connection,
 * behind which an office may sit; of one network; and altogether.
 */
export const readerRoom = { person: 6, connection: 30, network: 120, all: 240 } as const;

/** Counts what is on its way. Answers how to leave again, once, or null when there is no room. */
export function openReaderRoom(): (personId: string, ip: string) => Leave | null {
  const enter = openRooms();
  return (personId, ip) =>
    enter([
      ['all', readerRoom.all],
      [`network ${networkOf(ip)}`, readerRoom.network],
      [`connection ${connectionOf(ip)}`, readerRoom.connection],
      [`person ${personId}`, readerRoom.person],
    ]);
}
