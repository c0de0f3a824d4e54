import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ORPCError, os } from '@orpc/server';
import type { SessionUser } from '../../../platform/database/database.ts';
import { attachApiKey } from '../../../platform/http/api-key.ts';
import { assertStorable } from '../../../platform/http/input-faults.ts';
import { authed, type Context, stepUpAuthed, toErrorResponse } from '../../../platform/http/procedure.ts';
import { queueAnonymous } from '../../../platform/limits/anonymous-queue.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { changeQuota, consumeQuota } from '../../../platform/limits/quotas.ts';
import { logRefusal, tagRequestUser } from '../../../platform/observability/security-log.ts';
import { changeFactor } from '../../accounts/mfa-change.ts';
import { accountPermissions } from '../../accounts/permissions.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { recordChange } from '../record-change.ts';
import { ById, MakeKey, Rotate } from '../schema.ts';
import { getMaxDays, type Scope } from '../scopes.ts';
import {
  type ApiKey,
  addKey,
  deleteKey,
  findKeyByHash,
  findKeys,
  maxKeys,
  recordKeyUse,
  rotateSecret,
} from './key-store.ts';

export const keyPrefix = 'ccm_';

/** Creates a key with 256 random bits. We show the key once and store only its hash. */
export const generateKey = (): string => `${keyPrefix}${randomBytes(32).toString('base64url')}`;

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const getLastFour = (key: string): string => key.slice(-4);

const bearerPattern = /^Bearer ccm_[A-Za-z0-9_-]{43}$/;

/** Parses the header `Authorization: Bearer …`. Returns null for a malformed key. */
export const parseBearerKey = (header: string | undefined): string | null =>
  header !== undefined && header.length < 80 && bearerPattern.test(header) ? header.slice('Bearer '.length) : null;

/** Rate limits count per minute. */
const retryAfterSeconds = '60';

/** Minimum interval between two updates of the last use. */
const useIntervalSeconds = 300;

/** Runs in the background on a separate connection. After an error the next request retries. */
function recordUse({ services }: Context, { usedAgo }: ApiKey, keyHash: string): void {
  if (usedAgo !== null && usedAgo < useIntervalSeconds && usedAgo > -60) return;
  recordKeyUse(services.db, keyHash).catch(() => undefined);
}

/** Authenticates by API key and scope. Ignores cookies, so that no web page can call the API. */
async function authenticate(context: Context, scope: Scope): Promise<void> {
  const { services, request } = context;
  const key = parseBearerKey(request.headers.authorization);
  if (key === null) return refuse('partner.key_unknown', {});
  const keyHash = hashKey(key);
  const known = await queueAnonymous(request, () => findKeyByHash(services.db, keyHash));
  if (!known) return refuse('partner.key_unknown', {});
  tagRequestUser(request, known);
  checkRateLimit(services, 'apiKey', known.id);
  checkRateLimit(services, 'apiKeysOfOwner', known.userId);
  if (!known.scopes.includes(scope)) refuse('partner.scope_missing', { scope });
  recordUse(context, known, keyHash);
  attachApiKey(request, { keyHash, keyId: known.id, scope, email: known.email });
}

function toPartnerError(cause: unknown, context: Context): Error {
  // A response that violates our contract is a fault and must be logged.
  const isAnswer = cause instanceof ORPCError && (cause.defined || cause.status < 500);
  const error = isAnswer ? cause : toErrorResponse(cause, context);
  if (error instanceof ORPCError && error.status === 429) context.reply.header('retry-after', retryAfterSeconds);
  if (error instanceof ORPCError && error.status === 401) context.reply.header('www-authenticate', 'Bearer');
  return error;
}

const commonRefusals = refusalCodes(
  'partner.key_unknown',
  'partner.scope_missing',
  'general.invalid_input',
  'general.busy',
  'general.fault',
  'general.overloaded',
  'general.unavailable',
);

/** Base of all partner procedures: valid key, scope and rate limit. */
export const forPrograms = (scope: Scope) =>
  os
    .$context<Context>()
    .errors(commonRefusals)
    .$route({ spec: (spec) => ({ ...spec, security: [{ key: [scope] }] }) })
    .use(async ({ context, next }, input) => {
      try {
        await authenticate(context, scope);
        if (!(input instanceof Readable)) assertStorable(input);
        return await next();
      } catch (error) {
        logRefusal(context.services, context.request, { error, input: null });
        throw toPartnerError(error, context);
      }
    });

/** Requires a second factor, so that a stolen password is not enough to create a key. */
export function assertSecondFactor({ hasMfa }: SessionUser): void {
  if (!hasMfa) refuse('programs.factor_needed', {});
}

export const listKeys = authed.handler(async function listKeys({ context: { services, person } }) {
  return {
    keys: await findKeys(services.authDb, person.id),
    factor: person.hasMfa,
    most: maxKeys,
  };
});

/** Returns the new key, which is never shown again. */
export const createApiKey = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.factor_needed', 'programs.too_many_keys', 'programs.lasts_too_long'))
  .input(MakeKey)
  .handler(async function createApiKey({ context, input }) {
    const { person, services } = context;
    assertSecondFactor(person);
    const { name, days } = input;
    const scopes = [...new Set(input.scopes)];
    if (days > getMaxDays(scopes)) refuse('programs.lasts_too_long', { most: String(getMaxDays(scopes)) });
    const key = generateKey();
    const row = { name, scopes, days, hash: hashKey(key), lastFour: getLastFour(key) };
    const id = await changeFactor(context, async (tx) => {
      await consumeQuota(tx, changeQuota, { id: person.id, now: services.clock() });
      const added = await addKey(tx, person.id, row);
      if (!added) return refuse('programs.too_many_keys', { most: String(maxKeys) });
      await recordChange(tx, context, { about: 'program_key_made', after: { keyId: added, scopes, days } });
      return added;
    });
    return { id, key };
  });

/** Returns a new secret, which is never shown again. The old secret stays valid during the overlap. */
export const rotateKey = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.factor_needed', 'programs.not_there'))
  .input(Rotate)
  .handler(async function rotateKey({ context, input: { id, overlapHours } }) {
    const { person, services } = context;
    assertSecondFactor(person);
    const key = generateKey();
    await changeFactor(context, async (tx) => {
      await consumeQuota(tx, changeQuota, { id: person.id, now: services.clock() });
      const secret = { id, hash: hashKey(key), lastFour: getLastFour(key), hours: overlapHours };
      if (!(await rotateSecret(tx, person.id, secret))) refuse('programs.not_there', {});
      await recordChange(tx, context, { about: 'program_key_rotated', after: { keyId: id, overlapHours } });
    });
    return { id, key };
  });

export const revokeKey = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.not_there'))
  .input(ById)
  .handler(async function revokeKey({ context, input: { id } }) {
    await changeFactor(context, async (tx) => {
      if (!(await deleteKey(tx, context.person.id, id))) refuse('programs.not_there', {});
      await recordChange(tx, context, { about: 'program_key_ended', after: { keyId: id } });
    });
    return { ended: true };
  });
