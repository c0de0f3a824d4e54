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

/** Connection like that of a browser: TLS, and HTTP/2 if the server offers it. */
export type Connection = {
  readonly session: ClientHttp2Session;
  readonly protocol: () => string | false | null;
  readonly request: (path: string, sent?: Sent) => Promise<Got>;
  readonly close: () => void;
};

/** Opens a connection to `localhost` from a local address. Trusts the certificate of the test. */
export function openConnection(port: number, from = '127.0.0.1'): Connection {
  const options = { host: '127.0.0.1', port, localAddress: from, servername: 'localhost', ALPNProtocols: ['h2'] };
  const socket: TLSSocket = connectTls({ ...options, rejectUnauthorized: false });
  const session = connect(`https://localhost:${port}`, { createConnection: () => socket });
  session.on('error', () => undefined);
  const request: Connection['request'] = (path, { method = 'GET', headers = {}, body } = {}) =>
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
  return { session, protocol: () => socket.alpnProtocol, request, close: () => session.destroy() };
}
