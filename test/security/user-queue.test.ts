import { describe, expect, test } from 'vitest';
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

describe('the queue comes before slots', () => {
  type CommandOptions = { from: string; cookie?: string; input?: object };
  const sendCommand = async (command: string, { from, cookie, input }: CommandOptions) => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const payload = JSON.stringify({ json: input });
    const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from, headers, payload };
    return (await app.inject(request)).statusCode;
  };
  const emptyLookup = { name: '', website: '', contactInfo: '', text: 'evil.example.com', facts: [] };

  test('a user who waits in their own queue delays no stranger', async () => {
    const busyCookie = await createSession(server, 'tier2');
    await call('accounts/viewer', undefined, busyCookie);
    await sendCommand('prices/list', { from: '203.0.113.9', input: { order: 'symbol' } });
    let answered = 0;
    const from = '198.51.100.7';
    const requests = Array.from({ length: 190 }, () =>
      sendCommand('accounts/security', { from, cookie: busyCookie }).then(() => (answered += 1)),
    );
    const lookups = Array.from({ length: 8 }, () =>
      sendCommand('scamReports/look', { from, cookie: busyCookie, input: emptyLookup }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    const answeredFirst = answered;
    expect(await sendCommand('prices/list', { from: '203.0.113.9', input: { order: 'symbol' } })).toBe(200);
    const answeredMeanwhile = answered - answeredFirst;
    await Promise.all([...requests, ...lookups]);
    expect(services.pool.options.max).toBeGreaterThan(4);
    expect(answeredMeanwhile).toBeLessThan(50);
  }, 180_000);
});
