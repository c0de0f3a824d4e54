import type { FastifyInstance, FastifyRequest } from 'fastify';
import pg from 'pg';
import { patience } from './closing.ts';
import { beginLine, endLine, type Line, say, wordsOf } from './live-line.ts';
import { openMemory } from './live-memory.ts';
import { openLiveRoom } from './live-room.ts';
import type { Meters } from './metrics/meters.ts';
import type { Leave } from './open-places.ts';
import { hears, type Somebody } from './topics.ts';

/** The heartbeat of the live line, ms [000 §9]. */
const beatEvery = 25_000;
/** So long somebody's line lives at the most, ms: a session also ends by time, which no token tells. */
const longest = 15 * 60_000;
/** The delays of a reconnect, ms [000 §9]. */
const reconnectAfter = [1_000, 2_000, 5_000, 10_000];

type Listener = Line & { readonly person: Somebody; readonly until: number };
type Options = {
  url: string;
  whoIs: (request: FastifyRequest) => Promise<Somebody>;
  meters: Pick<Meters, 'watchLines'>;
};

const beatWords = wordsOf(': beat\n\n');
const welcome = wordsOf('retry: 1000\n\n');
const wordsAbout = (topic: string) => wordsOf(`data: ${topic}\n\n`);

/**
 * Tells browsers which topic changed, never what changed; they ask again for what they may see. A payload of the
 * form `topic@person` is about that person; who hears of a topic stands in `topics.ts`. What somebody may hear is asked
 * when their line opens, so it ends when that changed (`leave@person`, which the database says). Reconnects by itself.
 * A browser says how many ms ago it asked for its page (`age`), and is told what changed since.
 */
export async function mountLive(app: FastifyInstance, { url, whoIs, meters }: Options): Promise<void> {
  const listeners = new Set<Listener>();
  meters.watchLines(() => listeners.size);
  const arriving = new Set<Set<string>>();
  const memory = openMemory();
  const subscription = subscribe(url, {
    begins: memory.begin,
    heard: (payload) => {
      const [topic, about] = payload.split('@');
      if (topic === 'leave' && about) for (const left of arriving) left.add(about);
      memory.note(payload);
      pass(listeners, payload);
    },
  });
  const beat = setInterval(() => {
    const now = performance.now();
    for (const listener of listeners)
      if (listener.until < now) endLine(listener);
      else say(listener, beatWords);
  }, beatEvery);

  const room = openLiveRoom();
  app.get<{ Querystring: { age?: unknown } }>('/api/live', async (request, reply) => {
    // Places are taken before anything is asked of the database, and given back whichever way the line ends.
    const place = room.connection(request.ip);
    // Who loses a role while we ask for it is no listener yet.
    const left = new Set<string>();
    arriving.add(left);
    const known = place && (await knownTo(whoIs, request));
    arriving.delete(left);
    const own = known && room.person(known.person?.id ?? null);
    const leave = both(place, own);
    reply.hijack();
    if (reply.raw.destroyed) return leave();
    // The stream bypasses the framework's reply; the headers that protect every other answer go with it.
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const isFull = !place || (known && !own);
    if (!known || isFull || left.has(known.person?.id ?? '')) {
      leave();
      // A browser gives up for good on an answer that is no stream, so it gets one that ends, and comes again.
      return void reply.raw.writeHead(200).end(`retry: ${isFull ? 60_000 : 5_000}\n\n`);
    }
    // Of a person nothing is kept but what says who hears of a topic.
    const person = known.person && { id: known.person.id, roles: known.person.roles };
    const until = person ? performance.now() + longest : Number.POSITIVE_INFINITY;
    const listener = { ...beginLine(request, reply, welcome), person, until };
    listeners.add(listener);
    endWith(listener, { listeners, leave });
    const { age } = request.query;
    if (age !== undefined) catchUp(listener, memory.since(Math.max(0, Number(age))));
  });
  const endAll = () => {
    for (const listener of listeners) endLine(listener);
  };
  app.addHook('preClose', async () => {
    endAll();
    // Whoever keeps open what was ended is cut: of these lines the server knows no more.
    setTimeout(endAll, patience).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(beat);
    await subscription.stop();
  });
}

/** Who comes; null when the database cannot say. */
const knownTo = (whoIs: Options['whoIs'], request: FastifyRequest) =>
  whoIs(request).then(
    (person) => ({ person }),
    () => null,
  );

/** Gives back both places, as far as they were taken. */
const both = (place: Leave | null, own: Leave | null) => () => {
  place?.();
  own?.();
};

type Left = { readonly listeners: Set<Listener>; readonly leave: Leave };

/** What ends with a line. Apart from where it begins: request and answer would live as long as these words. */
const endWith = (listener: Listener, { listeners, leave }: Left) =>
  listener.to.once('close', () => {
    listeners.delete(listener);
    leave();
  });

const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
const reaches = ({ person }: Listener, topic: string, about: string | undefined) =>
  topic === everything || hears(person, topic, about);

/** Tells somebody who comes what changed meanwhile, as far as it is for them; null: nobody knows what. */
function catchUp(listener: Listener, payloads: readonly string[] | null) {
  const topics = (payloads ?? [everything])
    .map((payload) => payload.split('@'))
    .filter(([topic = '', about]) => reaches(listener, topic, about))
    .map(([topic = '']) => topic);
  for (const topic of new Set(topics)) say(listener, wordsAbout(topic));
}

function pass(listeners: Set<Listener>, payload: string) {
  const [topic = '', about] = payload.split('@');
  // After a break everybody asks again, and it says nothing of what happened: who they are is asked again as well.
  const ends = ({ person }: Listener) =>
    person !== null && (topic === everything || (topic === 'leave' && person.id === about));
  const words = wordsAbout(topic);
  for (const listener of listeners) {
    if (reaches(listener, topic, about)) say(listener, words);
    if (ends(listener)) endLine(listener);
  }
}

const everything = 'everything';

/** A line that nobody answers on any more is noticed within half a minute. */
const line = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 5_000 };

type Hearer = { begins: () => void; heard: (payload: string) => void };

/** Listens on a connection of its own. After a break it comes back and says `everything`: it may have missed some. */
function subscribe(url: string, { begins, heard }: Hearer) {
  let stopped = false;
  let tries = 0;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = () => {
    if (stopped || timer) return;
    const wait = reconnectAfter[Math.min(tries++, reconnectAfter.length - 1)];
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, wait);
  };
  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, ...line });
    client = fresh;
    fresh.on('notification', ({ payload }) => payload && heard(payload));
    fresh.on('error', () => undefined);
    fresh.on('end', again);
    try {
      await fresh.connect();
      await fresh.query('listen topic');
      begins();
      if (tries > 0) heard(everything);
      tries = 0;
    } catch {
      again();
    }
  };
  void connect();
  const stop = async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
  return { stop };
}
