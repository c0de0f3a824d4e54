import { expect, test } from 'vitest';
import { createAccountTools } from '../../../test/security/account-security.ts';
import { getCookie, serverUnderTest } from '../../../test/worker.ts';
import { hashPersonalParts } from '../../platform/limits/rate-limit.ts';
import { budgets } from './quotas.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { submitSignIn: enter, isSignedIn: isIn, createUser } = createAccountTools(server);

test('the twenty-first session ends the least recently used one', async () => {
  const { id, email } = await createUser();
  const first = getCookie(await enter(email));
  const second = getCookie(await enter(email));
  await owner.query(
    `update auth.session set used_at = now() - interval '1 hour' * n
       from (select id, row_number() over (order by "createdAt" desc) n from auth.session where "userId" = $1) s
      where s.id = auth.session.id`,
    [id],
  );
  for (let n = 0; n < 19; n++) await enter(email);
  const { rows } = await owner.query(`select count(*)::int n from auth.session where "userId" = $1`, [id]);
  expect(rows).toEqual([{ n: 20 }]);
  expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
});

test('right passwords have a quota per account', async () => {
  const { email, id } = await createUser();
  await enter(email);
  await owner.query(`update rate_limits set tries = $1 where key = $2`, [budgets.signedIn.tries, `signed-in:${id}`]);
  expect((await enter(email)).body).toMatchObject({ code: 'accounts.too_many_tries' });
  expect((await enter((await createUser()).email)).status).toBe(200);
});

test('exporting beyond the quota is refused and writes no audit entries', async () => {
  const { cookie, id } = await createUser();
  const maxTries = budgets.exported.tries;
  const take = () => call('accounts/exportData', undefined, cookie);
  for (let n = 0; n < maxTries; n++) expect((await take()).status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await take()).body).toMatchObject({ code: 'general.busy' });
  const { rows } = await owner.query(
    `select count(*)::int n from audit_log where actor_id = $1 and action = 'accounts.exported'`,
    [id],
  );
  expect(rows).toEqual([{ n: maxTries }]);
});

test('changing the profile beyond the quota is refused and writes no audit entries', async () => {
  const { cookie, id } = await createUser();
  const maxTries = budgets.changed.tries;
  const change = (n: number) => call('accountPages/updateProfile', { avatarUrl: `https://x.example/${n}.png` }, cookie);
  for (let n = 0; n < maxTries; n++) expect((await change(n)).status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await change(maxTries + n)).body).toMatchObject({ code: 'general.busy' });
  const { rows } = await owner.query(
    `select count(*)::int n from audit_log where actor_id = $1 and action = 'account_pages.profile_changed'`,
    [id],
  );
  expect(rows).toEqual([{ n: maxTries }]);
});

test('a used-up connection limit creates no rows for other addresses', async () => {
  const rows = async () => (await owner.query('select count(*)::int n from rate_limits')).rows[0].n;
  await owner.query(
    `insert into rate_limits (key, window_start, tries) values ($1, now(), 1000)
    on conflict (key) do update set tries = 1000, window_start = now()`,
    [hashPersonalParts('sign-in:address:127.0.0.1')],
  );
  const guess = (n: number) => call('accounts/signIn', { email: `unknown${n}@sign-in.test`, password: 'x' });
  expect((await guess(0)).body).toMatchObject({ code: 'accounts.too_many_tries' });
  const before = await rows();
  for (let n = 1; n < 5; n++) await guess(n);
  expect(await rows()).toBe(before);
});
