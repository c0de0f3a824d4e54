import { randomBytes } from 'node:crypto';
import { spend } from '../../platform/budgets.ts';
import { keepPace } from '../../platform/pace.ts';
import { freshly, freshlyBriefly, oneAtATime } from '../../platform/procedure.ts';
import { accountActs } from './acts.ts';
import { budgets } from './budgets.ts';
import { changing, codesOfFirst, drawCodes, factorCame, recordChange } from './factor-change.ts';
import {
  confirmAuthenticator,
  factorsOf,
  keepPending,
  removeAuthenticator,
  replaceCodes,
  settleFactor,
} from './factor-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { enrolment, secretBytes } from './one-time-code.ts';
import { judged } from './proof-in-session.ts';
import { CodeOnly } from './schema.ts';
import { seal, secretsOf } from './sealing.ts';
import { codeTaken } from './second-step.ts';

/** Draws a secret for an authenticator app. Nothing is asked at sign-in until a first code has confirmed it. */
export const startAuthenticator = freshly(accountActs.own)
  .errors(mayRefuse('accounts.app_in_use'))
  .handler(async ({ context: { services, person } }) => {
    keepPace(services, 'secret', person.sessionId);
    const secret = randomBytes(secretBytes);
    const sealed = seal(secret, person.id, secretsOf(services.config));
    const kept = await keepPending(services.authDb, person, sealed);
    return kept ? enrolment(secret, person.email) : refuse('accounts.app_in_use', {});
  });

/** The first code of the app: from here on signing in asks for one. Answers the recovery codes of a first factor. */
export const confirmAuthenticatorApp = freshlyBriefly(accountActs.own)
  .use(oneAtATime)
  .errors(mayRefuse('accounts.factor_wrong', 'accounts.too_many_codes'))
  .input(CodeOnly)
  .handler(async ({ context, input }) => {
    const { services, person } = context;
    const taken = () => codeTaken(services, input.code, { userId: person.id, pending: true });
    const secret = (await judged(context, 'code', taken)) ?? refuse('accounts.factor_wrong', {});
    const drawn = await codesOfFirst(context);
    const codes = await changing(context, async (tx) => {
      await spend(tx, budgets.changed, { id: person.id, now: services.clock() });
      if (!(await confirmAuthenticator(tx, person, secret))) refuse('accounts.factor_wrong', {});
      await recordChange(tx, context, 'app_on');
      return factorCame(tx, person, drawn);
    });
    return { codes };
  });

/** Takes the app away. Without any factor left the password alone opens the account again. */
export const removeAuthenticatorApp = freshly(accountActs.own)
  .errors(mayRefuse('accounts.no_factor'))
  .handler(async ({ context }) => {
    const { person } = context;
    return changing(context, async (tx) => {
      if (!(await removeAuthenticator(tx, person.id))) refuse('accounts.no_factor', {});
      await recordChange(tx, context, 'app_off');
      return { factor: await settleFactor(tx, person.id) };
    });
  });

/** Ten new recovery codes; the old ones are worth nothing from here on. */
export const newCodes = freshlyBriefly(accountActs.own)
  .use(oneAtATime)
  .errors(mayRefuse('accounts.no_factor'))
  .handler(async ({ context }) => {
    const { person } = context;
    if (!person.factor) refuse('accounts.no_factor', {});
    const { codes, hashes } = await drawCodes(context);
    return changing(context, async (tx) => {
      const { app, passkeys } = await factorsOf(tx, person.id);
      if (!app && passkeys === 0) refuse('accounts.no_factor', {});
      await replaceCodes(tx, person, hashes);
      await recordChange(tx, context, 'codes_renewed');
      return { codes };
    });
  });
