import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail as the server took it: the envelope, and the message with its dots as the sender meant them. */
export type TakenMail = { readonly from: string; readonly to: readonly string[]; readonly message: string };

/**
 * `refusing` answers every mail with "try again later", and with whom it was for, as greylisting does. `failing` takes
 * every other one: the rest it refuses, or drops the line in the middle of them.
 */
type Mood = 'ok' | 'refusing' | 'failing';

export type SmtpServer = {
  readonly url: string;
  readonly mails: TakenMail[];
  setMood(mood: Mood): void;
  stop(): Promise<void>;
};

type Talk = { from: string; to: string[]; message: string[] | null; fails: 'refused' | 'dropped' | null };

const fresh = (): Talk => ({ from: '', to: [], message: null, fails: null });
const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

/** A mail server that takes everything and keeps it in memory: enough of RFC 5321 for a sender without TLS. */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const mails: TakenMail[] = [];
  const sockets = new Set<Socket>();
  let mood: Mood = 'ok';
  let asked = 0;
  /** By the bits of a counter, in no order that mails follow. */
  const failsNow = (): Talk['fails'] => {
    const bits = Math.imul(++asked, 0x9e3779b1) >>> 13;
    return (bits & 1) === 0 ? null : (bits & 2) === 0 ? 'refused' : 'dropped';
  };

  const finish = (talk: Talk) => {
    const message = (talk.message ?? []).map((line) => line.replace(/^\./, '')).join('\r\n');
    mails.push({ from: talk.from, to: talk.to, message });
    Object.assign(talk, fresh());
    return '250 Taken';
  };
  const answerTo = (line: string, talk: Talk): string | null => {
    if (talk.message) {
      if (line === '.') return talk.fails === 'dropped' ? null : finish(talk);
      talk.message.push(line);
      return null;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return '250-localhost\r\n250 8BITMIME';
    if (verb === 'MAIL') Object.assign(talk, fresh(), { from: addressIn(line) });
    if (verb === 'RCPT' && mood === 'failing') talk.fails = failsNow();
    if (verb === 'RCPT' && (mood === 'refusing' || talk.fails === 'refused'))
      return `451 4.7.1 <${addressIn(line)}>: Try again later, ${addressIn(line).split('@')[0]}`;
    if (verb === 'RCPT') talk.to.push(addressIn(line));
    if (verb === 'DATA') talk.message = [];
    return { DATA: '354 Go on', QUIT: '221 Goodbye' }[verb] ?? '250 Fine';
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    const talk = fresh();
    let rest = '';
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.write('220 localhost\r\n');
    socket.on('data', (piece) => {
      const lines = (rest + piece.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const answer = answerTo(line, talk);
        if (answer) socket.write(`${answer}\r\n`);
        else if (line === '.' && talk.fails === 'dropped') socket.destroy();
        if (answer?.startsWith('221')) socket.end();
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    setMood: (next) => {
      mood = next;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A mail taken apart: its headers by small name, each as often as it stands there, and its parts by kind. */
export function readMail({ message }: TakenMail) {
  const [head = '', ...body] = message.split('\r\n\r\n');
  const headers = readHeaders(head);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1];
  const parts = boundary ? body.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1) : [];
  const read = parts.map((part): [string, string] => {
    const [partHead = '', ...text] = part.replace(/^\r\n/, '').split('\r\n\r\n');
    const partHeaders = readHeaders(partHead);
    const kind = partHeaders.get('content-type')?.[0]?.split(';')[0] ?? '';
    return [kind, decoded(text.join('\r\n\r\n'), partHeaders.get('content-transfer-encoding')?.[0] ?? '7bit')];
  });
  return { headers, parts: new Map(read) };
}

function readHeaders(head: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return headers;
}

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
