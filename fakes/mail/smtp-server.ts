import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Envelope and message, after removing SMTP's dot-stuffing. */
export type ReceivedMail = { readonly from: string; readonly to: readonly string[]; readonly message: string };

/** `refusing` rejects recipients temporarily, like greylisting. `failing` fails every second delivery. */
type Mode = 'ok' | 'refusing' | 'failing';

export type SmtpServer = {
  readonly url: string;
  readonly mails: ReceivedMail[];
  setMode(mode: Mode): void;
  stop(): Promise<void>;
};

type Conversation = { from: string; to: string[]; message: string[] | null; failure: 'refused' | 'dropped' | null };

const createConversation = (): Conversation => ({ from: '', to: [], message: null, failure: null });
const parseAddress = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

/** Starts a fake mail server that stores every mail in memory (RFC 5321 without TLS). */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let mode: Mode = 'ok';
  let mailCount = 0;
  const pickFailure = (): Conversation['failure'] => {
    const bits = Math.imul(++mailCount, 0x9e3779b1) >>> 13;
    return (bits & 1) === 0 ? null : (bits & 2) === 0 ? 'refused' : 'dropped';
  };

  const finish = (conversation: Conversation) => {
    const message = (conversation.message ?? []).map((line) => line.replace(/^\./, '')).join('\r\n');
    mails.push({ from: conversation.from, to: conversation.to, message });
    Object.assign(conversation, createConversation());
    return '250 Accepted';
  };
  const reply = (line: string, conversation: Conversation): string | null => {
    if (conversation.message) {
      if (line === '.') return conversation.failure === 'dropped' ? null : finish(conversation);
      conversation.message.push(line);
      return null;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return '250-localhost\r\n250 8BITMIME';
    if (verb === 'MAIL') Object.assign(conversation, createConversation(), { from: parseAddress(line) });
    if (verb === 'RCPT' && mode === 'failing') conversation.failure = pickFailure();
    if (verb === 'RCPT' && (mode === 'refusing' || conversation.failure === 'refused'))
      return `451 4.7.1 <${parseAddress(line)}>: Try again later, ${parseAddress(line).split('@')[0]}`;
    if (verb === 'RCPT') conversation.to.push(parseAddress(line));
    if (verb === 'DATA') conversation.message = [];
    return { DATA: '354 Go on', QUIT: '221 Goodbye' }[verb] ?? '250 Fine';
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    const conversation = createConversation();
    let remainder = '';
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.write('220 localhost\r\n');
    socket.on('data', (chunk) => {
      const lines = (remainder + chunk.toString('utf8')).split('\r\n');
      remainder = lines.pop() ?? '';
      for (const line of lines) {
        const answer = reply(line, conversation);
        if (answer) socket.write(`${answer}\r\n`);
        else if (line === '.' && conversation.failure === 'dropped') socket.destroy();
        if (answer?.startsWith('221')) socket.end();
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    setMode: (next) => {
      mode = next;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Parses a mail into headers by lower-case name and parts by MIME type. */
export function readMail({ message }: ReceivedMail) {
  const [headerText = '', ...body] = message.split('\r\n\r\n');
  const headers = readHeaders(headerText);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1];
  const parts = boundary ? body.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1) : [];
  const decodedParts = parts.map((part): [string, string] => {
    const [partHead = '', ...text] = part.replace(/^\r\n/, '').split('\r\n\r\n');
    const partHeaders = readHeaders(partHead);
    const kind = partHeaders.get('content-type')?.[0]?.split(';')[0] ?? '';
    return [kind, decode(text.join('\r\n\r\n'), partHeaders.get('content-transfer-encoding')?.[0] ?? '7bit')];
  });
  return { headers, parts: new Map(decodedParts) };
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

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
