import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `slow`: no response, `garbage`: no JSON, `wrong schema`: other JSON, `redirect`: to itself, `flood`: endless. */
export const modes = ['ok', 'failing', 'throttled', 'slow', 'garbage', 'wrong schema', 'redirect', 'flood'] as const;
export type Mode = (typeof modes)[number];

export type FakeProvider = {
  readonly url: string;
  readonly requests: { path: string; body: string; headers: IncomingMessage['headers'] }[];
  setMode(mode: Mode): void;
  setAnswer(answer: unknown): void;
  stop(): Promise<void>;
};

function answer(response: ServerResponse, mode: Mode, goodAnswer: unknown): void {
  if (mode === 'slow') return;
  if (mode === 'failing') return void response.writeHead(503).end('{}');
  if (mode === 'throttled') return void response.writeHead(429).end('{}');
  if (mode === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (mode === 'garbage') return void response.end('<html>Sorry');
  if (mode === 'wrong schema') return void response.end('{"identifications":"none","responses":[]}');
  if (mode === 'flood') return void sendEndlessly(response);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(goodAnswer));
}

function sendEndlessly(response: ServerResponse): void {
  const writeMore = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', writeMore);
  writeMore();
}

export async function startFakeProvider(firstAnswer: unknown): Promise<FakeProvider> {
  let mode: Mode = 'ok';
  let currentAnswer = firstAnswer;
  const requests: FakeProvider['requests'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ path: request.url ?? '', body, headers: request.headers });
    answer(response, mode, currentAnswer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setMode: (next) => {
      mode = next;
    },
    setAnswer: (next) => {
      currentAnswer = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
