import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PushServer = {
  readonly origin: string;
  /** What it took, by path. */
  readonly taken: string[];
  /** What it answers to whoever is right: 201 unless said otherwise. */
  setAnswer(status: number): void;
  stop(): Promise<void>;
};

const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;

/** Whether a header is VAPID for this place at this moment (RFC 8292): signed, meant for us, not for too long. */
function isVapid(header: string, origin: string, now: Date): boolean {
  const [, token = '', k = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signed = ''] = token.split('.');
  const point = Buffer.from(k, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const bytes = Buffer.from(signed, 'base64url');
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, bytes)) return false;
  const { alg } = part(head);
  const { aud, exp, sub } = part(claims);
  const left = Number(exp) - now.getTime() / 1000;
  return alg === 'ES256' && aud === origin && left > 0 && left <= 86_400 && /^(mailto:|https:)/.test(String(sub));
}

const lengthOf = async (request: IncomingMessage): Promise<number> => {
  let length = 0;
  for await (const piece of request) length += (piece as Buffer).length;
  return length;
};

/** The place of a browser's maker: checks what a real one does, and that nothing is said. */
export async function startPushServer(clock: () => Date): Promise<PushServer> {
  const taken: string[] = [];
  let answer = 201;
  const server = createServer((request, response) => {
    void lengthOf(request).then((length) => {
      const { authorization = '', ttl, host } = request.headers;
      const isRight = isVapid(authorization, `http://${host}`, clock());
      if (!isRight) return response.writeHead(403).end();
      if (ttl === undefined || length > 0) return response.writeHead(400).end();
      if (answer < 300) taken.push(request.url ?? '');
      return response.writeHead(answer).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    taken,
    setAnswer: (status) => {
      answer = status;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
