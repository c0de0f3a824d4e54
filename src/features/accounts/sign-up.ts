import { dictionary } from '@zxcvbn-ts/language-common';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { audit } from '../../platform/audit.ts';
import { connectionOf, whoseOf } from '../../platform/connection.ts';
import { beforeSignIn, type Context } from '../../platform/procedure.ts';
import { limitKeysAt, takeBackTry, unlessCrowdedOut, withinLimit, withinLimits } from '../../platform/rate-limit.ts';
import { deviceToken, giveDeviceCookie, newSessionToken } from '../../platform/session.ts';
import { versionsInForce } from '../agreements/papers.ts';
import { isOfAge } from './age.ts';
import { deviceHash } from './known-browser.ts';
import { mayAskFor } from './mail-limits.ts';
import { mayRefuse, refuse } from './messages.ts';
import { isCommonPassword } from './password.ts';
import { SignUp } from './schema.ts';
import { credentialOf } from './session-store.ts';
import { createAccount, signedUpAgain } from './store.ts';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[]);

/**
 * Within an hour: of one address of a mail from one connection, and of all from there and from the network around it. A
 * mobile carrier has thousands behind one address, who share what a program of one of them would use up: so there is
 * room for many, and whoever tries one address again and again uses up five of it.
 */
const again = { tries: 5, seconds: 3_600 };
const perConnection = { tries: 100, network: 400, seconds: 3_600 };
const perConnectionInDemo = { tries: 200, seconds: 3_600 };

/** Counts one; answers under which keys, or null where it is too many. */
async function countSignUp({ services, request }: Pick<Context, 'services' | 'request'>, email: string) {
  const { authDb, config, clock } = services;
  const now = clock();
  const same = `sign-up:again:${connectionOf(request.ip)}:${email}`;
  if (!(await withinLimit(authDb, same, { ...again, now }))) return null;
  const keys = limitKeysAt('sign-up', request.ip);
  const allowed = config.mode === 'demo' ? perConnectionInDemo : perConnection;
  if (await withinLimits(authDb, keys, { ...allowed, now })) return [same, ...keys];
  await takeBackTry(authDb, same);
  return null;
}

/** Refuses a password that attackers try first (decision B1). */
export const refuseCommonPassword = (
  password: string,
  code: 'accounts.common_password' | 'accounts.common_new_password' = 'accounts.common_password',
) => {
  if (isCommonPassword(password, common)) refuse(code, {});
};

/**
 * Opens an account, to be activated by the link in a mail [000 §7 Authentication], for who is 18 at least (decision
 * C8). A stranger learns nothing: for an address that already has an account the answer is the same, takes as long, and
 * the mail goes to its owner.
 */
export const signUp = beforeSignIn
  .errors(mayRefuse('accounts.too_young', 'accounts.common_password', 'accounts.too_many_sign_ups'))
  .input(SignUp)
  .handler(async ({ context: { services, request, reply, aside }, input }) => {
    const now = services.clock();
    if (!isOfAge(input.dateOfBirth, jamaicaDay(now))) refuse('accounts.too_young', {});
    refuseCommonPassword(input.password);
    const keys = (await countSignUp({ services, request }, input.email)) ?? refuse('accounts.too_many_sign_ups', {});

    const before = await credentialOf(services.authDb, input.email);
    const whose = whoseOf(request.ip, input.email);
    const passwordHash = await unlessCrowdedOut(services.authDb, keys, () =>
      aside(() => services.passwords.hash(input.password, whose, before?.hash)),
    );
    // Beyond the mails of a day nothing is sent, and nobody is told.
    const wanted = await mayAskFor('welcome', input.email, { services, request });
    const device = deviceToken(request, services.config) ?? newSessionToken();
    const account = { ...input, passwordHash, browser: deviceHash(device), agreed: versionsInForce };
    await services.authDb.transaction().execute(async (tx) => {
      const created = await createAccount(tx, account);
      const same = created || (await signedUpAgain(tx, account));
      // One line either way, also when the address has an account: that somebody tried is for the log alone to know.
      const action = created ? 'accounts.signed_up' : 'accounts.sign_up_repeated';
      const subjectId = (await credentialOf(tx, input.email))?.userId ?? '';
      await audit(tx, {
        actorId: null,
        actorRole: 'visitor',
        action,
        ...{ subjectType: 'account', subjectId },
        requestId: request.id,
      });
      if (wanted) await services.jobs.enqueue(tx, 'accounts.welcome', { email: input.email, created: same });
      // A freeze has to follow them before they can do anything.
      await services.jobs.enqueue(tx, 'identity.links', { userId: subjectId });
    });
    giveDeviceCookie(reply, services.config, device);
    return { email: input.email };
  });
