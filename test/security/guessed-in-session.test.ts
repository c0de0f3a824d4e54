import { afterEach, expect, test } from 'vitest';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf } from './account-security.ts';

/** Whoever stole an open session must prove themselves before what matters: they must not find a proof by trying. */
const server = await serverUnderTest();
const { call, owner } = server;
const { enter, isIn, somebody, withApp } = accountsOf(server);
afterEach(() => server.setTime(null));

type Proof = { code: string } | { password: string };
const proves = async (proof: Proof, cookie: string) =>
  (await call<{ code?: string }>('accounts/confirmAgain', proof, cookie)).body.code ?? 'right';
const told = async (email: string) =>
  (
    await owner.query<{ told: number }>(
      `select count(*)::int told from pgboss.job where name = 'accounts.letter'
         and data->>'email' = $1 and data->>'about' = 'proofs_guessed'`,
      [email],
    )
  ).rows[0]?.told;
/** What is still counted for an account where its codes are counted until the password is another one. */
const countedFor = async (id: string) =>
  (await owner.query('select tries from rate_limits where key = $1', [`second-step:${id}:password`])).rows;

/** Tries ten times in each of so many quarters of an hour: what was answered, how often. */
async function guesses(proof: Proof, cookie: string, quarters: number): Promise<Record<string, number>> {
  const begun = Date.now() + 120_000;
  const said: Record<string, number> = {};
  for (let quarter = 0; quarter < quarters; quarter++) {
    server.setTime(new Date(begun + quarter * 901_000));
    for (let n = 0; n < 10; n++) {
      const answer = await proves(proof, cookie);
      said[answer] = (said[answer] ?? 0) + 1;
    }
  }
  return said;
}

test('who stole an open session tries thirty codes; the owner hears of it, and the session ends', async () => {
  const { email, id, cookie } = await withApp();
  const said = await guesses({ code: '000000' }, cookie, 5);
  expect(said).toEqual({ 'accounts.factor_wrong': 30, 'accounts.sign_in_required': 20 });
  expect([await told(email), await isIn(cookie)]).toEqual([1, false]);
  // Together with what they may try at the door they have no more than whoever has the password alone.
  expect(await countedFor(id)).toEqual([{ tries: 30 }]);
  const { rows } = await owner.query(
    `select after from audit_log where subject_id = $1 and action = 'accounts.session_ended'`,
    [id],
  );
  expect(rows).toEqual([{ after: { wrongProofs: 30 } }]);
}, 240_000);

test('who stole a session of an account without a second factor tries thirty passwords, and no more', async () => {
  const { email, cookie } = await somebody();
  const said = await guesses({ password: 'Guess-1234!' }, cookie, 4);
  expect(said).toEqual({ 'accounts.password_wrong': 30, 'accounts.sign_in_required': 10 });
  expect([await told(email), (await enter(email)).status]).toEqual([1, 200]);
}, 240_000);

test('slips before a right proof are no guesses, however often somebody proves themselves', async () => {
  const { email, id, cookie, code } = await withApp();
  for (let time = 0; time < 5; time++) {
    for (let n = 0; n < 8; n++) expect(await proves({ code: '000000' }, cookie)).toBe('accounts.factor_wrong');
    expect(await proves({ code: code(1) }, cookie)).toBe('right');
  }
  expect([await told(email), await isIn(cookie)]).toEqual([0, true]);
  expect(await countedFor(id)).toEqual([]);
}, 240_000);

test('strangers who used up the codes of an account keep nobody who is in from proving themselves', async () => {
  const { email, id, cookie, code } = await withApp();
  await owner.query(`insert into rate_limits (key, window_start, tries) values ($1, now(), 50)`, [
    `second-step:${id}:password`,
  ]);
  const waiting = cookieOf(await enter(email));
  const atTheDoor = await call<{ code: string }>('accounts/confirmSignIn', { code: code(1) }, waiting);
  expect(atTheDoor.body.code).toBe('accounts.too_many_codes');
  expect(await proves({ code: '000000' }, cookie)).toBe('accounts.factor_wrong');
  expect(await proves({ code: code(1) }, cookie)).toBe('right');
  // Neither does their proof hand strangers more tries: the refused one at the door is counted, their own are not.
  expect(await countedFor(id)).toEqual([{ tries: 51 }]);
}, 240_000);
