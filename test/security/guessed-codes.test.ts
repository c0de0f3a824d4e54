import { afterEach, expect, test } from 'vitest';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf } from './account-security.ts';

/**
 * Six digits, three of which fit at a time: whoever has a stolen password and may guess ten in each quarter of an hour
 * would be in with one account of three within a hundred days.
 */
const server = await serverUnderTest();
const { call, owner } = server;
const { enter, withApp } = accountsOf(server);
afterEach(() => server.setTime(null));

test('wrong codes at the second step come to an end, however patiently a thief of a password guesses', async () => {
  const { email } = await withApp();
  const begun = Date.now();
  let wrong = 0;
  for (let quarter = 1; quarter <= 8; quarter++) {
    server.setTime(new Date(begun + quarter * 901_000));
    for (let session = 0; session < 2; session++) {
      const waiting = cookieOf(await enter(email));
      for (let n = 0; n < 5; n++)
        if ((await call('accounts/confirmSignIn', { code: '000000' }, waiting)).status === 422) wrong += 1;
    }
  }
  // What is asked of whoever checks second factors (NIST SP 800-63B, 3.2.2): no more than a hundred in a row.
  expect(wrong).toBe(50);
  const { rows } = await owner.query(
    `select count(*)::int told from pgboss.job where name = 'accounts.letter'
       and data->>'email' = $1 and data->>'about' = 'codes_guessed'`,
    [email],
  );
  expect(rows).toEqual([{ told: 1 }]);
}, 240_000);
