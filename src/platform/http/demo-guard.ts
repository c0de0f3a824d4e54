import { isLocal } from '../config/config-validators.ts';

type DemoEnvironment = {
  readonly DEMO_ON_PURPOSE: string;
  readonly PUBLIC_ORIGIN?: string | undefined;
  readonly TRUSTED_PROXY?: string | undefined;
  readonly HOST?: string | undefined;
};

const loopback: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Describes production settings in a demo, which has published passwords. Null when there are none. */
export function describeAccidentalDemo(
  e: DemoEnvironment,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const live = Object.keys(env).filter((name) => /^[A-Z_]+_ENVIRONMENT$/.test(name) && env[name] === 'live');
  const databases = Object.entries(e).filter(([name, value]) => /^DATABASE(_[A-Z]+)?_URL$/.test(name) && value);
  const signs = [
    ...databases.map(([name]) => `${name} names a database`),
    ...(isLocal(e.PUBLIC_ORIGIN) ? [] : ['PUBLIC_ORIGIN is not this machine']),
    ...(e.TRUSTED_PROXY === undefined ? [] : ['TRUSTED_PROXY expects visitors through a proxy']),
    ...live.map((name) => `${name} charges real cards`),
    ...(e.HOST === undefined || loopback.includes(e.HOST) ? [] : ['HOST lets other machines in']),
  ];
  if (signs.length === 0) return null;
  return (
    `${signs.join(' and ')}, but this would start the demo, with published passwords, open to everyone. For ` +
    'production set MODE=production; for a demo with these settings set both MODE=demo and DEMO_ON_PURPOSE=yes.'
  );
}
