import { createHash } from 'node:crypto';
import type { Context } from '../../platform/http/procedure.ts';
import { deviceToken } from '../../platform/http/session.ts';

export const deviceHash = (token: string): string => createHash('sha256').update(`device ${token}`).digest('hex');

/** Returns null for a browser that has never signed in. */
export function deviceHashOf({ services, request }: Pick<Context, 'services' | 'request'>): string | null {
  const token = deviceToken(request, services.config);
  return token && deviceHash(token);
}
