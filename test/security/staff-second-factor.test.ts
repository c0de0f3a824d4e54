import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { createKysely, openPool } from '../../src/platform/database/database.ts';
import { buildServer } from '../../src/server.ts';
import { newCustomer } from '../submissions.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { owner, services } = server;
const { submitSignIn, createUser } = createAccountTools(server);

/** The server with the pool of production, where staff have no roles until they use a second factor. */
const pool = openPool({ url: services.appUrl, pipeline: true, max: 6, staffRequireMfa: true });
const app = await buildServer({ ...services, pool, db: createKysely(pool) });
afterAll(async () => {
  await app.close();
  await pool.end();
});

type Answer = { code?: string; text: string; proposalId: string };

async function call(path: string, input: unknown, cookie: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/rpc/${path}`,
    headers: { 'content-type': 'application/json', cookie },
    payload: JSON.stringify({ json: input }),
  });
  return { status: answer.statusCode, body: answer.json<{ json: Answer }>().json };
}

async function setUpApp(cookie: string) {
  const { body } = await call('accounts/startAuthenticator', undefined, cookie);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, cookie)).status).toBe(200);
}

test('a first second factor ends the sessions opened with the password alone', async () => {
  const { email, id } = await createUser();
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'compliance')`, [id]);
  const own = getCookie(await submitSignIn(email));
  const thief = getCookie(await submitSignIn(email));
  expect((await call('identity/queue', {}, thief)).body.code).toBe('staff.factor_needed');
  await setUpApp(own);
  expect((await call('identity/queue', {}, own)).status).toBe(200);
  expect((await call('identity/queue', {}, thief)).status).toBe(401);
});

test('staff cannot remove their last second factor', async () => {
  const { email, id } = await createUser();
  const own = getCookie(await submitSignIn(email));
  await setUpApp(own);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'compliance')`, [id]);
  expect((await call('accounts/removeAuthenticator', undefined, own)).body.code).toBe('accounts.staff_need_factor');
  expect((await call('identity/queue', {}, own)).status).toBe(200);
});

test('granting a role to an account without a second factor is refused', async () => {
  const [admin, compliance] = [await createSession(server, 'admin'), await createSession(server, 'compliance')];
  await owner.query(`update auth."user" set second_factor = true where id in (select user_id from user_roles)`);
  const ina = await newCustomer(server);
  const grant = { email: ina.email, role: 'finance', act: 'grant', why: 'Starts on Monday' };
  const { body } = await call('roles/propose', grant, admin);
  const approval = { proposalId: body.proposalId, decision: 'approve', reason: '' };
  expect((await call('roles/decide', approval, compliance)).body.code).toBe('roles.factor_missing');
  await setUpApp(ina.cookie);
  expect((await call('roles/decide', approval, compliance)).status).toBe(200);
});
