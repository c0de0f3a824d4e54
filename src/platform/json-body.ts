import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { connectionOf, networkOf } from './connection.ts';
import { refuse } from './messages.ts';
import { openPlaces, type Room } from './open-places.ts';

/**
 * Bodies under way at the same time in one process. What is larger than nearly every form takes a place of its own
 * kind, so that whoever fills those keeps nobody from what everybody does; and strangers fill no place of people with
 * an account, thousands of whom a mobile network has behind the same address as them. Nor do some of these fill the
 * others': each session has a few beside what is shared, and it is not asked here whether a session still lives.
 */
export const bodyRoom = { own: 4, owns: 10_000, session: 200, connection: 1_000, network: 2_000 } as const;
export const largeBody = {
  from: 16 * 1024,
  own: 2,
  owns: 128,
  session: 16,
  connection: 16,
  network: 64,
  all: 256,
  strangers: 128,
} as const;

/** The session that a request names by a cookie of ours, whether or not it lives; null for a stranger's. */
type SessionOf = (request: FastifyRequest) => string | null;
const nobody: SessionOf = () => null;

/**
 * Reads bodies of at most so many bytes. Whoever sends one may be a stranger, who is asked nothing before it is there:
 * it lies in one piece of memory, however small the pieces are that it comes in, and a network has a few at a time.
 */
function bodies(most: number, sessionOf: SessionOf) {
  const enter = openPlaces();
  return async (request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> => {
    const { ip } = request;
    const leaves: (() => void)[] = [];
    const enterOrRefuse = (rooms: readonly Room[]) => leaves.push(enter(rooms) ?? refuse('general.busy', {}));
    try {
      const session = sessionOf(request);
      const take = (own: readonly Room[], shared: readonly Room[]) => {
        const place = session === null ? null : enter(own);
        if (place) leaves.push(place);
        else enterOrRefuse(shared);
      };
      take(ownRooms(session), rooms(ip, session));
      return await whole(payload, { most, grows: () => take(ownLargeRooms(session), largeRooms(ip, session)) });
    } finally {
      for (const leave of leaves) leave();
    }
  };
}

/** Reads JSON of at most so many bytes. */
export function mountJsonBodies(app: FastifyInstance, most: number, sessionOf = nobody): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const read = bodies(most, sessionOf);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (request, payload, done) => {
    read(request, payload).then((body) => parse(request, body.toString('utf8'), done), done);
  });
}

/** Takes what comes as the bytes that it is, whatever it is called, and nothing else; for what is signed over bytes. */
export function mountByteBodies(app: FastifyInstance, most: number): void {
  const read = bodies(most, nobody);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    read(request, payload).then((body) => done(null, body), done);
  });
}

const ownRooms = (session: string | null): readonly Room[] => [
  ['owns', bodyRoom.owns],
  [`own ${session}`, bodyRoom.own],
];
const ownLargeRooms = (session: string | null): readonly Room[] => [
  ['large owns', largeBody.owns],
  [`large own ${session}`, largeBody.own],
];
const whoseOf = (session: string | null) => (session === null ? 'strangers of' : 'people of');
const rooms = (ip: string, session: string | null): readonly Room[] => [
  ...(session === null ? [] : ([[`session ${session}`, bodyRoom.session]] as const)),
  [`${whoseOf(session)} ${networkOf(ip)}`, bodyRoom.network],
  [`${whoseOf(session)} connection ${connectionOf(ip)}`, bodyRoom.connection],
];
const largeRooms = (ip: string, session: string | null): readonly Room[] => [
  ...(session === null
    ? ([['large of strangers', largeBody.strangers]] as const)
    : ([
        ['large', largeBody.all],
        [`large session ${session}`, largeBody.session],
      ] as const)),
  [`large ${whoseOf(session)} ${networkOf(ip)}`, largeBody.network],
  [`large ${whoseOf(session)} connection ${connectionOf(ip)}`, largeBody.connection],
];

type Reading = {
  readonly most: number;
  /** Called once, when the body turns out to be a large one; throws where there is no room for it. */
  readonly grows: () => void;
};

/** The bytes that come, or why they do not. What comes after a refusal flows away. */
function whole(payload: IncomingMessage, { most, grows }: Reading): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const body = gathering(most);
  const take = (piece: Buffer) => {
    try {
      const before = body.bytes();
      if (before + piece.length > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (before < largeBody.from && before + piece.length >= largeBody.from) grows();
      body.add(piece);
    } catch (error) {
      payload.off('data', take);
      reject(error);
    }
  };
  // Every request closes in the end; most came whole.
  const brokenOff = () => {
    if (!payload.readableEnded) reject(Object.assign(new Error('the body broke off'), { statusCode: 400 }));
  };
  if (Number(payload.headers['content-length'] ?? 0) > most) reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  else payload.on('data', take);
  payload.once('end', () => resolve(body.all()));
  for (const event of ['error', 'close']) payload.once(event, brokenOff);
  payload.resume();
  return promise;
}

/** Bytes behind each other: each piece is copied and none is kept. */
function gathering(most: number) {
  let held = Buffer.alloc(0);
  let bytes = 0;
  return {
    bytes: () => bytes,
    add: (piece: Buffer) => {
      const now = bytes + piece.length;
      if (now > held.length) held = Buffer.concat([held.subarray(0, bytes), piece], Math.min(most, now * 2));
      else piece.copy(held, bytes);
      bytes = now;
    },
    all: () => held.subarray(0, bytes),
  };
}
