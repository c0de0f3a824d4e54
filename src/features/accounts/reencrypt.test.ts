import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAccountTools } from '../../../test/security/account-security.ts';
import { newCustomer, tier1Form } from '../../../test/submissions.ts';
import { getCookie, serverUnderTest } from '../../../test/worker.ts';
import { sealingKeysOf } from '../kyc/customer-api.ts';
import { resealNumbers } from '../kyc/reencrypt.ts';
import { decryptSecret, encryptSecret, getCurrentKeyId, getSecrets } from './field-encryption.ts';
import { accountsJobs, reencryptAuthenticators } from './jobs.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { submitSignIn: enter, createUserWithApp: withApp } = createAccountTools(server);
const oldSecret = services.config.authSecret;
const newSecret = 'a-newer-secret-0123456789abcdef-0123456789';
const setSecrets = (authSecret: string, formerSecrets: readonly string[] = []) =>
  Object.assign(services.config, { authSecret, formerSecrets });

const reencryptApps = () => reencryptAuthenticators(services.authDb, getSecrets(services.config));

test('after a new AUTH_SECRET authenticator apps still work and are re-encrypted', async () => {
  const person = await withApp();
  const confirmStatus = async () => {
    const waiting = getCookie(await enter(person.email));
    return (await call('accounts/confirmSignIn', { code: person.code(2) }, waiting)).status;
  };
  setSecrets(newSecret, [oldSecret]);
  expect(await confirmStatus()).toBe(200);
  expect(await reencryptApps()).toEqual({ reencrypted: 1, failed: [] });
  expect(await reencryptApps()).toEqual({ reencrypted: 0, failed: [] });
  setSecrets(newSecret);
  expect(await confirmStatus()).toBe(200);
  setSecrets('a-third-secret-0123456789abcdef-01234567890');
  expect(await reencryptApps()).toEqual({ reencrypted: 0, failed: [person.id] });
  setSecrets(oldSecret);
  server.setTime(null);
});

test('the job re-encrypts secrets that a process with the former secret wrote later', async () => {
  const person = await withApp();
  const keyOf = async () =>
    (await owner.query('select key_id k from auth.authenticator where user_id = $1', [person.id])).rows[0].k;
  setSecrets(newSecret, [oldSecret]);
  expect(await keyOf()).not.toBe(getCurrentKeyId(getSecrets(services.config)));
  const job = accountsJobs(services, async () => undefined).find(({ name }) => name === 'accounts.reseal');
  await job?.run(undefined as never);
  expect(await keyOf()).toBe(getCurrentKeyId(getSecrets(services.config)));
  setSecrets(newSecret);
  const stored = {
    encrypted: encryptSecret(Buffer.from('x'), person.id, [oldSecret]).encrypted,
    keyId: getCurrentKeyId([oldSecret]),
  };
  expect(() => decryptSecret(stored, person.id, getSecrets(services.config))).toThrow('unknown key');
  expect(() =>
    decryptSecret({ ...stored, keyId: getCurrentKeyId([newSecret]) }, person.id, getSecrets(services.config)),
  ).toThrow();
  setSecrets(oldSecret);
  server.setTime(null);
});

test('identity numbers are re-encrypted for every submission status', async () => {
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
  const countWithKey = async (id: string) =>
    (await owner.query(`select 1 from kyc_submissions where data ->> 'trn_number' like $1`, [`s1.${id}.%`])).rowCount;
  const total = await count();
  expect(total).toBeGreaterThan(0);
  expect(await countWithKey(keyId)).toBe(total);
  setSecrets(newSecret, [oldSecret]);
  const keys = sealingKeysOf(services);
  const { reencrypted: renewed, failed } = await resealNumbers(services.pool, keys);
  expect(failed).toEqual([]);
  expect(renewed).toBeGreaterThanOrEqual(total);
  expect([await countWithKey(keys[0].id), await countWithKey(keyId)]).toEqual([total, 0]);
  setSecrets(newSecret);
  expect((await resealNumbers(services.pool, sealingKeysOf(services))).reencrypted).toBe(0);
  setSecrets(oldSecret);
});

test('a signed-in user cannot replace an encrypted number', async () => {
  const call = `select app.replace_encrypted_number($1, 'trn_number', 's1.a', 's1.b')`;
  const client = await owner.connect();
  await client.query(`begin; set local role cryptocommerce_app`);
  await client.query(`select set_config('app.all_rows', 'yes', true), set_config('app.user_id', $1, true)`, [
    randomUUID(),
  ]);
  await expect(client.query(call, [randomUUID()])).rejects.toThrow('not theirs to seal');
  await client.query('rollback');
  client.release();
});
