import { ORPCError, os } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import { type Permission, roleAllows } from '../../kernel/permissions.ts';
import { RefusalError } from '../../kernel/refusal.ts';
import type { Config } from '../config/config.ts';
import {
  type Db,
  type SessionUser,
  withSystem,
  withUser,
  withUserPipelined,
  withUserSerial,
} from '../database/database.ts';
import { getFaultCode, getViolatedConstraint } from '../database/database-faults.ts';
import type { PrivateFiles } from '../files/private-files.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Passwords } from '../jobs/password-work.ts';
import { queueAnonymous, queueSignIn } from '../limits/anonymous-queue.ts';
import { userQueueFor } from '../limits/user-queue.ts';
import { refusal, refusalCodes, refuse } from '../messages.ts';
import type { FaultReporter, LogFault } from '../observability/faults/fault-reporter.ts';
import { nameRequest } from '../observability/log.ts';
import type { Meters } from '../observability/metrics/meters.ts';
import { logRefusal, tagRequestUser } from '../observability/security-log.ts';
import { assertStorable, limitIssues } from './input-faults.ts';
import { credentialsOf } from './session.ts';

export type Services = {
  readonly config: Config;
  /** Connections with row-level security. `db` runs single statements on them. */
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly authDb: Db;
  readonly passwords: Passwords;
  readonly jobs: Jobs;
  readonly files: PrivateFiles;
  readonly clock: Clock;
  readonly appUrl: string;
  readonly listenUrl: string | null;
  readonly log: { warn(fields: object, text: string): void; always(fields: object, text: string): void };
  readonly logFault: LogFault;
  readonly faultReporter: FaultReporter;
  readonly meters: Meters;
};

