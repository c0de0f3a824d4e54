import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { app, call, services } = server;

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
