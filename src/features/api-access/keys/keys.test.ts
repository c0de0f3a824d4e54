import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../../../fakes/people.ts';
import { getCpuMicros } from '../../../../test/cpu-time.ts';
import { createPartnerClient, createUserWithFactor, insertApiKey } from '../../../../test/programs.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { setPassword } from '../../accounts/session-store.ts';
import contract from '../contract/openapi.json' with { type: 'json' };
import { type ContractRead, readProcedures, splitRefusals } from '../contract/read-contract.ts';
import { getMaxDays } from '../scopes.ts';
import { deleteExpiredKeys } from './key-store.ts';
import { generateKey, getLastFour, hashKey, keyPrefix, parseBearerKey } from './keys.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

const askAs = createPartnerClient(server);

type CreatedKey = { id: string; key: string; code?: string };
const buildInput = (more: object = {}) => ({ name: 'Ledger', scopes: ['prices:read'], days: 30, ...more });
const make = (cookie: string, more: object = {}) => call<CreatedKey>('programs/createKey', buildInput(more), cookie);
const pricesBy = async (key: string) => (await askAs(key, '/prices')).status;
const mailsAbout = async (email: string) =>
  (
    await owner.query<{ about: string }>(
      `select data ->> 'about' about from pgboss.job where name = 'accounts.send_email' and data ->> 'email' = $1 order by created_on`,
      [email],
    )
  ).rows.map(({ about }) => about);

test('a key is shown once, stored as a hash, emailed and audited with its scopes', async () => {
  const customer = await createUserWithFactor(server);
  const { status, body } = await make(customer.cookie, { scopes: ['prices:read', 'orders:read', 'prices:read'] });
  expect(status).toBe(200);
  expect(await pricesBy(body.key)).toBe(200);
  const { rows } = await owner.query('select k.*, row_to_json(k)::text whole from auth.api_key k where id = $1', [
    body.id,
  ]);
  expect(rows[0]).toMatchObject({ hash: hashKey(body.key), last_four: body.key.slice(-4) });
  expect(rows[0].whole).not.toContain(body.key.slice(4, -4));
  const listed = await call<{ keys: object[] }>('programs/keys', undefined, customer.cookie);
  expect(JSON.stringify(listed.body)).not.toContain(body.key.slice(4, -4));
  expect(listed.body.keys).toMatchObject([{ id: body.id, name: 'Ledger', lastFour: body.key.slice(-4) }]);
  expect(await mailsAbout(customer.email)).toEqual(['program_key_made']);
  const { rows: log } = await owner.query('select action, after from audit_log where actor_id = $1', [customer.id]);
  expect(log).toEqual([
    {
      action: 'programs.key_made',
      after: { keyId: body.id, scopes: ['prices:read', 'orders:read'], days: 30 },
    },
  ]);
  expect(JSON.stringify(log)).not.toContain(body.key.slice(4));
});

test('creating a key requires a recent second factor', async () => {
  const plain = await newCustomer(server);
  expect((await make(plain.cookie)).body.code).toBe('programs.factor_needed');
  const customer = await createUserWithFactor(server);
  await owner.query(`update auth.session set confirmed_at = now() - interval '11 minutes' where "userId" = $1`, [
    customer.id,
  ]);
  expect((await make(customer.cookie)).body.code).toBe('accounts.confirm_needed');
  for (const path of ['rotateKey', 'revokeKey'] as const) {
    const input = { id: randomUUID(), ...(path === 'rotateKey' && { overlapHours: 0 }) };
    expect((await call(`programs/${path}`, input, customer.cookie)).body).toMatchObject({
      code: 'accounts.confirm_needed',
    });
  }
});

test('order keys last at most a quarter, read keys a year, and ten keys are the maximum', async () => {
  const customer = await createUserWithFactor(server);
  expect((await make(customer.cookie, { scopes: ['orders:place'], days: 91 })).body.code).toBe(
    'programs.lasts_too_long',
  );
  expect((await make(customer.cookie, { scopes: ['orders:place'], days: 90 })).status).toBe(200);
  for (let n = 0; n < 9; n++) expect((await make(customer.cookie, { days: 365 })).status).toBe(200);
  expect((await make(customer.cookie)).body.code).toBe('programs.too_many_keys');
  await expect(
    owner.query(`update auth.api_key set lasts_days = 91 where 'orders:place' = any (scopes)`),
  ).rejects.toMatchObject({ constraint: 'what_places_is_proved_often' });
});

