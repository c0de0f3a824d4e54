import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How the company behaves: `slow` never answers, `garbage` sends no JSON, `another shape` the wrong one, `elsewhere`
 * redirects, `flood` never ends its answer.
 */
export const moods = ['ok', 'failing', 'throttled', 'slow', 'garbage', 'another shape', 'elsewhere', 'flood'] as const;
export type Mood = (typeof moods)[number];

export type FakeProvider = {
  readonly url: string;
  readonly asked: { path: string; body: string; headers: IncomingMessage['headers'] }[];
  setMood(mood: Mood): void;
  /** What it answers while its mood is good. */
  setAnswer(answer: unknown): void;
  stop(): Promise<void>;
};

function answer(response: ServerResponse, mood: Mood, good: unknown): void {
  if (mood === 'slow') return;
  if (mood === 'failing') return void response.writeHead(503).end('{}');
  if (mood === 'throttled') return void response.writeHead(429).end('{}');
  if (mood === 'elsewhere') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (mood === 'garbage') return void response.end('<html>Sorry');
  if (mood === 'another shape') return void response.end('{"identifications":"none","responses":[]}');
  if (mood === 'flood') return void flood(response);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(good));
}

function flood(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

/** A company that knows wallets or names, on a port of its own. */
export async function startFakeProvider(first: unknown): Promise<FakeProvider> {
  let mood: Mood = 'ok';
  let good = first;
  const asked: FakeProvider['asked'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    asked.push({ path: request.url ?? '', body, headers: request.headers });
    answer(response, mood, good);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    setMood: (next) => {
      mood = next;
    },
    setAnswer: (next) => {
      good = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
