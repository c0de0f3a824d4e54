import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { bitcoinAddress, buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { createAccountTools, parseLinkToken } from '../../../test/security/account-security.ts';
import { enhancedForm, newCustomer, tier1Form, tier2Form } from '../../../test/submissions.ts';
import { buildStep, setUpUnallocated } from '../../../test/unallocated.ts';
import { getCookie, serverUnderTest } from '../../../test/worker.ts';
import { sealingKeysOf } from '../kyc/customer-api.ts';
import { resealNumbers } from '../kyc/reencrypt.ts';
import { excludedTables, exportedTables } from './data-export-columns.ts';
import { decryptSecret, encryptSecret, getCurrentKeyId, getSecrets } from './field-encryption.ts';
import { accountsJobs, reencryptAuthenticators } from './jobs.ts';

const server = await serverUnderTest();
const { call, owner, services, signIn } = server;

const {
  submitSignIn: enter,
  createUser,
  createUserWithApp: withApp,
  runEmailJob: letterOf,
} = createAccountTools(server);
const { admin, done, lineOf } = await setUpUnallocated(server);

type Column = { table: string; column: string };

test('every replaced value of the export replaces one of its columns', () => {
  for (const { columns, expressions } of exportedTables)
    expect(columns).toEqual(expect.arrayContaining(Object.keys(expressions)));
});

test('every customer column is exported or has a reason why not', async () => {
  const { rows } = await owner.query<Column>(
    `select c.table_name "table", c.column_name "column" from information_schema.columns c
      where c.table_schema = 'public' and exists (select from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name
          and (o.column_name = 'user_id' or o.table_name = 'profiles'))
        and exists (select from pg_tables t where t.schemaname = 'public' and t.tablename = c.table_name)`,
  );
  const listed = exportedTables.flatMap(({ table, columns, withheld }) =>
    [...columns, ...withheld].map((column) => `${table}.${column}`),
  );
  const known = rows.filter(({ table }) => !(table in excludedTables)).map((at) => `${at.table}.${at.column}`);
  expect(listed.toSorted()).toEqual(known.toSorted());
  expect(Object.keys(excludedTables).filter((table) => !rows.some((row) => row.table === table))).toEqual([]);
});

test('the export contains decrypted declarations and no assessments', async () => {
  const { id, cookie } = await newCustomer(server);
  const numbers: string[] = [];
  for (const [command, make, tier] of [
    ['submitTier1', tier1Form, 1],
    ['submitTier2', tier2Form, 2],
    ['submitEnhanced', enhancedForm, 3],
  ] as const) {
    const form = await make(server, id);
    if ('trn_document' in form) numbers.push(form.trn_document.trn.replaceAll('-', ''), form.id_document.idNumber);
    expect([command, (await call(`identity/${command}`, form, cookie)).status]).toEqual([command, 200]);
    await owner.query(
      `update kyc_submissions set status = 'approved', decided_at = now(), waits_for = 'none',
         decided_by = (select id from auth."user" where email = 'compliance@demo.test'),
         first_approver = (select id from auth."user" where email = 'admin@demo.test')
        where user_id = $1 and tier = $2`,
      [id, tier],
    );
  }
  await owner.query(
    `insert into subscriptions (user_id, plan, payment_method) values ($1, 'personal', 'bank_transfer')`,
    [id],
  );
  const { status, body } = await call('accounts/exportData', undefined, cookie);
  expect(status).toBe(200);
  const text = JSON.stringify(body);
  expect(numbers).toHaveLength(2);
  const declared = ['1 Hope Road', 'trusted_wallets', 'employer_name', 'monthly_income', '"pep"', 'occupation'];
  for (const each of [...numbers, ...declared, 'declared_country', '"plan":"personal"']) expect(text).toContain(each);
  expect(text).not.toMatch(/"s1\.|_path"|risk_level|edd_|triggers|first_approver|decided_by|risk_classification/);
});

test('the export masks payer accounts like the screen', async () => {
  const { cookie } = await newCustomer(server);
  const { orderId } = await placePaidBuy(server, cookie, { amount: '2000' });
  await done('desk/confirmReceived', buildPayIn(orderId, { amount: '2000' }));
  const otherPayer = { payerBank: 'Bank of Strangers', payerAccount: '987654321098', payerHolder: 'Sheldon Stranger' };
  await done('desk/recordExtra', {
    ...buildPayIn(orderId, { amount: '55000', reference: 'STRANGER 1' }),
    ...otherPayer,
  });
  const none = { payerBank: '', payerAccount: '', payerHolder: '' };
  const back = { ...buildStep(orderId), movementId: await lineOf(orderId), reasonCode: 'paid_twice', ...none };
  await done('desk/prepareReturn', back);
  await done('desk/approveReturn', buildStep(orderId), admin);
  await done('desk/recordReturned', buildSent(orderId, 'STRANGER BACK 1'));
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, buildStep(orderId));
  await done('desk/approvePayout', buildStep(orderId), admin);
  await done('desk/recordSent', buildSent(orderId, 'e'.repeat(64)));
  const { body } = await call<{ movements: Record<string, string>[] }>('accounts/exportData', undefined, cookie);
  const details = body.movements.map(({ direction, account, holder, address }) => [
    direction,
    account,
    holder,
    address,
  ]);
  expect(details).toEqual([
    ['in', '… 2345', null, null],
    ['in', '… 1098', null, null],
    ['back', '… 1098', null, null],
    ['out', null, null, bitcoinAddress],
  ]);
  expect(body.movements.map(({ bank }) => bank)).toContain('Bank of Strangers');
});

