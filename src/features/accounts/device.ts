import { createHash } from 'node:crypto';
import type { Context } from '../../platform/http/procedure.ts';
import { deviceToken } from '../../platform/http/session.ts';

export const deviceHash = (token: string): string => createHash('sha256').update(`device ${token}`).digest('hex');

/** Returns null for a browser that has never signed in. */
export function deviceHashOf({ services, request }: Pick<Context, 'services' | 'request'>): string | null {
  const token = deviceToken(request, services.config);
  return token && deviceHash(token);
}

/** The first match wins: the user agent of Edge also contains `Chrome` and `Safari`. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (userAgent: string, list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns a label such as `Chrome on Windows`. For display only: user agents can be forged. */
export function formatDevice(userAgent: string | null): string {
  const [browser, system] = [findName(userAgent ?? '', browsers), findName(userAgent ?? '', systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
