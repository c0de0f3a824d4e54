import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { app, call, services } = server;
const { pool } = services;

function watchPool() {
  const peak = { held: 0, waiting: 0 };
  const sample = () => {
    peak.held = Math.max(peak.held, pool.totalCount - pool.idleCount);
    peak.waiting = Math.max(peak.waiting, pool.waitingCount);
  };
  const timer = setInterval(sample, 1);
  pool.on('acquire', sample);
  return () => {
    clearInterval(timer);
    pool.off('acquire', sample);
    return peak;
  };
}

const uploadBytes = async (cookie: string) => {
  const headers = { cookie, 'content-type': 'application/octet-stream' };
  const request = { method: 'PUT' as const, url: '/api/files?purpose=transaction-proof', headers, payload: 'x' };
  return (await app.inject(request)).statusCode;
};

test.each<[string, (cookie: string) => Promise<number>]>([
  ['looks', async (cookie) => (await call('accounts/viewer', undefined, cookie)).status],
  ['uploads', uploadBytes],
])(
  'one user with two hundred pending %s leaves connections to everyone else',
  async (_, send) => {
    const [busyCookie, otherCookie] = [await createSession(server, 'tier2'), await createSession(server, 'tier1')];
    for (const cookie of [busyCookie, otherCookie]) await call('accounts/viewer', undefined, cookie);
    const stop = watchPool();
    const requests = Promise.all(Array.from({ length: 200 }, () => send(busyCookie)));
    const other = await call('accounts/viewer', undefined, otherCookie);
    const answers = new Set(await requests);
    const { held, waiting } = stop();
    expect(other.status).toBe(200);
    expect(answers).not.toContain(500);
    expect(held).toBeLessThan(pool.options.max ?? 10);
    expect(waiting).toBeLessThanOrEqual(4);
  },
  60_000,
);
