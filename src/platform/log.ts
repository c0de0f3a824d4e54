import type { FastifyServerOptions } from 'fastify';
import pino, { type DestinationStream } from 'pino';
import type { Config } from './config.ts';
import { withSource } from './in-one-piece.ts';

/** Never written, wherever they turn up: secrets, papers, and what leads to a person's money. */
const secrets = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'secret',
  'account_number',
  'accountNumber',
];

/** What faults of other people's code tell beside their message. */
type Telling = Error & { readonly [part in 'code' | 'constraint' | 'table' | 'response']?: unknown };

/** A fault, also where it is told as a plain object, as the queue tells those of its workers. */
const isFault = (error: unknown): error is Telling =>
  error instanceof Error || typeof (error as Partial<Error> | null)?.stack === 'string';

/**
 * What of a fault may stand in a log: what broke, where in our code and which constraint, never the values. The
 * database repeats them in its details (a whole refused row) and, between quotation marks, in some of its messages; a
 * mail server says for whom it did not take a letter.
 */
export function loggable(error: unknown): object {
  if (!isFault(error)) return { type: typeof error };
  const { name = 'Error', message, stack = '', cause } = error;
  const { code, constraint, table, response }: Telling = error;
  const said = withoutValues(cut(withoutReply(message, response))).slice(0, 500);
  const where = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map(withSource);
  return { type: name, message: said, code, constraint, table, where, ...(cause ? { cause: loggable(cause) } : {}) };
}

/** What is cleaned of a message: some of what is kept, or a long one would stop the process that has the fault. */
const mostRead = 1_000;

/** The beginning of a long message. What may go on behind its end, as half of an address or a value, is left out. */
function cut(message: string): string {
  if (message.length <= mostRead) return message;
  return `${message.slice(0, mostRead).replace(/: ".*$|<[^<>]*$|[^\s<>]*$/s, '')}[kept back]`;
}

/** Of each word all that an address may be goes: looked for from its beginning alone. */
const withoutValues = (message: string): string =>
  message
    .replaceAll(/: ".*"/gs, ': [kept back]')
    .replaceAll(/<[^<>]*@[^<>]*>/g, '[kept back]')
    .replaceAll(/[^\s<>]+/g, (word) => word.replace(/^.+@[^/'"]+\.[^'"]+/s, '[kept back]'));

/** A mail server's own words may hold anybody's name; its codes say what was wrong. */
const withoutReply = (message: string, reply: unknown): string =>
  typeof reply === 'string'
    ? message.replaceAll(reply, /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(reply)?.[0] ?? '[kept back]')
    : message;

/** Longer than any path of ours: whoever asks for a longer one does not decide how long a line is. */
const longestPath = 200;

/** What of an address may stand in a log: its path, as far as ours go. The query may hold an e-mail address. */
export const loggedPath = ({ url }: { readonly url: string }): string =>
  (url.split('?')[0] ?? '').slice(0, longestPath);

/** JSON lines on standard error (standard output is for the one line that says we are ready). */
export const logger = (config: Config): FastifyServerOptions['logger'] =>
  config.logLevel === 'silent'
    ? false
    : {
        level: config.logLevel,
        redact: {
          paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `req.headers["${name}"]`]),
          censor: '[kept back]',
        },
        serializers: {
          err: (error: Error) => ({ ...loggable(error), stack: '' }) as never,
          req: (request: { method: string; url: string; id: string }) => ({
            id: request.id,
            method: request.method,
            path: loggedPath(request),
          }),
        },
        stream: process.stderr,
      };

/** What the product itself says, as JSON lines. `always` is written at every level: what must leave the machine. */
export function openLog(level: Config['logLevel'], output: DestinationStream) {
  const serializers = { err: (error: unknown) => (isFault(error) ? loggable(error) : error) };
  const told = pino({ level, serializers }, output);
  const record = pino({ serializers }, output);
  return {
    warn: (fields: object, text: string) => told.warn(fields, text),
    error: (fields: object, text: string) => told.error(fields, text),
    always: (fields: object, text: string) => record.warn(fields, text),
  };
}
