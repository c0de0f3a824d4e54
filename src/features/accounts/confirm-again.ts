import { whoseOf } from '../../platform/connection.ts';
import type { Person } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import { type Context, oneAtATime, signedIn, signedInBriefly } from '../../platform/procedure.ts';
import { factorsOf } from './factor-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { askForPasskey } from './passkey-proof.ts';
import { passkeysOf } from './passkey-store.ts';
import { judged } from './proof-in-session.ts';
import { ConfirmAgain, type Proof } from './schema.ts';
import { factorShown } from './second-step.ts';
import { credentialOf, factorStands, markConfirmed } from './session-store.ts';

/** With what the person of this session can prove again to be there: a factor where there is one, else the password. */
export const confirmWays = signedIn.handler(async ({ context: { services, person } }) => {
  keepPace(services, 'secret', person.sessionId);
  const { app, passkeys } = await factorsOf(services.authDb, person.id);
  const kept = passkeys > 0 ? await passkeysOf(services.authDb, person.id) : [];
  const about = { purpose: 'confirm' as const, userId: person.id, session: person.sessionId };
  const passkey = kept.length > 0 ? await askForPasskey(services, about, kept) : null;
  return { password: !app && !passkey, app, passkey };
});

/** Proves again that the person of the session is there, for what {@link freshly} guards. */
export const confirmAgain = signedInBriefly
  .use(oneAtATime)
  .errors(mayRefuse('accounts.password_wrong', 'accounts.factor_wrong', 'accounts.too_many_codes'))
  .input(ConfirmAgain)
  .handler(async ({ context, input }) => {
    const { services, person } = context;
    const kind = 'password' in input ? 'password' : 'code';
    const right = await judged(context, kind, () => proved(context, input));
    if (!right) refuse('password' in input ? 'accounts.password_wrong' : 'accounts.factor_wrong', {});
    await services.authDb.transaction().execute(async (tx) => {
      if ('password' in input && !(await factorStands(tx, person.id, false))) refuse('accounts.password_wrong', {});
      await markConfirmed(tx, person.sessionId);
    });
    return { confirmed: true };
  });

type Asking = Pick<Context, 'services' | 'request'> & { readonly person: Person };

async function proved({ services, person, request }: Asking, input: Proof | { password: string }): Promise<boolean> {
  if (!('password' in input)) return (await factorShown(services, input, { userId: person.id, request })) !== null;
  const account = await credentialOf(services.authDb, person.email);
  const whose = whoseOf(request.ip, person.id);
  const fitting = await services.passwords.fitting(account?.hash ?? null, input.password, whose);
  // Where there is a factor, the password alone is what a thief of it has too.
  return fitting !== null && !person.factor;
}
