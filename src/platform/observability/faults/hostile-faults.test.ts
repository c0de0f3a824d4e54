import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createPartner } from '../../../../test/programs.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { toLoggable } from '../log.ts';

const server = await serverUnderTest();
const { app, services } = server;

test('a page fault with a malformed path writes nothing raw to the log', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const path = `/%\n{"level":60,"msg":"forged"}\n${'x'.repeat(1_900)}`;
  const payload = { name: 'TypeError', message: 'x', stack: '', path };
  expect((await app.inject({ method: 'POST', url: '/api/faults', payload })).statusCode).toBe(204);
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
});

test('a message with lines like frames adds no frames', () => {
  const { where } = toLoggable(new Error('no order\n    at Tamara Brown 876-555-0123'));
  expect(where?.join('\n')).not.toContain('Tamara');
});

test('a partner who hangs up during an upload causes no fault', async () => {
  const seller = await createPartner(server);
  const report = vi.spyOn(services.faultReporter, 'report');
  const url = new URL('/api/partner/v1/proofs', await app.listen({ port: 0, host: '127.0.0.1' }));
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': 100_000,
    authorization: `Bearer ${seller.key}`,
  };
  const upload = send(url, { method: 'POST', headers });
  upload.on('error', () => undefined);
  upload.write(Buffer.alloc(1_000));
  await sleep(800);
  upload.destroy();
  await sleep(1_000);
  expect(report.mock.calls).toEqual([]);
});
