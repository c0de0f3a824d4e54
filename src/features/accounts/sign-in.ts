import { mayRefuse, refuse } from '../../messages.ts';
import { audit } from '../../platform/audit.ts';
import { open, type Services } from '../../platform/procedure.ts';
import { forgetTries, withinLimit } from '../../platform/rate-limit.ts';
import { SignIn } from './schema.ts';
import { accountKey } from './sign-in-tries.ts';

/** Guesses allowed on one account, and from one address over all accounts. */
const perAccount = { tries: 10, seconds: 900 };
const perAddress = { tries: 100, seconds: 900 };

/**
 * Starts a session in an HttpOnly cookie. Wrong address and wrong password are one refusal, and take equally long.
 * Tries are counted on the account and on the connection; a success clears the account's count.
 */
export const signIn = open
  .errors(mayRefuse('accounts.wrong_password', 'accounts.not_verified', 'accounts.too_many_tries'))
  .input(SignIn)
  .handler(async ({ context: { services, request, reply }, input }) => {
    await refuseGuessing(services, input.email, request.ip);
    const headers = new Headers({ 'user-agent': String(request.headers['user-agent'] ?? '').slice(0, 400) });
    const done = await services.auth.signIn(input.email, input.password, headers);
    if (done === 'wrong') return refuse('accounts.wrong_password', {});
    if (done === 'unverified') return refuse('accounts.not_verified', {});
    for (const cookie of done.cookies) reply.header('set-cookie', cookie);
    await forgetTries(services.authDb, accountKey(input.email));
    await record(services, input.email, request.id);
    return { email: input.email };
  });

async function refuseGuessing(services: Services, email: string, ip: string) {
  const now = services.clock();
  const accountOk = await withinLimit(services.authDb, accountKey(email), { ...perAccount, now });
  const addressOk = await withinLimit(services.authDb, `sign-in:address:${ip}`, { ...perAddress, now });
  if (!accountOk || !addressOk) refuse('accounts.too_many_tries', {});
}

const record = (services: Services, email: string, requestId: string) =>
  audit(services.authDb, {
    actorId: null,
    actorRole: 'customer',
    action: 'accounts.signed_in',
    subjectType: 'account',
    subjectId: email,
    requestId,
  });
