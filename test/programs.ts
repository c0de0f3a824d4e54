import { generateKey, getLastFour, hashKey } from '../src/features/api-access/keys/keys.ts';
import type { Scope } from '../src/features/api-access/scopes.ts';
import { newPicture } from './orders.ts';
import { type Customer, newCustomer } from './submissions.ts';
import type { Answer, TestServer } from './worker.ts';

export async function createUserWithFactor(server: TestServer, name?: string): Promise<Customer> {
  const customer = await newCustomer(server, name);
  await server.owner.query('update auth."user" set second_factor = true where id = $1', [customer.id]);
  return customer;
}

export const everything: readonly Scope[] = [
  'prices:read',
  'orders:read',
  'orders:place',
  'orders:sell',
  'receipts:read',
];

/** Inserts an API key like `programs/createKey`. Returns the key. */
export async function insertApiKey(server: TestServer, userId: string, scopes = everything): Promise<string> {
  const key = generateKey();
  await server.owner.query(
    `insert into auth.api_key (user_id, name, scopes, lasts_days, hash, last_four) values ($1, 'Test', $2, 30, $3, $4)`,
    [userId, scopes, hashKey(key), getLastFour(key)],
  );
  return key;
}

/** A customer of tier 2 with a second factor, who accepted the terms and has an API key. */
export async function createPartner(server: TestServer, scopes = everything): Promise<Customer & { key: string }> {
  const customer = await createUserWithFactor(server);
  await server.owner.query(
    `insert into agreements (user_id, document, version) select $1, document, version from agreements
      where user_id = (select id from auth."user" where email = 'tier2@demo.test') on conflict do nothing`,
    [customer.id],
  );
  await server.owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at) values ($1, 1, 'approved', now()), ($1, 2, 'approved', now())`,
    [customer.id],
  );
  return { ...customer, key: await insertApiKey(server, customer.id, scopes) };
}

export async function uploadPartnerProof({ app }: Pick<TestServer, 'app'>, key: string | null, payload = newPicture()) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/partner/v1/proofs',
    headers: { 'content-type': 'application/octet-stream', ...(key && { authorization: `Bearer ${key}` }) },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<{ fileId: string; code?: string }>() };
}

type RequestOptions = { method?: 'GET' | 'POST'; body?: unknown; headers?: Record<string, string> };

export const createPartnerClient =
  ({ app }: Pick<TestServer, 'app'>) =>
  async <T = Record<string, unknown>>(
    key: string | null,
    path: string,
    { body, method = body === undefined ? 'GET' : 'POST', headers = {} }: RequestOptions = {},
  ): Promise<Answer<T>> => {
    const answer = await app.inject({
      method,
      url: `/api/partner/v1${path}`,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: JSON.parse(answer.body || '{}') as T, headers: answer.headers };
  };
