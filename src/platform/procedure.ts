import { ORPCError, os } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Act, isFor } from '../kernel/acts.ts';
import type { Clock } from '../kernel/clock.ts';
import { Refused } from '../kernel/refusal.ts';
import type { Config } from './config.ts';
import { asPerson, asPersonAlone, asPersonAtOnce, asSystem, type Db, type Person } from './database.ts';
import { brokenConstraint } from './database-faults.ts';
import { knowWhoAsks, noteRefusal } from './denials.ts';
import type { PrivateFiles } from './files/private-files.ts';
import { isForLater } from './for-later.ts';
import { fewFaults, refuseUnstorable } from './input-faults.ts';
import type { Jobs } from './jobs.ts';
import { mayRefuse, refusal, refuse } from './messages.ts';
import type { Meters } from './metrics/meters.ts';
import { turnsBefore } from './own-turn.ts';
import type { Passwords } from './password-work.ts';
import { comerOf } from './session.ts';
import { atTheDoor, inStrangersTurn } from './strangers-turn.ts';

/** The parts of the running product that commands may use. */
export type Services = {
  readonly config: Config;
  /** Connections of the application's role: behind row security; `db` for single statements outside a transaction. */
  readonly pool: pg.Pool;
  readonly db: Db;
  /** Connections of the sign-in role, for accounts alone. */
  readonly authDb: Db;
  readonly passwords: Passwords;
  readonly jobs: Jobs;
  readonly files: PrivateFiles;
  readonly clock: Clock;
  /** Where a process apart works as the application. */
  readonly appUrl: string;
  /** Where the live line listens, in a process that answers. */
  readonly listenUrl: string | null;
  /** `always` is written whatever the level of the log is. */
  readonly log: { warn(fields: object, text: string): void; always(fields: object, text: string): void };
  readonly logFault: (error: unknown, reference: string) => void;
  readonly meters: Meters;
};

