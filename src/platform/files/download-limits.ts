import { backOfficeRoles, roleAllows } from '../../kernel/permissions.ts';
import { getConnectionKey, getNetworkKey } from '../http/client-network.ts';
import type { SessionUser } from '../http/session-user.ts';
import { keyedSemaphore, type Release } from '../limits/concurrency-limit.ts';

/** Maximum concurrent downloads in one process. Staff count towards `staff` instead of `all`. */
export const downloadLimits = { person: 6, connection: 30, network: 120, all: 240, staff: 60 } as const;

export function createDownloadLimiter(): (person: Pick<SessionUser, 'id' | 'roles'>, ip: string) => Release | null {
  const acquire = keyedSemaphore();
  return (person, ip) =>
    acquire([
      roleAllows({ roles: backOfficeRoles }, person.roles)
        ? ['desk', downloadLimits.staff]
        : ['all', downloadLimits.all],
      [`network ${getNetworkKey(ip)}`, downloadLimits.network],
      [`connection ${getConnectionKey(ip)}`, downloadLimits.connection],
      [`person ${person.id}`, downloadLimits.person],
    ]);
}
