import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PushServer = {
  readonly origin: string;
  readonly receivedPaths: string[];
  /** Sets the status of responses to valid requests. Default: 201. */
  setAnswer(status: number): void;
  stop(): Promise<void>;
};

const decodePart = (text: string) =>
  JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;

/** True if the VAPID header is valid for this origin and time (RFC 8292). */
function isVapid(header: string, origin: string, now: Date): boolean {
  const [, token = '', publicKeyText = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const publicKey = Buffer.from(publicKeyText, 'base64url');
  if (publicKey.length !== 65 || publicKey[0] !== 4) return false;
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((coordinateBytes) =>
    coordinateBytes.toString('base64url'),
  );
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, bytes)) return false;
  const { alg } = decodePart(head);
  const { aud, exp, sub } = decodePart(claims);
  const remainingSeconds = Number(exp) - now.getTime() / 1000;
  return (
    alg === 'ES256' &&
    aud === origin &&
    remainingSeconds > 0 &&
    remainingSeconds <= 86_400 &&
    /^(mailto:|https:)/.test(String(sub))
  );
}

const readLength = async (request: IncomingMessage): Promise<number> => {
  let length = 0;
  for await (const chunk of request) length += (chunk as Buffer).length;
  return length;
};

/** Starts a fake push service with the checks of a real one. Also requires an empty payload. */
export async function startPushServer(clock: () => Date): Promise<PushServer> {
  const receivedPaths: string[] = [];
  let answer = 201;
  const server = createServer((request, response) => {
    void readLength(request).then((length) => {
      const { authorization = '', ttl, host } = request.headers;
      const isValid = isVapid(authorization, `http://${host}`, clock());
      if (!isValid) return response.writeHead(403).end();
      if (ttl === undefined || length > 0) return response.writeHead(400).end();
      if (answer < 300) receivedPaths.push(request.url ?? '');
      return response.writeHead(answer).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    receivedPaths,
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
