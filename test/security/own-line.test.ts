import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';
import { sessionFor } from './actors.ts';

/** What one person sends waits for itself before it takes a connection, so that others find one. */
const server = await serverUnderTest();
const { app, call, services } = server;
const { pool } = services;

/** Counts how many connections were held, and how many acts waited for one, at the most. */
function watch() {
  const most = { held: 0, waiting: 0 };
  const look = () => {
    most.held = Math.max(most.held, pool.totalCount - pool.idleCount);
    most.waiting = Math.max(most.waiting, pool.waitingCount);
  };
  const timer = setInterval(look, 1);
  pool.on('acquire', look);
  return () => {
    clearInterval(timer);
    pool.off('acquire', look);
    return most;
  };
}

const sends = async (cookie: string) => {
  const headers = { cookie, 'content-type': 'application/octet-stream' };
  const request = { method: 'PUT' as const, url: '/api/files?purpose=transaction-proof', headers, payload: 'x' };
  return (await app.inject(request)).statusCode;
};

test.each<[string, (cookie: string) => Promise<number>]>([
  ['looks', async (cookie) => (await call('accounts/viewer', undefined, cookie)).status],
  ['uploads', sends],
])(
  'one person who has two hundred %s on the way leaves connections to everybody else',
  async (_, one) => {
    const [busy, inside] = [await sessionFor(server, 'tier2'), await sessionFor(server, 'tier1')];
    for (const cookie of [busy, inside]) await call('accounts/viewer', undefined, cookie);
    const told = watch();
    const crowd = Promise.all(Array.from({ length: 200 }, () => one(busy)));
    const other = await call('accounts/viewer', undefined, inside);
    const answers = new Set(await crowd);
    const { held, waiting } = told();
    expect(other.status).toBe(200);
    expect(answers).not.toContain(500);
    expect(held).toBeLessThan(pool.options.max ?? 10);
    expect(waiting).toBeLessThanOrEqual(4);
  },
  60_000,
);
