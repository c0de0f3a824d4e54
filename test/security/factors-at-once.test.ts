import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { waitingHere } from '../waiting.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { sessionFor } from './actors.ts';
import { authenticatorAt } from './authenticator.ts';

/** Factors that come and go at one moment: what the account asks for afterwards is what there is. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { enter, somebody } = accountsOf(server);
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'done' : ((body as { code?: string }).code ?? status);

async function makesPasskey(cookie: string, passkey = authenticatorAt(services.config.origin)) {
  const { body } = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, cookie);
  const answer = passkey.makes(body.challenge, { format: 'none', statement: () => new Map() });
  return {
    passkey,
    keep: () => call<{ codes: string[] | null }>('accounts/registerPasskey', { name: 'Phone', answer }, cookie),
  };
}
async function startsApp(cookie: string) {
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
  const code = (at = Date.now()) => new TOTP({ secret: Secret.fromBase32(body.text) }).generate({ timestamp: at });
  return {
    code,
    confirm: () => call<{ codes: string[] | null }>('accounts/confirmAuthenticator', { code: code() }, cookie),
  };
}
const firstPasskey = async (cookie: string) =>
  (await call<{ passkeys: { id: string }[] }>('accounts/security', undefined, cookie)).body.passkeys[0]?.id;
const truth = async (id: string) =>
  (
    await owner.query(
      `select u.second_factor mark, exists (
            select from auth.authenticator a where a.user_id = u.id and a.confirmed_at is not null) app,
          (select count(*)::int from auth.passkey p where p.user_id = u.id) passkeys,
          (select count(*)::int from auth.recovery_code c where c.user_id = u.id and c.used_at is null) codes
         from auth."user" u where u.id = $1`,
      [id],
    )
  ).rows[0];
const held = () => waitingHere(server);

/** Runs both up to where they would set the mark of the account, and then lets them go, the first first. */
async function meeting<T>(id: string, first: () => Promise<T>, second: () => Promise<T>) {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from auth."user" where id = $1 for update', [id]);
  const running: Promise<T>[] = [];
  for (const act of [first, second]) {
    const before = await held();
    running.push(act());
    await expect.poll(held, { timeout: 8_000 }).toBeGreaterThan(before);
  }
  await holder.query('commit');
  holder.release();
  return Promise.all(running);
}

test('app and passkey taken away at one moment: the account asks for none, or one of them is left', async () => {
  const person = await somebody();
  await (await makesPasskey(person.cookie)).keep();
  await (await startsApp(person.cookie)).confirm();
  const other = await sessionFor(server, person.email);
  const id = await firstPasskey(person.cookie);
  const answers = await meeting(
    person.id,
    () => call('accounts/removeAuthenticator', undefined, person.cookie),
    () => call('accounts/removePasskey', { id }, other),
  );
  const now = await truth(person.id);
  expect([answers.map(codeOf), now.mark]).toEqual([answers.map(codeOf), now.app || now.passkeys > 0]);
});

test.each(['the app first', 'the passkey first'])(
  'an app comes while the last passkey goes: the account asks for what it has (%s)',
  async (order) => {
    const isFirst = order === 'the app first';
    const person = await somebody();
    await (await makesPasskey(person.cookie)).keep();
    const app = await startsApp(person.cookie);
    const other = await sessionFor(server, person.email);
    const id = await firstPasskey(person.cookie);
    const comes = () => app.confirm() as Promise<{ status: number; body: unknown }>;
    const goes = () => call('accounts/removePasskey', { id }, other) as Promise<{ status: number; body: unknown }>;
    const both = isFirst ? ([comes, goes] as const) : ([goes, comes] as const);
    const answers = await meeting(person.id, ...both);
    const now = await truth(person.id);
    // An app that is the first again, because the passkey went, is one to be asked for anew: it brings codes.
    const second = isFirst ? 'done' : 'accounts.confirm_needed';
    expect([answers.map(codeOf), now.app]).toEqual([['done', second], isFirst]);
    const entered = await enter(person.email);
    expect([now.mark, entered.body.next]).toEqual([isFirst, isFirst ? 'second_step' : 'in']);
    expect(now.codes > 0).toBe(isFirst);
  },
);

test('of new codes drawn in two tabs at once those of one are good', async () => {
  const person = await somebody();
  await (await startsApp(person.cookie)).confirm();
  const other = await sessionFor(server, person.email);
  const answers = await Promise.all(
    [person.cookie, other].map((cookie) => call<{ codes?: string[] }>('accounts/newCodes', undefined, cookie)),
  );
  const opens = [];
  for (const { body } of answers) {
    const waiting = cookieOf(await enter(person.email));
    opens.push(codeOf(await call('accounts/confirmSignIn', { code: body.codes?.[0] ?? 'AAAA-AAAA-AAAA' }, waiting)));
  }
  expect(opens.filter((one) => one === 'done')).toHaveLength(1);
  expect((await truth(person.id)).codes).toBe(9);
});

test('two first factors in two tabs of one person: the codes that both tabs show open the account', async () => {
  const seen: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    const person = await somebody();
    const other = await sessionFor(server, person.email);
    const [key, app] = [await makesPasskey(person.cookie), await startsApp(other)];
    const late = new Promise((done) => setTimeout(done, round * 120));
    const [one, two] = await Promise.all([key.keep(), late.then(app.confirm)]);
    const shown = [one, two].filter(({ status, body }) => status === 200 && body.codes !== null);
    const opens = [];
    for (const { body } of shown) {
      const waiting = cookieOf(await enter(person.email));
      opens.push(codeOf(await call('accounts/confirmSignIn', { code: body.codes?.[3] }, waiting)));
    }
    if (opens.some((one) => one !== 'done')) seen.push([round, opens]);
  }
  expect(seen).toEqual([]);
});
