import type { FastifyServerOptions } from 'fastify';
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
          // Addresses carry no query: it may hold an e-mail address.
          req: (request: { method: string; url: string; id: string }) => ({
            id: request.id,
            method: request.method,
            path: request.url.split('?')[0],
          }),
        },
        stream: process.stderr,
      };
