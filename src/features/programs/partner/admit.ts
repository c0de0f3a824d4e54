import { ORPCError, os } from '@orpc/server';
import { knowWhoAsks, noteRefusal } from '../../../platform/denials.ts';
import { refuseUnstorable } from '../../../platform/input-faults.ts';
import { keepPace } from '../../../platform/pace.ts';
import { answerFor, type Context } from '../../../platform/procedure.ts';
import { cameByKey } from '../../../platform/programs.ts';
import { inStrangersTurn } from '../../../platform/strangers-turn.ts';
import { hashOfKey, keyIn } from '../keys/key.ts';
import { type KnownKey, knownKey, noteKeyUse } from '../keys/key-store.ts';
import { mayRefuse, refuse } from '../messages.ts';
import type { Scope } from '../scopes.ts';

/** What a program waits after it asked too much, seconds: paces are counted by the minute. */
const wait = '60';

/** The last use of a key is written down when that is so long ago, seconds. */
const usedEvery = 300;

/** On a connection of its own and waited for by nobody, so it slows nothing. The next request tries again. */
function noteUse({ services }: Context, { usedAgo }: KnownKey, keyHash: string): void {
  if (usedAgo !== null && usedAgo < usedEvery && usedAgo > -60) return;
  noteKeyUse(services.db, keyHash).catch(() => undefined);
}

/**
 * Lets a program in by the key that its request bears, if that opens this. From here on its commands are asked as the
 * key's owner. Cookies are not looked at, so no page of anybody can have a browser ask.
 */
async function admit(context: Context, scope: Scope): Promise<void> {
  const { services, request } = context;
  const key = keyIn(request.headers.authorization);
  if (key === null) return refuse('partner.key_unknown', {});
  const keyHash = hashOfKey(key);
  const known = await inStrangersTurn(request, () => knownKey(services.db, keyHash));
  if (!known) return refuse('partner.key_unknown', {});
  knowWhoAsks(request, known);
  keepPace(services, 'program', known.id);
  keepPace(services, 'programsOfOne', known.userId);
  if (!known.scopes.includes(scope)) refuse('partner.scope_missing', { scope });
  noteUse(context, known, keyHash);
  cameByKey(request, { keyHash, keyId: known.id, scope, email: known.email });
}

/** The answer of a command that said no already is handed on; of what else went wrong here one is made. */
function told(thrown: unknown, context: Context): Error {
  // An answer of ours that does not fit its own contract is a fault, and is written down as one.
  const isTold = thrown instanceof ORPCError && (thrown.defined || thrown.status < 500);
  const error = isTold ? thrown : answerFor(thrown, context);
  if (error instanceof ORPCError && error.status === 429) context.reply.header('retry-after', wait);
  if (error instanceof ORPCError && error.status === 401) context.reply.header('www-authenticate', 'Bearer');
  return error;
}

/** What programs may be told anywhere on the partner surface. */
const anywhere = mayRefuse(
  'partner.key_unknown',
  'partner.scope_missing',
  'general.invalid_input',
  'general.busy',
  'general.fault',
  'general.unavailable',
);

/** What every procedure of the partner surface is built on: a key with this scope, and within its pace. */
export const forPrograms = (scope: Scope) =>
  os
    .$context<Context>()
    .errors(anywhere)
    .$route({ spec: (spec) => ({ ...spec, security: [{ key: [scope] }] }) })
    .use(async ({ context, next }, input) => {
      try {
        await admit(context, scope);
        refuseUnstorable(input);
        return await next();
      } catch (error) {
        noteRefusal(context.services, context.request, { error, input: null });
        throw told(error, context);
      }
    });
