import { isLocal } from './given-texts.ts';

type Given = {
  readonly DEMO_ON_PURPOSE: string;
  readonly PUBLIC_ORIGIN?: string | undefined;
  readonly TRUSTED_PROXY?: string | undefined;
  readonly WIPAY_ENVIRONMENT: string;
  readonly HOST?: string | undefined;
};

const loopback: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/**
 * The demo is open: published passwords, a mailbox for everybody, recorded prices. With a database or an origin
 * that is not this machine's own it is most likely production with its MODE forgotten, so it must be said twice.
 * Answers what to say where it was not.
 */
export function accidentalDemo(e: Given): string | null {
  const databases = Object.entries(e).filter(([name, value]) => /^DATABASE(_[A-Z]+)?_URL$/.test(name) && value);
  const foreign = [
    ...databases.map(([name]) => `${name} names a database`),
    ...(isLocal(e.PUBLIC_ORIGIN) ? [] : ['PUBLIC_ORIGIN is not this machine']),
    ...(e.TRUSTED_PROXY === undefined ? [] : ['TRUSTED_PROXY says that others come in through one']),
    ...(e.WIPAY_ENVIRONMENT === 'live' ? ['WIPAY_ENVIRONMENT charges real cards'] : []),
    ...(e.HOST === undefined || loopback.includes(e.HOST) ? [] : ['HOST lets other machines in']),
  ];
  if (foreign.length === 0) return null;
  return (
    `${foreign.join(' and ')}, but this would be the demo, with published passwords, open to everybody. For the real ` +
    'thing set MODE=production; for a demo with these settings set both MODE=demo and DEMO_ON_PURPOSE=yes.'
  );
}
