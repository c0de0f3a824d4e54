import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { budgets } from '../../src/features/accounts/budgets.ts';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf, knockFrom } from './account-security.ts';

/** Whoever has the password of an account alone, and never comes in, keeps its owner out of nothing. */
const server = await serverUnderTest();
const { call, owner } = server;
const { withApp, enter, mailedToken } = accountsOf(server);
const from = knockFrom(server);
afterEach(() => server.setTime(null));

/** Somebody with a browser that their account knows, whose password a thief tried as often as one may in an hour. */
async function scene() {
  const person = await withApp();
  const waiting = cookieOf(await enter(person.email));
  const done = await call('accounts/confirmSignIn', { code: person.code(1) }, waiting);
  expect(done.status).toBe(200);
  const device = cookieOf(done)
    .split('; ')
    .find((one) => one.startsWith('device='));
  server.setTime(null);
  const thief = (n: number) => from(`198.51.100.${n}`, { email: person.email, password: demoPassword });
  expect((await thief(0)).status).toBe(200);
  const { tries } = budgets.signedIn;
  await owner.query('update rate_limits set tries = $2 where key = $1', [`signed-in:${person.id}`, tries]);
  expect((await thief(1)).code).toBe('accounts.too_many_tries');
  return { ...person, device };
}

test('they use up no right sign-in of a browser that the account knows, which has as many of its own', async () => {
  const { id, email, device } = await scene();
  expect((await enter(email, demoPassword, device)).body).toMatchObject({ next: 'second_step' });
  const own = `update rate_limits set tries = $2 where key like $1 || ':device:%'`;
  await owner.query(own, [`signed-in:${id}`, budgets.signedIn.tries]);
  expect((await enter(email, demoPassword, device)).body).toMatchObject({ code: 'accounts.too_many_tries' });
});

const password = 'Canary-Secret-9081!';
const another = {
  'by mail': async ({ email }: { email: string }) =>
    call('accounts/resetPassword', { token: await mailedToken('accounts.reset', email), password }),
  'where they are in': ({ email, cookie }: { email: string; cookie: string }) =>
    call('accounts/changePassword', { email, currentPassword: demoPassword, newPassword: password }, cookie),
};

test.each(Object.entries(another))(
  'nor any, in whichever browser, once its owner chose another password %s',
  async (_, choose) => {
    const person = await scene();
    expect((await choose(person)).status).toBe(200);
    expect((await enter(person.email, password)).body).toMatchObject({ next: 'second_step' });
  },
);

test('nor do they end what the owner has begun: a session that waits for its second step', async () => {
  const person = await withApp();
  const waiting = cookieOf(await enter(person.email));
  for (let n = 0; n < 21; n++) await from(`198.51.100.${n}`, { email: person.email, password: demoPassword });
  const done = await call('accounts/confirmSignIn', { code: person.code(1) }, waiting);
  expect(done.body).toMatchObject({ email: person.email });
});
