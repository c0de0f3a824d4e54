import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Event } from '@sentry/core';

export type FaultCollector = {
  readonly dsn: string;
  readonly received: { readonly text: string; readonly event: Event }[];
  setAnswer(status: number, headers?: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
};

export async function startFaultCollector(port = 0): Promise<FaultCollector> {
  const received: FaultCollector['received'] = [];
  let answer: { status: number; headers: Readonly<Record<string, string>> } = { status: 200, headers: {} };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://collector.test');
    const text = Buffer.concat(await request.toArray()).toString();
    const [head = '{}', item = '{}', event = '{}'] = text.split('\n');
    const isValid =
      url.pathname === '/api/7/envelope/' &&
      url.searchParams.get('sentry_key') === 'publickey' &&
      request.headers['content-type'] === 'application/x-sentry-envelope' &&
      JSON.parse(item).type === 'event' &&
      JSON.parse(head).event_id === JSON.parse(event).event_id;
    if (isValid) received.push({ text: `${JSON.stringify(request.headers)}\n${text}`, event: JSON.parse(event) });
    response.writeHead(isValid ? answer.status : 400, answer.headers).end('{}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    dsn: `http://publickey@127.0.0.1:${(server.address() as AddressInfo).port}/7`,
    received,
    setAnswer: (status, headers = {}) => {
      answer = { status, headers };
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
