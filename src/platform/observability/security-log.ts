import { createHmac, hkdfSync } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusalError } from '../../kernel/refusal.ts';
import type { Config } from '../config/config.ts';
import { getConnectionKey } from '../http/client-network.ts';
import { getLoggedPath } from './log.ts';
import type { Meters } from './metrics/meters.ts';

const isDenied = (status: number) => status === 403 || status === 429;

/** Returns true for invalid input. Our forms validate first, so a program sent it (ASVS 16.3.3). */
const isFormBypass = (error: unknown) => error instanceof ORPCError && error.code === 'BAD_REQUEST';

function getDeniedCode(error: unknown): string | null {
  if (isFormBypass(error)) return 'general.invalid_input';
  return error instanceof RefusalError && (error.words.denies ?? isDenied(error.words.status)) ? error.code : null;
}

export type DenialContext = {
  readonly config: Pick<Config, 'authSecret'>;
  readonly log: { warn(fields: object, text: string): void };
};

/** Hashes text for the log. Equal inputs match, but no input can be recovered. */
const pseudonymize = ({ config }: DenialContext, text: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', config.authSecret, '', 'cryptocommerce marks of the log', 32)))
    .update(text)
    .digest('hex')
    .slice(0, 16);

const requestEmails = new WeakMap<FastifyRequest, string>();
const loggedRequests = new WeakSet<FastifyRequest>();

export const tagRequestUser = (request: FastifyRequest, { email }: { readonly email: string }): void =>
  void requestEmails.set(request, email);

export function logPseudonyms(context: DenialContext, request: FastifyRequest, account: string | undefined) {
  return {
    path: getLoggedPath(request),
    connection: pseudonymize(context, getConnectionKey(request.ip)),
    ...(account !== undefined && { account: pseudonymize(context, account.trim().toLowerCase()) }),
    request: request.id,
  };
}

export function logDenied(
  context: DenialContext,
  request: FastifyRequest,
  { code, email }: { code: string; email?: string },
) {
  loggedRequests.add(request);
  context.log.warn({ code, ...logPseudonyms(context, request, requestEmails.get(request) ?? email) }, 'denied');
}

/** Logs and counts a refused command. Ignores faults. */
export function logRefusal(
  context: DenialContext & { readonly meters: Pick<Meters, 'countRefusal'> },
  request: FastifyRequest,
  { error, input }: { error: unknown; input: unknown },
) {
  if (error instanceof RefusalError) context.meters.countRefusal(error);
  const code = getDeniedCode(error);
  const email = (input as { email?: unknown } | null | undefined)?.email;
  if (code) logDenied(context, request, { code, ...(typeof email === 'string' && { email: email.slice(0, 320) }) });
}

/** Logs denied requests to routes that are no commands: files, exports, streams. */
export const mountDenialLog = (app: FastifyInstance, context: DenialContext) =>
  app.addHook('onResponse', (request, reply, done) => {
    if (isDenied(reply.statusCode) && !loggedRequests.has(request) && !request.url.startsWith('/api/rpc/'))
      logDenied(context, request, { code: String(reply.statusCode) });
    done();
  });
