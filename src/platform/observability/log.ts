import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import pino, { type DestinationStream } from 'pino';
import type { Config } from '../config/config.ts';

/** Matches a stack frame of the bundled server (tools/server-bundle.ts). */
const bundleFrame = /((?:file:\/\/)?\/[^\s()]*\/build\/product\/[^/\s:]+\.js):(\d+):\d+/;
const sourceHeading = /^\s*\/\/ ((?:src|tools|fakes|node_modules)\/\S+)$/;

type SourceStart = { readonly line: number; readonly source: string };
const sourceStarts = new Map<string, readonly SourceStart[]>();

/** Returns nothing when a new build has replaced the bundle. */
function getSourceStarts(file: string): readonly SourceStart[] {
  let found = sourceStarts.get(file);
  try {
    found ??= readSourceStarts(file);
  } catch {
    return [];
  }
  sourceStarts.set(file, found);
  return found;
}

function readSourceStarts(file: string): SourceStart[] {
  const lines = readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8').split('\n');
  return lines.flatMap((text, lineNumber) => {
    const source = sourceHeading.exec(text)?.[1];
    return source === undefined ? [] : [{ line: lineNumber + 1, source }];
  });
}

function appendSource(line: string): string {
  const [, file, lineNumber] = bundleFrame.exec(line) ?? [];
  if (file === undefined) return line;
  const source = getSourceStarts(file).findLast((start) => start.line <= Number(lineNumber))?.source;
  return source === undefined ? line : `${line} of ${source}`;
}

/** Appends source files to the stack of an error. Returns other values unchanged. */
export function mapStackToSources(error: unknown): unknown {
  if (error instanceof Error && error.stack) error.stack = error.stack.split('\n').map(appendSource).join('\n');
  return error;
}

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

type ThrownError = Error & { readonly [part in 'code' | 'constraint' | 'table' | 'response']?: unknown };

/** Also accepts plain objects with a stack, which the job queue reports as errors. */
const isFault = (error: unknown): error is ThrownError =>
  error instanceof Error || typeof (error as Partial<Error> | null)?.stack === 'string';

export type LoggableError = {
  readonly type: string;
  readonly message?: string;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly where?: readonly string[];
  readonly cause?: LoggableError;
};

/** Keeps type, code, frames and constraint, never values: PostgreSQL and mail servers put data into messages. */
export function toLoggable(error: unknown): LoggableError {
  if (!isFault(error)) return { type: typeof error };
  const { name = 'Error', message, stack = '', cause } = error;
  const { code, constraint, table, response }: ThrownError = error;
  const text = redactValues(truncate(redactReply(message, response))).slice(0, 500);
  // A message can contain lines that look like frames.
  const at = message ? stack.indexOf(message) : -1;
  const frames = (at < 0 ? stack : stack.slice(at + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map(appendSource);
  return {
    type: name,
    message: text,
    code,
    constraint,
    table,
    where: frames,
    ...(cause ? { cause: toLoggable(cause) } : {}),
  };
}

/** Longer messages are cut, because redacting them would block the process. */
const maxMessageLength = 1_000;

function truncate(message: string): string {
  if (message.length <= maxMessageLength) return message;
  return `${message.slice(0, maxMessageLength).replace(/: ".*$|<[^<>]*$|[^\s<>]*$/s, '')}[hidden]`;
}

const redactValues = (message: string): string =>
  message
    .replaceAll(/: ".*"/gs, ': [hidden]')
    .replaceAll(/<[^<>]*@[^<>]*>/g, '[hidden]')
    .replaceAll(/[^\s<>]+/g, (word) => word.replace(/^.+@[^/'"]+\.[^'"]+/s, '[hidden]'));

/** Replaces a mail server's reply, which may contain names, by its status code. */
const redactReply = (message: string, reply: unknown): string =>
  typeof reply === 'string'
    ? message.replaceAll(reply, /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(reply)?.[0] ?? '[hidden]')
    : message;

const maxPathLength = 200;

export const getLoggedPath = ({ url }: { readonly url: string }): string =>
  (url.split('?')[0] ?? '').slice(0, maxPathLength);

type NamedRequest = Pick<FastifyRequest, 'method' | 'url' | 'routeOptions'>;

/** Names a request by its command or route pattern, because URLs contain codes and names. */
export function nameRequest({ method, url, routeOptions }: NamedRequest): string {
  const [command] = /^\/api\/rpc\/[\w/]{1,80}(?=$|\?)/.exec(url) ?? [];
  return `${method} ${command ?? routeOptions.url ?? 'nothing'}`;
}

/** Logs to standard error. Standard output has only the line that reports readiness. */
export const logger = (config: Config): FastifyServerOptions['logger'] =>
  config.logLevel === 'silent'
    ? false
    : {
        level: config.logLevel,
        redact: {
          paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `req.headers["${name}"]`]),
          censor: '[hidden]',
        },
        serializers: {
          err: (error: Error) => ({ ...toLoggable(error), stack: '' }) as never,
          req: (request: { method: string; url: string; id: string }) => ({
            id: request.id,
            method: request.method,
            path: getLoggedPath(request),
          }),
        },
        stream: process.stderr,
      };

/** Opens a log. `always` ignores the level, for records that must leave the machine. */
export function openLog(level: Config['logLevel'], output: DestinationStream) {
  const serializers = { err: (error: unknown) => (isFault(error) ? toLoggable(error) : error) };
  const leveled = pino({ level, serializers }, output);
  const record = pino({ serializers }, output);
  return {
    warn: (fields: object, text: string) => leveled.warn(fields, text),
    error: (fields: object, text: string) => leveled.error(fields, text),
    always: (fields: object, text: string) => record.warn(fields, text),
  };
}
