import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';
import { sessionFor } from './actors.ts';

/** Whoever is signed in waits in the line of their own acts, and holds no place of strangers meanwhile. */
const server = await serverUnderTest();
const { app, call, services } = server;

type Asking = { from: string; cookie?: string; input?: object };
const asks = async (command: string, { from, cookie, input }: Asking) => {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
  const payload = JSON.stringify({ json: input });
  const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from, headers, payload };
  return (await app.inject(request)).statusCode;
};
const nothingTyped = { name: '', website: '', contactInfo: '', text: 'evil.example.com', facts: [] };

test('whoever stands before their own line keeps no stranger waiting', async () => {
  const busy = await sessionFor(server, 'tier2');
  await call('accounts/viewer', undefined, busy);
  await asks('prices/list', { from: '203.0.113.9', input: { order: 'symbol' } });
  let answered = 0;
  const from = '198.51.100.7';
  const acts = Array.from({ length: 190 }, () =>
    asks('accounts/security', { from, cookie: busy }).then(() => (answered += 1)),
  );
  const looks = Array.from({ length: 8 }, () => asks('scamReports/look', { from, cookie: busy, input: nothingTyped }));
  await new Promise((resolve) => setImmediate(resolve));
  const first = answered;
  expect(await asks('prices/list', { from: '203.0.113.9', input: { order: 'symbol' } })).toBe(200);
  const before = answered - first;
  await Promise.all([...acts, ...looks]);
  expect(services.pool.options.max).toBeGreaterThan(4);
  expect(before).toBeLessThan(50);
}, 180_000);
