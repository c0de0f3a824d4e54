import { createHash } from 'node:crypto';
import { jamaicaDay } from '../../../kernel/calendar.ts';

/**
 * Under which key a look before the order counts as one request: the same person, wallet and wish on the same day leave
 * one record however often they ask (decision A9). In the shape of a UUID of version 8.
 */
export function earlyKey(userId: string, asked: object, now: Date): string {
  const words = JSON.stringify([userId, jamaicaDay(now), asked]);
  const hex = createHash('sha256').update(words).digest('hex').slice(0, 32);
  const digits = `${hex.slice(0, 12)}8${hex.slice(13, 16)}a${hex.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
