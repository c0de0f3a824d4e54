import { once } from 'node:events';
import { createServer } from 'node:net';

type ListenFault = { readonly code?: string; readonly port?: number; readonly address?: string };

/** Returns a message with the next free port when a port is in use. Null for other errors. */
export async function describePortInUse(error: unknown, settings: Readonly<Record<string, number | undefined>>) {
  const { code, port, address } = (error ?? {}) as ListenFault;
  if (code !== 'EADDRINUSE' || port === undefined) return null;
  const setting = Object.entries(settings).find(([, value]) => value === port)?.[0] ?? 'PORT';
  const free = await findFreePort(port + 1, { address, except: Object.values(settings) });
  const advice = free === null ? `Set ${setting} to another one.` : `${free} is free: set ${setting}=${free}.`;
  return `Port ${port} is already in use by another program. ${advice}`;
}

type Search = { readonly address: string | undefined; readonly except: readonly (number | undefined)[] };

async function findFreePort(from: number, { address, except }: Search): Promise<number | null> {
  for (let port = from; port <= 65_535; port++)
    if (!except.includes(port) && (await isFree(port, address))) return port;
  return null;
}

const isFree = (port: number, address: string | undefined): Promise<boolean> =>
  claimPort(port, address).then(
    () => true,
    () => false,
  );

/** Throws the error of the system when a port is in use. */
export async function claimPort(port: number, address: string | undefined): Promise<void> {
  const server = createServer().listen(port, address);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