export type Context = { readonly services: Services; readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * What every command is built on: the one place where a refusal becomes an answer, and a fault a reference (decision
 * A10). Whatever waits in turn (turns.ts) may be too much. What staff do, and what needs a fresh proof, carries its row
 * of the acts.
 */
export const command = os
  .$context<Context>()
  .$meta<{ readonly act?: Act }>({})
  .errors(mayRefuse('general.busy'))
  .use(async ({ context, next }, input) => {
    try {
      refuseUnstorable(input);
      return await next();
    } catch (error) {
      noteRefusal(context.services, context.request, { error, input });
      throw answerFor(await recorded(error, context.services), context);
    }
  });

/** Anybody may call it [001 §6 Visitor]. Fewer run at a time than there are connections: who is inside finds one. */
export const open = command.use(({ context: { request }, next }) => inStrangersTurn(request, async () => next()));

/** The same for whoever is about to come in, who steps `aside` for slow work such as on a password. */
export const beforeSignIn = command.use(({ context: { request }, next }) =>
  atTheDoor(request, async (aside) => next({ context: { aside } })),
);

/** A refusal that must leave a record although everything around it is undone (decision A8). */
class RefusedOnRecord extends Refused {
  readonly record: (tx: Db) => Promise<void>;

  constructor({ code, words, params }: Refused, record: (tx: Db) => Promise<void>) {
    super(code, words, params);
    this.record = record;
  }
}

/** What had to be written down about a refusal could not be: no clear answer, so the request may come again. */
class Unrecorded extends Error {}

/**
 * Ends the act as `refuse` does and, once its transaction is undone, writes the record in one of the product's own.
 * Only then the answer goes out; without the record it is 'unavailable'. The record must bear being written twice.
 */
export const refuseAfter = (refused: Refused, record: (tx: Db) => Promise<void>): never => {
  throw new RefusedOnRecord(refused, record);
};

async function recorded(error: unknown, { pool }: Services): Promise<unknown> {
  if (!(error instanceof RefusedOnRecord)) return error;
  try {
    await asSystem(pool, error.record);
    return error;
  } catch (cause) {
    return new Unrecorded(`the record of ${error.code} could not be kept`, { cause });
  }
}

/** A refusal as its code, its parameters and its words: the browser knows no sentence but those of its own screens. */
export const answerOf = ({ code, words: { status }, params, said }: Refused) =>
  new ORPCError(code, { defined: true, status, data: { ...params, said }, message: code });

/** A refusal as its answer; a fault as one generic text and a reference to the log (decision A10). */
export function answerFor(thrown: unknown, { services, request }: Pick<Context, 'services' | 'request'>): Error {
  // Whose accounts are one person's the database alone knows.
  const ownMatter = brokenConstraint(thrown) === 'own_matter_of_person';
  const error = ownMatter ? refusal('approvals.own_matter', {}) : thrown;
  if (error instanceof Refused) return answerOf(error);
  if (error instanceof ORPCError && error.status < 500) return fewFaults(error);
  const reference = request.id;
  services.logFault(error, reference);
  const later = error instanceof Unrecorded || isForLater(error);
  return answerOf(refusal(later ? 'general.unavailable' : 'general.fault', { reference }));
}

/** A session's last use is written down when that is so long ago, seconds. */
const usedEvery = 300;

/** Remembers that the session is in use: on a connection of its own and waited for by nobody, so it slows nothing. */
function noteUse({ authDb }: Services, { sessionId, usedAgo }: Person): void {
  if (usedAgo < usedEvery && usedAgo > -60) return;
  const noted = sql`update auth.session set used_at = now() where id = ${sessionId}
       and used_at not between now() - interval '4 minutes' and now() + interval '1 minute'`.execute(authDb);
  // The next request tries again.
  noted.catch(() => undefined);
}

const knowOnArrival = (request: FastifyRequest, arriving: Promise<Person>): void =>
  void arriving.then((person) => knowWhoAsks(request, person)).catch(() => undefined);

type Within<T> = (tx: Db, person: Person) => Promise<T>;

/** Runs an act as the person of the request's session, and notes that the session is in use. */
async function asWhoAsks<T>({ services, request }: Context, act: Within<T>): Promise<T> {
  const comer = comerOf(request, services.config);
  const done = await asPerson(services.pool, comer, async (tx, person) => {
    noteUse(services, person);
    knowWhoAsks(request, person);
    return act(tx, person);
  });
  return done ? done.value : refuse('accounts.sign_in_required', {});
}

/** One transaction as the signed-in user: `tx`, the only way to the database [001 §6 Signed-in user, §7]. */
export const signedIn = command
  .errors(mayRefuse('accounts.sign_in_required'))
  .use(({ context, next }) => asWhoAsks(context, async (tx, person) => next({ context: { tx, person } })));

/**
 * Like {@link signedIn}, but the act starts before the session's answer is there: its first statement goes by
 * `app.user_id()` and saves a round trip. `arriving` is the person, once known.
 */
export const signedInAtOnce = command.errors(mayRefuse('accounts.sign_in_required')).use(async ({ context, next }) => {
  const comer = comerOf(context.request, context.services.config);
  const act = async (tx: Db, arriving: Promise<Person>) => {
    knowOnArrival(context.request, arriving);
    return next({ context: { tx, arriving } });
  };
  const done = await asPersonAtOnce(context.services.pool, comer, act);
  return done ? done.value : refuse('accounts.sign_in_required', {});
});

/**
 * Like {@link signedIn}, for what has slow work done, such as on a password: who asks is found out first, and the
 * connection is back in the pool while they wait. `enter` opens the transaction, when its turn has come.
 */
export const signedInBriefly = command.errors(mayRefuse('accounts.sign_in_required')).use(async ({ context, next }) => {
  const person = await asWhoAsks(context, async (_tx, asking) => asking);
  return next({ context: { person, enter: <T>(act: Within<T>) => asWhoAsks(context, act) } });
});

/**
 * Behind {@link signedInBriefly}, for what counts or draws in rows of the person's own: one such act of theirs at a
 * time, or a crowd of one account would hold every connection, each waiting for that row.
 */
export const oneAtATime = os
  .$context<Context & { readonly person: Person }>()
  .middleware(({ context: { services, person }, next }) =>
    turnsBefore(services.pool).oneAtATime(person.id, async () => next()),
  );

type WithinAlone<T> = (tx: Db, arriving: Promise<Person>) => Promise<T>;

/** The session check [001 §4 Bank buy flow], then the act: those of one person one after the other. */
async function alone<T>({ services, request }: Context, act: WithinAlone<T>): Promise<T> {
  const comer = comerOf(request, services.config);
  const done = await asPersonAlone(services.pool, comer, (tx, arriving) => {
    knowOnArrival(request, arriving);
    return act(tx, arriving);
  });
  return done ? done.value : refuse('accounts.sign_in_required', {});
}

/**
 * The same for whatever adds to a limit: acts of one person run one after the other. Parallel requests wait at the
 * session check, so each sees what the one before it did.
 */
export const signedInAlone = command
  .errors(mayRefuse('accounts.sign_in_required'))
  .use(({ context, next }) => alone(context, async (tx, arriving) => next({ context: { tx, arriving } })));

/**
 * Like {@link signedInAlone}, with something found out before the transaction opens, such as another company's answer,
 * which must not be waited for inside one. `ask` sees the input as it came, before its schema, and anybody's: it finds
 * out nothing for whom it is not meant.
 */
export const signedInAloneAfter = <T>(ask: (context: Context, input: unknown) => Promise<T>) =>
  command.errors(mayRefuse('accounts.sign_in_required')).use(async ({ context, next }, input) => {
    const asked = await ask(context, input);
    return alone(context, async (tx, arriving) => next({ context: { tx, arriving, asked } }));
  });

/**
 * Whether a person proved to be there within the last `minutes`. Costs nothing: the session check told. A proof in the
 * future is left over from a clock that ran ahead, and would else stand for as long.
 */
export const isConfirmed = ({ confirmedAgo }: Person, minutes: number): boolean =>
  confirmedAgo <= minutes * 60 && confirmedAgo >= -60;

/** Refuses what needs such a person. */
export function refuseUnlessConfirmed(person: Person, minutes: number): void {
  if (!isConfirmed(person, minutes)) refuse('accounts.confirm_needed', {});
}

type Proving = Act & { readonly stepUp: number };

const justConfirmed = ({ stepUp }: Proving) =>
  os.$context<{ person: Person }>().middleware(({ context, next }) => {
    refuseUnlessConfirmed(context.person, stepUp);
    return next();
  });

/**
 * Like {@link signedIn}, for what a thief of an open session must not do: their person gave a password, a code or a
 * passkey within the minutes of its row. The browser asks for it when refused, and repeats the call.
 */
export const freshly = (act: Proving) =>
  signedIn.errors(mayRefuse('accounts.confirm_needed')).meta({ act }).use(justConfirmed(act));

/** The same before slow work: see {@link signedInBriefly}. */
export const freshlyBriefly = (act: Proving) =>
  signedInBriefly.errors(mayRefuse('accounts.confirm_needed')).meta({ act }).use(justConfirmed(act));

const allowedMayRefuse = mayRefuse('staff.not_allowed', 'staff.factor_needed', 'accounts.confirm_needed');

/**
 * Like {@link signedIn}, for staff who may do this now: by their roles, read in the same transaction, and by a fresh
 * proof where its row asks for one; so the server enforces what is for admins [000 §6]. In production, staff without a
 * second factor hold no role until they have one.
 */
export const staffOnly = (act: Act) =>
  signedIn
    .errors(allowedMayRefuse)
    .meta({ act })
    .use(({ context, next }) => {
      refuseUnlessAllowed(context.person, act);
      return next();
    });

/** Refuses whoever may not do this as staff, whosever matter it is. */
export function refuseUnlessAllowed(person: Person, act: Act): void {
  if (person.factorNeeded) refuse('staff.factor_needed', {});
  if (!isFor(act, person.roles)) refuse('staff.not_allowed', {});
  if (act.stepUp !== undefined) refuseUnlessConfirmed(person, act.stepUp);
}

const staffCommand = (act: Act) =>
  command.errors(allowedMayRefuse).errors(mayRefuse('accounts.sign_in_required')).meta({ act });

const asStaff = <T>(context: Context, act: Act, within: Within<T>) =>
  asWhoAsks(context, (tx, person) => {
    refuseUnlessAllowed(person, act);
    return within(tx, person);
  });

/** The same before slow work: see {@link signedInBriefly}. Who may is asked again each time that `enter` opens. */
export const staffOnlyBriefly = (act: Act) =>
  staffCommand(act).use(async ({ context, next }) => {
    const person = await asStaff(context, act, async (_tx, asking) => asking);
    return next({ context: { person, enter: <T>(within: Within<T>) => asStaff(context, act, within) } });
  });

/** Like {@link staffOnly}, with something found out before the transaction opens: see {@link signedInAloneAfter}. */
export const staffOnlyAfter = <T>(act: Act, ask: (context: Context, input: unknown) => Promise<T>) =>
  staffCommand(act).use(async ({ context, next }, input) => {
    const asked = await ask(context, input);
    return asStaff(context, act, async (tx, person) => next({ context: { tx, person, asked } }));
  });