test('rotating a key keeps the previous secret for the chosen overlap', async () => {
  const customer = await createUserWithFactor(server);
  const { body: first } = await make(customer.cookie);
  const { body: second } = await call<CreatedKey>(
    'programs/rotateKey',
    { id: first.id, overlapHours: 24 },
    customer.cookie,
  );
  expect([await pricesBy(first.key), await pricesBy(second.key)]).toEqual([200, 200]);
  await owner.query(
    `update auth.api_key set renewed_at = renewed_at - interval '24 hours', previous_valid_until = now() where id = $1`,
    [first.id],
  );
  expect([await pricesBy(first.key), await pricesBy(second.key)]).toEqual([401, 200]);
  const { body: third } = await call<CreatedKey>(
    'programs/rotateKey',
    { id: first.id, overlapHours: 0 },
    customer.cookie,
  );
  expect([await pricesBy(second.key), await pricesBy(third.key)]).toEqual([401, 200]);
  expect((await call('programs/rotateKey', { id: first.id, overlapHours: 25 }, customer.cookie)).status).toBe(400);
  expect(await mailsAbout(customer.email)).toEqual(['program_key_made', 'program_key_rotated', 'program_key_rotated']);
});

test('changing or ending another customer’s key is refused', async () => {
  const [customer, otherCustomer] = [await createUserWithFactor(server), await createUserWithFactor(server)];
  const { body } = await make(customer.cookie);
  for (const [path, input] of [
    ['programs/rotateKey', { id: body.id, overlapHours: 0 }],
    ['programs/revokeKey', { id: body.id }],
  ] as const)
    expect((await call(path, input, otherCustomer.cookie)).body).toMatchObject({ code: 'programs.not_there' });
  expect(await pricesBy(body.key)).toBe(200);
  expect((await call('programs/revokeKey', { id: body.id }, customer.cookie)).status).toBe(200);
  expect(await pricesBy(body.key)).toBe(401);
});

test('a key ends on expiry, without second factor and with the account', async () => {
  const customer = await createUserWithFactor(server);
  const { body } = await make(customer.cookie);
  const over = `update auth.api_key set renewed_at = renewed_at - $2::interval where id = $1`;
  await owner.query(over, [body.id, '30 days']);
  expect(await pricesBy(body.key)).toBe(401);
  await owner.query(over, [body.id, '-30 days']);
  await owner.query('update auth."user" set second_factor = false where id = $1', [customer.id]);
  expect(await pricesBy(body.key)).toBe(401);
  await owner.query('update auth."user" set second_factor = true where id = $1', [customer.id]);
  // A new factor does not prove who created the key, so the key stays invalid.
  expect(await pricesBy(body.key)).toBe(401);
  const newKey = await insertApiKey(server, customer.id);
  expect(await pricesBy(newKey)).toBe(200);
  const closing = { email: customer.email, password: demoPassword, confirmed: true };
  expect((await call('accounts/closeAccount', closing, customer.cookie)).status).toBe(200);
  expect(await pricesBy(newKey)).toBe(401);
  expect((await owner.query('select from auth.api_key where user_id = $1', [customer.id])).rowCount).toBe(0);
});

test('a key ends with a password change and a reported sign-in', async () => {
  const customer = await createUserWithFactor(server);
  const { body } = await make(customer.cookie);
  const change = { email: customer.email, currentPassword: demoPassword, newPassword: 'Another-Phrase-2031!' };
  expect((await call('accounts/changePassword', change, customer.cookie)).status).toBe(200);
  expect(await pricesBy(body.key)).toBe(401);
  const key = await insertApiKey(server, customer.id);
  expect(await pricesBy(key)).toBe(200);
  await services.authDb.transaction().execute((tx) => setPassword(tx, customer.id, null));
  expect(await pricesBy(key)).toBe(401);
});

test('a key ends when staff end all sessions', async () => {
  const customer = await createUserWithFactor(server);
  const key = await insertApiKey(server, customer.id);
  const support = await createSession(server, 'support');
  expect((await call('accounts/endCustomerSessions', { userId: customer.id }, support)).status).toBe(200);
  expect(await pricesBy(key)).toBe(401);
});

test('rotating an expired key does not revive its previous secret', async () => {
  const customer = await createUserWithFactor(server);
  const { body } = await make(customer.cookie);
  await owner.query(`update auth.api_key set renewed_at = renewed_at - interval '31 days' where id = $1`, [body.id]);
  const renewed = await call<{ key: string }>('programs/rotateKey', { id: body.id, overlapHours: 24 }, customer.cookie);
  expect([await pricesBy(renewed.body.key), await pricesBy(body.key)]).toEqual([200, 401]);
});

