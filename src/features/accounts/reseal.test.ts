import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { accountsOf } from '../../../test/security/account-security.ts';
import { newCustomer, tier1Form } from '../../../test/submissions.ts';
import { cookieOf, serverUnderTest } from '../../../test/worker.ts';
import { sealingKeysOf } from '../identity/own.ts';
import { resealNumbers } from '../identity/reseal.ts';
import { accountsJobs } from './jobs.ts';
import { resealAuthenticators } from './reseal.ts';
import { currentKeyId, seal, secretsOf, unseal } from './sealing.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { enter, withApp } = accountsOf(server);
const old = services.config.authSecret;
const fresh = 'a-newer-secret-0123456789abcdef-0123456789';
const secretsAre = (authSecret: string, formerSecrets: readonly string[] = []) =>
  Object.assign(services.config, { authSecret, formerSecrets });

const resealApps = () => resealAuthenticators(services.authDb, secretsOf(services.config));

test('with another AUTH_SECRET every authenticator app still opens its account, and is sealed anew', async () => {
  const person = await withApp();
  const isTaken = async () => {
    const waiting = cookieOf(await enter(person.email));
    return (await call('accounts/confirmSignIn', { code: person.code(2) }, waiting)).status;
  };
  secretsAre(fresh, [old]);
  expect(await isTaken()).toBe(200);
  expect(await resealApps()).toEqual({ renewed: 1, failed: [] });
  expect(await resealApps()).toEqual({ renewed: 0, failed: [] });
  secretsAre(fresh);
  expect(await isTaken()).toBe(200);
  secretsAre('a-third-secret-0123456789abcdef-01234567890');
  expect(await resealApps()).toEqual({ renewed: 0, failed: [person.id] });
  secretsAre(old);
  server.setTime(null);
});

test('what a process with the former secret sealed after the change is sealed anew by itself', async () => {
  const person = await withApp();
  const keyOf = async () =>
    (await owner.query('select key_id k from auth.authenticator where user_id = $1', [person.id])).rows[0].k;
  secretsAre(fresh, [old]);
  expect(await keyOf()).not.toBe(currentKeyId(secretsOf(services.config)));
  const job = accountsJobs(services, async () => undefined).find(({ name }) => name === 'accounts.reseal');
  await job?.run(undefined as never);
  expect(await keyOf()).toBe(currentKeyId(secretsOf(services.config)));
  // A key that is not in the ring opens nothing: nobody falls back to an older one.
  secretsAre(fresh);
  const kept = { sealed: seal(Buffer.from('x'), person.id, [old]).sealed, keyId: currentKeyId([old]) };
  expect(() => unseal(kept, person.id, secretsOf(services.config))).toThrow('which is not here');
  expect(() => unseal({ ...kept, keyId: currentKeyId([fresh]) }, person.id, secretsOf(services.config))).toThrow();
  secretsAre(old);
  server.setTime(null);
});

test('numbers of identity papers are sealed anew too, whatever became of the submission', async () => {
  const { id: userId, cookie } = await newCustomer(server);
  expect((await call('identity/submitTier1', await tier1Form(server, userId), cookie)).status).toBe(200);
  await owner.query(
    `update kyc_submissions set status = 'rejected', decided_at = now(),
    decided_by = (select id from auth."user" where email = 'compliance@demo.test') where user_id = $1`,
    [userId],
  );
  const count = async () =>
    (await owner.query(`select 1 from kyc_submissions where data ->> 'trn_number' like 's1.%'`)).rowCount ?? 0;
  const [{ id: keyId }] = sealingKeysOf(services);
  const ofKey = async (id: string) =>
    (await owner.query(`select 1 from kyc_submissions where data ->> 'trn_number' like $1`, [`s1.${id}.%`])).rowCount;
  const all = await count();
  expect(all).toBeGreaterThan(0);
  expect(await ofKey(keyId)).toBe(all);
  secretsAre(fresh, [old]);
  const keys = sealingKeysOf(services);
  const { renewed, failed } = await resealNumbers(services.pool, keys);
  expect(failed).toEqual([]);
  expect(renewed).toBeGreaterThanOrEqual(all);
  expect([await ofKey(keys[0].id), await ofKey(keyId)]).toEqual([all, 0]);
  secretsAre(fresh);
  expect((await resealNumbers(services.pool, sealingKeysOf(services))).renewed).toBe(0);
  secretsAre(old);
});

test('nobody who signed in puts another number in place of a sealed one', async () => {
  const call = `select app.reseal_number($1, 'trn_number', 's1.a', 's1.b')`;
  const client = await owner.connect();
  await client.query(`begin; set local role cryptocommerce_app`);
  await client.query(`select set_config('app.sees_all', 'yes', true), set_config('app.user_id', $1, true)`, [
    randomUUID(),
  ]);
  await expect(client.query(call, [randomUUID()])).rejects.toThrow('not theirs to seal');
  await client.query('rollback');
  client.release();
});
