import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { buildServer } from '../../src/server.ts';
import { serverUnderTest } from '../worker.ts';

const server = await serverUnderTest();
const app = await buildServer(server.services);
let answered = 0;
app.get('/long', async (_request, reply) => {
  await wait(30);
  answered += 1;
  return reply.type('text/html').send('a long page '.repeat(100_000));
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

test('a client that disconnects before its page arrives causes no logged error', async () => {
  for (let n = 0; n < 10; n += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /long HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n');
    await wait(20 + n * 2);
    socket.destroy();
  }
  await expect.poll(() => answered).toBe(10);
  await wait(100);
  expect(server.faults).toEqual([]);
});