test('the last use is recorded periodically, and old expired keys are deleted', async () => {
  const customer = await createUserWithFactor(server);
  const key = await insertApiKey(server, customer.id);
  expect(await pricesBy(key)).toBe(200);
  const used = 'select last_used_at from auth.api_key where user_id = $1';
  await expect.poll(async () => (await owner.query(used, [customer.id])).rows[0].last_used_at).toBeInstanceOf(Date);
  await owner.query(`update auth.api_key set renewed_at = now() - interval '61 days' where user_id = $1`, [
    customer.id,
  ]);
  await deleteExpiredKeys(services.authDb);
  expect((await owner.query('select from auth.api_key where user_id = $1', [customer.id])).rowCount).toBe(0);
});

test('the application role cannot read key hashes, and the auth role cannot authenticate by key', async () => {
  const seen = services.pool.query('select hash from auth.api_key');
  await expect(seen).rejects.toMatchObject({ code: '42501' });
  await expect(sql`select * from app.authenticate_key('x', 'y')`.execute(services.authDb)).rejects.toMatchObject({
    code: '42501',
  });
});

test('an anonymous query with large array indexes costs about as much as one with small indexes', async () => {
  const measure = async (index: number) => {
    const names = Array.from({ length: 1_000 }, (_, n) => `p${n}`);
    const query = names.map((name) => `${name}[${index}]&${name}[]`).join('&');
    const from = getCpuMicros();
    const { statusCode } = await server.app.inject({ url: `/api/partner/v1/prices?${query}` });
    return { statusCode, micros: getCpuMicros() - from };
  };
  await measure(0);
  const [small, large] = [await measure(0), await measure(9_999)];
  expect([small.statusCode, large.statusCode]).toEqual([401, 401]);
  expect(large.micros / small.micros).toBeLessThan(5);
});

describe('format of a key', () => {
  test('a key has a fixed prefix, is unique and cannot be read from its hash', () => {
    const keys = Array.from({ length: 50 }, generateKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) {
      expect(key.startsWith(keyPrefix)).toBe(true);
      expect(parseBearerKey(`Bearer ${key}`)).toBe(key);
      expect(hashKey(key)).toMatch(/^[0-9a-f]{64}$/);
      expect(getLastFour(key)).toHaveLength(4);
    }
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Basic ccm_x',
    `bearer ${generateKey()}`,
    `Bearer  ${generateKey()}`,
    `Bearer ${generateKey()}x`,
    `Bearer ${generateKey()},Bearer ${generateKey()}`,
    `Bearer xyz_${generateKey().slice(4)}`,
  ])('%j holds no key', (header) => expect(parseBearerKey(header)).toBeNull());

  test('keys that place orders last a quarter, read-only keys a year', () => {
    expect(getMaxDays(['prices:read', 'orders:place'])).toBe(90);
    expect(getMaxDays(['prices:read', 'orders:read', 'receipts:read'])).toBe(365);
  });
});

describe('the published contract', () => {
  const procedures = readProcedures(contract as unknown as ContractRead);
  const named = (id: string) => procedures.find((one) => one.id === id);

  test('each procedure lists its inputs, their location and its scope', () => {
    expect(procedures.map(({ id }) => id)).toEqual([
      ...['prices', 'quoteBuy', 'quoteSell', 'placeBuyOrder', 'orders', 'sellWallet', 'uploadProof'],
      ...['placeSellOrder', 'order', 'receipt'],
    ]);
    const place = named('placeBuyOrder');
    expect(place).toMatchObject({ method: 'POST', path: '/orders', scope: 'orders:place' });
    expect(place?.takes.map(({ name, where, needed }) => [name, where, needed])).toEqual([
      ['idempotency-key', 'header', true],
      ['quoteId', 'body', true],
      ['network', 'body', true],
      ['walletAddress', 'body', true],
      ['destinationTag', 'body', false],
      ['custody', 'body', false],
      ['custodian', 'body', false],
      ['walletOwner', 'body', false],
      ['another', 'body', false],
    ]);
  });

  test('amounts stay whole, and list fields have a path', () => {
    const gives = named('orders')?.gives ?? [];
    expect(gives.map(({ name }) => name)).toContain('orders[].money');
    expect(gives.find(({ name }) => name === 'orders[].money')?.kind).toBe('money');
    expect(named('quoteBuy')?.gives.find(({ name }) => name === 'youGet')?.kind).toBe('money or coins');
  });

  test('common refusals are listed once, specific ones per procedure', () => {
    const { everywhere, own } = splitRefusals(procedures);
    expect(everywhere.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['partner.key_unknown', 'partner.scope_missing', 'general.busy', 'general.invalid_input']),
    );
    const place = named('placeBuyOrder');
    const specific = place ? own(place) : [];
    expect(specific.map(({ code }) => code)).toContain('trading.warning_unanswered');
    for (const { text } of [...everywhere, ...specific]) expect(text.length).toBeGreaterThan(10);
  });
});
