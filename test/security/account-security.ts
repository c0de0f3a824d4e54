import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import { type Mail, openMailer } from '../../src/platform/email/mail.ts';
import type { TestServer } from '../worker.ts';
import { createSession, insertUser } from './actors.ts';

export const getSessionToken = (cookie: string) => decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0];

export const parseLinkToken = (links: readonly string[] | undefined) =>
  new URLSearchParams(new URL(links?.[0] ?? 'x:').hash.slice(1)).get('access_token') ?? '';

async function runTokenJobOn({ owner, services }: TestServer, job: string, email: string): Promise<string> {
  const jobs = accountsJobs(services, openMailer(services.config, services.pool));
  await (jobs.find(({ name }) => name === job)?.run as ((data: object) => Promise<unknown>) | undefined)?.({ email });
  const { rows } = await owner.query<{ links: string[] }>(
    'select links from demo_mails where to_address = $1 order by id desc limit 1',
    [email],
  );
  return parseLinkToken(rows[0]?.links);
}

export function createAccountTools(server: TestServer) {
  const { call, owner, services } = server;
  const submitSignIn = (email: string, password = demoPassword, cookie?: string) =>
    call<{ next: string }>('accounts/signIn', { email, password }, cookie);
  const isSignedIn = async (cookie: string) => (await call('accounts/viewer', undefined, cookie)).status === 200;
  const findUserId = async (email: string) =>
    (await owner.query<{ id: string }>('select id from auth."user" where email = $1', [email])).rows[0]?.id ?? '';

  async function createUser() {
    const email = `${randomUUID().slice(0, 8)}@sessions.test`;
    await insertUser(server, email, true);
    await owner.query(
      `insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth,
         country_of_residence, declared_country, nationality, occupation)
       select id, email, 'Test', 'Person', 'Test Person', '+18765550100', '1990-04-12', 'JM', 'JM', 'JM', 'Teacher'
         from auth."user" where email = $1`,
      [email],
    );
    return { email, id: await findUserId(email), cookie: await createSession(server, email) };
  }

  /** Creates a user with an authenticator app. `code(n)` returns its code n half minutes ahead and sets that time. */
  async function createUserWithApp() {
    const person = await createUser();
    const { body } = await call<{ text: string; uri: string }>('accounts/startAuthenticator', undefined, person.cookie);
    let moment = Date.now();
    const code = (later = 0, secret = body.text) => {
      moment += later * 30_000;
      server.setTime(new Date(moment));
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment });
    };
    const on = await call<{ codes: string[] }>('accounts/confirmAuthenticator', { code: code() }, person.cookie);
    expect(on.status).toBe(200);
    return { ...person, code, codes: on.body.codes, uri: body.uri };
  }

  async function runEmailJob(name: string, email: string): Promise<Mail | undefined> {
    const { rows } = await owner.query<{ data: { email: string } }>(
      `select data from pgboss.job where name = $1 and data->>'email' = $2 order by created_on desc limit 1`,
      [name, email],
    );
    const sent: Mail[] = [];
    const keep = openMailer(services.config, services.pool);
    const send = async (mail: Mail) => {
      sent.push(mail);
      await keep(mail);
    };
    const job = accountsJobs(services, send).find((one) => one.name === name);
    const run = job?.run as ((data: object) => Promise<unknown>) | undefined;
    if (rows[0]) await run?.(rows[0].data);
    return sent[0];
  }

  const backdateSession = (cookie: string, column: 'confirmed_at' | 'used_at' | '"expiresAt"', by: string) =>
    owner.query(`update auth.session set ${column} = ${column} - $2::interval where token = $1`, [
      getSessionToken(cookie),
      by,
    ]);

  return {
    submitSignIn,
    isSignedIn,
    findUserId,
    createUser,
    createUserWithApp,
    runEmailJob,
    backdateSession,
    runTokenJob: (job: string, email: string) => runTokenJobOn(server, job, email),
  };
}

type SignInAttempt = { email: string; password: string; cookie?: string };

export const createSignInFrom =
  ({ app }: TestServer) =>
  async (ip: string, { email, password, cookie = '' }: SignInAttempt) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/rpc/accounts/signIn',
      remoteAddress: ip,
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      payload: JSON.stringify({ json: { email, password } }),
    });
    return { status: answer.statusCode, code: answer.json<{ json: { code?: string } }>().json.code };
  };