test('the location is exported, and deleted with the account', async () => {
  const person = await createUser();
  await owner.query(
    `update profiles set location_consent=true, location_asked_at=now(), detected_country='Jamaica', detected_country_code='JM', detected_city='Kingston', current_ip_address='72.27.1.1', ip_geolocation_data='{}', geolocation_updated_at=now(), avatar_url='https://a.example/x.png' where id=$1`,
    [person.id],
  );
  await owner.query(
    `insert into user_sessions (user_id, session_id, ip_address, detected_country, detected_country_code, geolocation_data, last_activity_at) values ($1, gen_random_uuid(), '72.27.1.1', 'Jamaica','JM','{}', now())`,
    [person.id],
  );
  await owner.query(
    `insert into geolocation_alerts (user_id, alert_type, risk_score, current_location, created_at) values ($1,'LOCATION_CHANGE',40,'{}',now())`,
    [person.id],
  );
  const exported = await call('accounts/exportData', undefined, person.cookie);
  expect(JSON.stringify(exported.body)).toContain('72.27.1.1');
  const closed = await call(
    'accounts/closeAccount',
    { email: person.email, password: demoPassword, confirmed: true },
    person.cookie,
  );
  expect(closed.status).toBe(200);
  const { rows } = await owner.query(
    `select (select count(*)::int from user_sessions where user_id=$1) sightings, (select count(*)::int from geolocation_alerts where user_id=$1) alerts,
    (select host(current_ip_address) from profiles where id=$1) ip, (select detected_city from profiles where id=$1) city, (select avatar_url from profiles where id=$1) avatar`,
    [person.id],
  );
  expect(rows[0]).toMatchObject({ sightings: 0, alerts: 0, ip: null, city: null, avatar: null });
});

test('a reset token is invalid once the account is closed', async () => {
  const person = await createUser();
  await call('accounts/requestPasswordReset', { email: person.email });
  const token = parseLinkToken((await letterOf('accounts.reset', person.email))?.links);
  expect(token.length).toBeGreaterThanOrEqual(22);
  await call('accounts/closeAccount', { email: person.email, password: demoPassword, confirmed: true }, person.cookie);
  const reset = await call('accounts/resetPassword', { token, password: 'Owner-Secret-9081!' });
  expect(reset.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
});

test('closing an account mails its owner, also about earlier changes', async () => {
  const person = await createUser();
  const otherUser = await createUser();
  const newPassword = 'Intruder-Secret-9081!';
  const change = { email: person.email, currentPassword: demoPassword, newPassword };
  const changed = await call('accounts/changePassword', change, person.cookie);
  expect(changed.status).toBe(200);
  const close = { email: person.email, password: newPassword, confirmed: true };
  expect((await call('accounts/closeAccount', close, getCookie(changed))).status).toBe(200);
  const { rows } = await owner.query<{ data: object }>(
    `select data from pgboss.job where name = 'accounts.send_email' and data->>'email' = $1 order by created_on`,
    [person.email],
  );
  const sent: string[] = [];
  const jobs = accountsJobs(services, async ({ to, subject }) => void sent.push(`${to}: ${subject}`));
  const run = jobs.find(({ name }) => name === 'accounts.send_email')?.run as (data: object) => Promise<unknown>;
  for (const { data } of rows) await run(data);
  const later = new Date(Date.now() + 60_000).toISOString();
  await run({ email: person.email, about: 'passkey_on', at: later });
  await run({ email: `x${otherUser.email}`, about: 'closed', at: new Date().toISOString() });
  expect(sent).toEqual([
    `${person.email}: Your password was changed - Cryptocommerce`,
    `${person.email}: Your account is closed - Cryptocommerce`,
  ]);
});

test('the last admin cannot close the account, one of two can', async () => {
  const close = (email: string, cookie: string) =>
    call<{ code?: string }>('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
  const cookie = await signIn('admin');
  expect((await close('admin@demo.test', cookie)).body.code).toBe('roles.last_admin');
  const second = await createUser();
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [second.id]);
  expect((await close('admin@demo.test', cookie)).status).toBe(200);
});

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
  await expect(client.query(call, [randomUUID()])).rejects.toThrow('only the system can replace encrypted numbers');
  await client.query('rollback');
  client.release();
});
