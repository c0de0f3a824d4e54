import { createHash } from 'node:crypto';
import type { Context } from '../../platform/procedure.ts';
import { deviceToken } from '../../platform/session.ts';

/** The stored form of the token that a browser is known by. */
export const deviceHash = (token: string): string => createHash('sha256').update(`device ${token}`).digest('hex');

/** By which this browser is known; null for one that never signed in here. */
export function knownBy({ services, request }: Pick<Context, 'services' | 'request'>): string | null {
  const token = deviceToken(request, services.config);
  return token && deviceHash(token);
}
