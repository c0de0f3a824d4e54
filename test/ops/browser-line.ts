import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTls, type TLSSocket } from 'node:tls';

export type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
};
export type Got = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
};

/** A line as a browser opens it: TLS, and HTTP/2 where the server speaks it. */
export type Line = {
  readonly session: ClientHttp2Session;
  readonly protocol: () => string | false | null;
  readonly ask: (path: string, sent?: Sent) => Promise<Got>;
  readonly close: () => void;
};

/** Opens one to `localhost` from an address of this machine. The certificate is of the test's own making. */
export function openLine(port: number, from = '127.0.0.1'): Line {
  const options = { host: '127.0.0.1', port, localAddress: from, servername: 'localhost', ALPNProtocols: ['h2'] };
  const socket: TLSSocket = connectTls({ ...options, rejectUnauthorized: false });
  const session = connect(`https://localhost:${port}`, { createConnection: () => socket });
  // Whoever asks hears of it.
  session.on('error', () => undefined);
  const ask: Line['ask'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((done, fail) => {
      const stream = session.request({ ':path': path, ':method': method, ...headers });
      let answered: Record<string, unknown> = {};
      let text = '';
      stream.on('response', (got) => {
        answered = got;
      });
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      stream.on('end', () => done({ status: Number(answered[':status']), headers: answered, text }));
      stream.on('error', fail);
      stream.end(body);
    });
  return { session, protocol: () => socket.alpnProtocol, ask, close: () => session.destroy() };
}
