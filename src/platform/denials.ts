import { createHmac, hkdfSync } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '../kernel/refusal.ts';
import type { Config } from './config.ts';
import { connectionOf } from './connection.ts';
import { loggedPath } from './log.ts';
import type { Meters } from './metrics/meters.ts';

/** Not allowed, and too often: lockouts are of the second kind. */
const isDenied = (status: number) => status === 403 || status === 429;

/** What our forms judge before they send it: whoever sends it all the same went past them (ASVS 16.3.3). */
const isPastForms = (error: unknown) => error instanceof ORPCError && error.code === 'BAD_REQUEST';

function deniedCode(error: unknown): string | null {
  if (isPastForms(error)) return 'general.invalid_input';
  return error instanceof Refused && (error.words.denies ?? isDenied(error.words.status)) ? error.code : null;
}

export type DenialContext = {
  readonly config: Pick<Config, 'authSecret'>;
  readonly log: { warn(fields: object, text: string): void };
};

/** Stands for an address of a mail or of a connection in the log: lines of one belong together, and nobody is named. */
const mark = ({ config }: DenialContext, text: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', config.authSecret, '', 'cryptocommerce marks of the log', 32)))
    .update(text)
    .digest('hex')
    .slice(0, 16);

const whoAsks = new WeakMap<FastifyRequest, string>();
const noted = new WeakSet<FastifyRequest>();

/** Remembers whose session a request carries, should it be refused. */
export const knowWhoAsks = (request: FastifyRequest, { email }: { readonly email: string }): void =>
  void whoAsks.set(request, email);

/** By which lines about one request, connection and account are found again; nobody can be read out of them. */
export function marksOf(told: DenialContext, request: FastifyRequest, account: string | undefined) {
  return {
    path: loggedPath(request),
    connection: mark(told, connectionOf(request.ip)),
    ...(account !== undefined && { account: mark(told, account.trim().toLowerCase()) }),
    request: request.id,
  };
}

/** Leaves a line about a request that was turned away; `typed` is the address that it gave, if it gave one. */
export function noteDenial(
  told: DenialContext,
  request: FastifyRequest,
  { code, typed }: { code: string; typed?: string },
) {
  noted.add(request);
  told.log.warn({ code, ...marksOf(told, request, whoAsks.get(request) ?? typed) }, 'denied');
}

/** The same for a command that ended with an error; says nothing of faults, and only counts ordinary refusals. */
export function noteRefusal(
  told: DenialContext & { readonly meters: Pick<Meters, 'refused'> },
  request: FastifyRequest,
  { error, input }: { error: unknown; input: unknown },
) {
  if (error instanceof Refused) told.meters.refused(error);
  const code = deniedCode(error);
  const typed = (input as { email?: unknown } | null | undefined)?.email;
  if (code) noteDenial(told, request, { code, ...(typeof typed === 'string' && { typed: typed.slice(0, 320) }) });
}

/** And for everything that is no command: files, exports, the live line. */
export const mountDenials = (app: FastifyInstance, told: DenialContext) =>
  app.addHook('onResponse', (request, reply, done) => {
    if (isDenied(reply.statusCode) && !noted.has(request) && !request.url.startsWith('/api/rpc/'))
      noteDenial(told, request, { code: String(reply.statusCode) });
    done();
  });
