import { deskRoles, isFor } from '../../kernel/acts.ts';
import { connectionOf, networkOf } from '../connection.ts';
import { type Leave, openPlaces } from '../open-places.ts';
import type { Person } from '../person.ts';

/**
 * Files on their way out at the same time in one process. Each holds a line to the bucket, or an open file, until
 * whoever asked for it has taken it: of one person, who has as many as a browser asks for at once; of one connection,
 * behind which an office may sit; of one network; and altogether, with places that are kept for the desks.
 */
export const readerRoom = { person: 6, connection: 30, network: 120, all: 240, desk: 60 } as const;

/** Counts what is on its way. Answers how to leave again, once, or null when there is no room. */
export function openReaderRoom(): (person: Pick<Person, 'id' | 'roles'>, ip: string) => Leave | null {
  const enter = openPlaces();
  return (person, ip) =>
    enter([
      isFor({ roles: deskRoles }, person.roles) ? ['desk', readerRoom.desk] : ['all', readerRoom.all],
      [`network ${networkOf(ip)}`, readerRoom.network],
      [`connection ${connectionOf(ip)}`, readerRoom.connection],
      [`person ${person.id}`, readerRoom.person],
    ]);
}