export type Context = { readonly services: Services; readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Base of every command. Sends refusals to the client, and a reference for a fault (decision A10). */
export const command = os
  .$context<Context>()
  .$meta<{ readonly permission?: Permission }>({})
  .errors(refusalCodes('general.busy', 'general.overloaded'))
  .use(async ({ context, next }, input) => {
    try {
      assertStorable(input);
      return await next();
    } catch (error) {
      logRefusal(context.services, context.request, { error, input });
      throw toErrorResponse(await writeRecord(error, context.services), context);
    }
  });

/** Command without a session [001 §6 Visitor]. Waits in a queue, so that signed-in users get connections. */
export const publicProcedure = command.use(({ context: { request }, next }) =>
  queueAnonymous(request, async () => next()),
);

/** Command without a session, for sign-in. `releaseSlotWhile` frees its queue slot during slow work. */
export const signInProcedure = command.use(({ context: { request }, next }) =>
  queueSignIn(request, async (releaseSlotWhile) => next({ context: { releaseSlotWhile } })),
);

/** Refusal with a record that survives the rollback (decision A8). */
class RecordedRefusalError extends RefusalError {
  readonly record: (tx: Db) => Promise<void>;

  constructor({ code, words, params }: RefusalError, record: (tx: Db) => Promise<void>) {
    super(code, words, params);
    this.record = record;
  }
}

/** Thrown when a refusal's record could not be stored. */
class RecordError extends Error {}

/** Refuses, then writes the record in its own transaction. `record` must be idempotent. */
export const refuseWithRecord = (refused: RefusalError, record: (tx: Db) => Promise<void>): never => {
  throw new RecordedRefusalError(refused, record);
};

/** Stores the record of a refusal. Returns the error to report. */
export async function writeRecord(error: unknown, { pool }: Services): Promise<unknown> {
  if (!(error instanceof RecordedRefusalError)) return error;
  try {
    await withSystem(pool, error.record);
    return error;
  } catch (cause) {
    return new RecordError(`the record of ${error.code} could not be stored`, { cause });
  }
}

export const toOrpcError = ({ code, words: { status }, params, userMessage }: RefusalError) =>
  new ORPCError(code, { defined: true, status, data: { ...params, said: userMessage }, message: code });

/** Returns the refusal of an error, including one by the database. Null for a fault. */
export function findRefusal(thrown: unknown): RefusalError | null {
  if (thrown instanceof RefusalError) return thrown;
  const violated = getViolatedConstraint(thrown);
  if (violated === 'profile_is_complete') return refusal('accounts.profile_incomplete', {});
  return violated === 'own_matter_of_person' ? refusal('approvals.own_matter', {}) : null;
}

/** Converts an error for the client. A fault gets a generic text and a reference to the log (decision A10). */
export function toErrorResponse(error: unknown, { services, request }: Pick<Context, 'services' | 'request'>): Error {
  const refused = findRefusal(error);
  if (refused) return toOrpcError(refused);
  if (error instanceof ORPCError && error.status < 500) return limitIssues(error);
  const reference = request.id;
  const answer = refusal(error instanceof RecordError ? 'general.unavailable' : getFaultCode(error), { reference });
  services.logFault(error, reference, { procedure: nameRequest(request), status: answer.words.status });
  return toOrpcError(answer);
}

const sessionUseSeconds = 300;

function recordSessionUse({ authDb }: Services, { sessionId, secondsSinceUse }: SessionUser): void {
  if (secondsSinceUse < sessionUseSeconds && secondsSinceUse > -60) return;
  const update = sql`update auth.session set used_at = now() where id = ${sessionId}
       and used_at not between now() - interval '4 minutes' and now() + interval '1 minute'`.execute(authDb);
  update.catch(() => undefined);
}

const tagOnArrival = (request: FastifyRequest, userPromise: Promise<SessionUser>): void =>
  void userPromise.then((person) => tagRequestUser(request, person)).catch(() => undefined);

type UserWork<T> = (tx: Db, person: SessionUser) => Promise<T>;

async function runAsUser<T>({ services, request }: Context, work: UserWork<T>): Promise<T> {
  const credentials = credentialsOf(request, services.config);
  const result = await withUser(services.pool, credentials, async (tx, person) => {
    recordSessionUse(services, person);
    tagRequestUser(request, person);
    return work(tx, person);
  });
  return result ? result.value : refuse('accounts.sign_in_required', {});
}

/** Command in one transaction as the signed-in user [001 §6 Signed-in user, §7]. */
export const authed = command
  .errors(refusalCodes('accounts.sign_in_required'))
  .use(({ context, next }) => runAsUser(context, async (tx, person) => next({ context: { tx, person } })));

/** {@link authed} that sends its first statement with the session check. `userPromise` resolves to the user. */
export const authedPipelined = command
  .errors(refusalCodes('accounts.sign_in_required'))
  .use(async ({ context, next }) => {
    const credentials = credentialsOf(context.request, context.services.config);
    const work = async (tx: Db, userPromise: Promise<SessionUser>) => {
      tagOnArrival(context.request, userPromise);
      return next({ context: { tx, userPromise } });
    };
    const done = await withUserPipelined(context.services.pool, credentials, work);
    return done ? done.value : refuse('accounts.sign_in_required', {});
  });

/** {@link authed} for slow work. Checks the session, then the handler calls `openTransaction` when needed. */
export const authedTwoPhase = command
  .errors(refusalCodes('accounts.sign_in_required'))
  .use(async ({ context, next }) => {
    const person = await runAsUser(context, async (_tx, user) => user);
    return next({ context: { person, openTransaction: <T>(work: UserWork<T>) => runAsUser(context, work) } });
  });

/** Added to {@link authedTwoPhase}: runs one call of a user at a time, to update the user's own counters. */
export const exclusivePerUser = os
  .$context<Context & { readonly person: SessionUser }>()
  .middleware(({ context: { services, person }, next }) =>
    userQueueFor(services.pool).runExclusive(person.id, async () => next()),
  );

type SerialWork<T> = (tx: Db, userPromise: Promise<SessionUser>) => Promise<T>;

/** Checks the session [001 §4 Bank buy flow] and runs one call of a user at a time. */
async function runSerially<T>({ services, request }: Context, work: SerialWork<T>): Promise<T> {
  const credentials = credentialsOf(request, services.config);
  const done = await withUserSerial(services.pool, credentials, (tx, userPromise) => {
    tagOnArrival(request, userPromise);
    return work(tx, userPromise);
  });
  return done ? done.value : refuse('accounts.sign_in_required', {});
}

/** {@link authedPipelined} with one call of a user at a time, for commands that count towards a limit. */
export const authedSerial = command
  .errors(refusalCodes('accounts.sign_in_required'))
  .use(({ context, next }) => runSerially(context, async (tx, userPromise) => next({ context: { tx, userPromise } })));

/** {@link authedSerial} with a prefetch before the transaction. `prefetch` gets unvalidated input of any caller. */
export const authedSerialWithPrefetch = <T>(prefetch: (context: Context, input: unknown) => Promise<T>) =>
  command.errors(refusalCodes('accounts.sign_in_required')).use(async ({ context, next }, input) => {
    const prefetched = await prefetch(context, input);
    return runSerially(context, async (tx, userPromise) => next({ context: { tx, userPromise, prefetched } }));
  });

/** Returns true after a recent re-authentication. A time in the future comes from a wrong clock. */
export const hasStepUp = ({ secondsSinceReauth }: SessionUser, minutes: number): boolean =>
  secondsSinceReauth <= minutes * 60 && secondsSinceReauth >= -60;

export function assertStepUp(person: SessionUser, minutes: number): void {
  if (!hasStepUp(person, minutes)) refuse('accounts.confirm_needed', {});
}

type StepUpPermission = Permission & { readonly stepUp: number };

const requireStepUp = ({ stepUp }: StepUpPermission) =>
  os.$context<{ person: SessionUser }>().middleware(({ context, next }) => {
    assertStepUp(context.person, stepUp);
    return next();
  });

/** {@link authed} for a user who just re-authenticated. */
export const stepUpAuthed = (permission: StepUpPermission) =>
  authed.errors(refusalCodes('accounts.confirm_needed')).meta({ permission }).use(requireStepUp(permission));

/** {@link authedTwoPhase} for a user who just re-authenticated. */
export const stepUpTwoPhase = (permission: StepUpPermission) =>
  authedTwoPhase.errors(refusalCodes('accounts.confirm_needed')).meta({ permission }).use(requireStepUp(permission));

const allowedRefusalCodes = refusalCodes('staff.not_allowed', 'staff.factor_needed', 'accounts.confirm_needed');

/** {@link authed} for the roles of a permission [000 §6]. Production requires a second factor. */
export const staff = (permission: Permission) =>
  authed
    .errors(allowedRefusalCodes)
    .meta({ permission })
    .use(({ context, next }) => {
      assertAllowed(context.person, permission);
      return next();
    });

export function assertAllowed(person: SessionUser, permission: Permission): void {
  if (person.needsMfa) refuse('staff.factor_needed', {});
  if (!roleAllows(permission, person.roles)) refuse('staff.not_allowed', {});
  if (permission.stepUp !== undefined) assertStepUp(person, permission.stepUp);
}

const staffCommand = (permission: Permission) =>
  command.errors(allowedRefusalCodes).errors(refusalCodes('accounts.sign_in_required')).meta({ permission });

const runAsStaff = <T>(context: Context, permission: Permission, work: UserWork<T>) =>
  runAsUser(context, (tx, person) => {
    assertAllowed(person, permission);
    return work(tx, person);
  });

/** {@link staff} that sends its first statements with the session check. `personPromise` resolves when allowed. */
export const staffPipelined = (permission: Permission) =>
  staffCommand(permission).use(async ({ context, next }) => {
    const { services, request } = context;
    const work = async (tx: Db, userPromise: Promise<SessionUser>) => {
      tagOnArrival(request, userPromise);
      const personPromise = userPromise.then((person) => {
        recordSessionUse(services, person);
        assertAllowed(person, permission);
        return person;
      });
      // The refusal of the permission wins, also over invalid input and a handler that does not await it.
      const [allowed, result] = await Promise.allSettled([
        personPromise,
        (async () => next({ context: { tx, personPromise } }))(),
      ]);
      if (allowed.status === 'rejected') throw allowed.reason;
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    };
    const done = await withUserPipelined(services.pool, credentialsOf(request, services.config), work);
    return done ? done.value : refuse('accounts.sign_in_required', {});
  });

/** {@link authedTwoPhase} for staff. Each transaction checks the permission again. */
export const staffTwoPhase = (permission: Permission) =>
  staffCommand(permission).use(async ({ context, next }) => {
    const person = await runAsStaff(context, permission, async (_tx, user) => user);
    return next({
      context: { person, openTransaction: <T>(work: UserWork<T>) => runAsStaff(context, permission, work) },
    });
  });

/** {@link staff} with a prefetch, see {@link authedSerialWithPrefetch}. */
export const staffWithPrefetch = <T>(
  permission: Permission,
  prefetch: (context: Context, input: unknown) => Promise<T>,
) =>
  staffCommand(permission).use(async ({ context, next }, input) => {
    const prefetched = await prefetch(context, input);
    return runAsStaff(context, permission, async (tx, person) => next({ context: { tx, person, prefetched } }));
  });
