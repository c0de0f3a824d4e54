import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `slow` never responds, `garbage`: no JSON, `another shape`: other JSON, `elsewhere` redirects, `flood`: endless. */
export const moods = ['ok', 'failing', 'throttled', 'slow', 'garbage', 'another shape', 'elsewhere', 'flood'] as const;
export type Mood = (typeof moods)[number];

export type FakeProvider = {
  readonly url: string;
  readonly requests: { path: string; body: string; headers: IncomingMessage['headers'] }[];
  setMood(mood: Mood): void;
  setAnswer(answer: unknown): void;
  stop(): Promise<void>;
};

function answer(response: ServerResponse, mood: Mood, goodAnswer: unknown): void {
  if (mood === 'slow') return;
  if (mood === 'failing') return void response.writeHead(503).end('{}');
  if (mood === 'throttled') return void response.writeHead(429).end('{}');
  if (mood === 'elsewhere') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (mood === 'garbage') return void response.end('<html>Sorry');
  if (mood === 'another shape') return void response.end('{"identifications":"none","responses":[]}');
  if (mood === 'flood') return void sendEndlessly(response);
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
  let mood: Mood = 'ok';
  let currentAnswer = firstAnswer;
  const requests: FakeProvider['requests'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ path: request.url ?? '', body, headers: request.headers });
    answer(response, mood, currentAnswer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setMood: (next) => {
      mood = next;
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
