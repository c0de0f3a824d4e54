import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { publishTopic, withSystem } from '../../src/platform/database/database.ts';
import { openLiveStream } from '../reliability/live-stream.ts';
import type { TestServer } from '../worker.ts';

/** Topics that each audience may receive. Deliberately not imported from the product. */
const customers = ['prices', 'trading', 'identity', 'documents', 'location', 'standing'];
const desk = ['prices', 'location', 'desk', 'identity-desk', 'staff'];
const allowedTopics = {
  visitor: ['prices'],
  customer: customers,
  finance: desk,
  support: desk,
  compliance: [...desk, 'compliance'],
  admin: [...desk, 'compliance'],
} as const satisfies Record<string, readonly string[]>;
export type Audience = keyof typeof allowedTopics;

export type OpenStream = Awaited<ReturnType<typeof openLiveStream>> & {
  readonly audience: Audience;
  readonly id: string;
};

export async function openStreams({ app }: TestServer) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return async (audience: Audience, actor: { id: string; cookie: string }): Promise<OpenStream> => ({
    ...(await openLiveStream(origin, actor.cookie)),
    audience,
    id: actor.id,
  });
}

/** Topics by stream since the last call. Waits for a marker event, so that no topic is still on its way. */
export async function readTopics(
  server: TestServer,
  streams: readonly OpenStream[],
): Promise<Map<OpenStream, string[]>> {
  await withSystem(server.services.pool, async (tx) => {
    publishTopic(tx, 'prices');
    for (const { id, audience } of streams) if (audience !== 'visitor') publishTopic(tx, 'location', id);
  });
  const getMarker = (stream: OpenStream) => (stream.audience === 'visitor' ? 'prices' : 'location');
  for (
    const until = Date.now() + 10_000;
    !streams.every((stream) => stream.heard.includes(getMarker(stream)));
    await wait(1)
  )
    if (Date.now() > until) throw new Error('a live stream stopped receiving events');
  return new Map(streams.map((stream) => [stream, stream.heard.splice(0)]));
}

/** Topics that a stream received although its audience may not. `concerned` lists customers with allowed events. */
export function findLeaks(topicsByStream: ReadonlyMap<OpenStream, string[]>, concerned: ReadonlySet<string>): string[] {
  return [...topicsByStream].flatMap(([{ audience, id }, topics]) => {
    const isUnconcerned = audience === 'customer' && !concerned.has(id);
    const allowed: readonly string[] = isUnconcerned ? ['prices', 'location'] : allowedTopics[audience];
    return topics.filter((topic) => !allowed.includes(topic)).map((topic) => `${audience} received ${topic}`);
  });
}
