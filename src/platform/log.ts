import type { FastifyServerOptions } from 'fastify';
import pino, { type DestinationStream } from 'pino';
import type { Config } from './config.ts';

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

/**
 * What of a fault may stand in a log: what broke, where in our code and which constraint, never the values. The
 * database repeats them in its details (a whole refused row) and, between quotation marks, in some of its messages.
 */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '', cause } = error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const said = message.replaceAll(/: ".*"/gs, ': [kept back]').slice(0, 500);
  const where = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: name, message: said, code, constraint, table, where, ...(cause ? { cause: loggable(cause) } : {}) };
}

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
          // Addresses carry no query: it may hold an e-mail address.
          req: (request: { method: string; url: string; id: string }) => ({
            id: request.id,
            method: request.method,
            path: request.url.split('?')[0],
          }),
        },
        stream: process.stderr,
      };

/** What the product itself says, as JSON lines. `always` is written at every level: what must leave the machine. */
export function openLog(level: Config['logLevel'], output: DestinationStream) {
  const serializers = { err: (error: unknown) => (error instanceof Error ? loggable(error) : error) };
  const told = pino({ level, serializers }, output);
  const record = pino({ serializers }, output);
  return {
    warn: (fields: object, text: string) => told.warn(fields, text),
    error: (fields: object, text: string) => told.error(fields, text),
    always: (fields: object, text: string) => record.warn(fields, text),
  };
}
