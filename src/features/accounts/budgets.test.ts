import { expect, test } from 'vitest';
import { accountsOf } from '../../../test/security/account-security.ts';
import { cookieOf, serverUnderTest } from '../../../test/worker.ts';
import { budgets } from './budgets.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { enter, isIn, somebody } = accountsOf(server);

test('an account keeps twenty sessions open: with one more, that unused for longest ends', async () => {
  const { id, email } = await somebody();
  const first = cookieOf(await enter(email));
  const second = cookieOf(await enter(email));
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

test('right passwords have a budget too, of the account alone', async () => {
  const { email, id } = await somebody();
  await enter(email);
  await owner.query(`update rate_limits set tries = $1 where key = $2`, [budgets.signedIn.tries, `signed-in:${id}`]);
  expect((await enter(email)).body).toMatchObject({ code: 'accounts.too_many_tries' });
  expect((await enter((await somebody()).email)).status).toBe(200);
});

test('whoever takes their own record away again and again is told to wait, and leaves no more lines', async () => {
  const { cookie, id } = await somebody();
  const most = budgets.exported.tries;
  const take = () => call('accounts/exportData', undefined, cookie);
  for (let n = 0; n < most; n++) expect((await take()).status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await take()).body).toMatchObject({ code: 'general.busy' });
  const { rows } = await owner.query(
    `select count(*)::int n from audit_log where actor_id = $1 and action = 'accounts.exported'`,
    [id],
  );
  expect(rows).toEqual([{ n: most }]);
});

test('whoever changes what they call themselves again and again is told to wait, and leaves no lines', async () => {
  const { cookie, id } = await somebody();
  const most = budgets.changed.tries;
  const change = (n: number) => call('accountPages/updateProfile', { avatarUrl: `https://x.example/${n}.png` }, cookie);
  for (let n = 0; n < most; n++) expect((await change(n)).status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await change(most + n)).body).toMatchObject({ code: 'general.busy' });
  const { rows } = await owner.query(
    `select count(*)::int n from audit_log where actor_id = $1 and action = 'account_pages.profile_changed'`,
    [id],
  );
  expect(rows).toEqual([{ n: most }]);
});

test('behind a limit that is used up other names leave no rows of their own', async () => {
  const rows = async () => (await owner.query('select count(*)::int n from rate_limits')).rows[0].n;
  await owner.query(`insert into rate_limits (key, window_start, tries) values ('sign-in:address:127.0.0.1', now(), 1000)
    on conflict (key) do update set tries = 1000, window_start = now()`);
  const guess = (n: number) => call('accounts/signIn', { email: `nobody${n}@door.test`, password: 'x' });
  expect((await guess(0)).body).toMatchObject({ code: 'accounts.too_many_tries' });
  const before = await rows();
  for (let n = 1; n < 5; n++) await guess(n);
  expect(await rows()).toBe(before);
});
