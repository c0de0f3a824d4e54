import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createUserWithFactor } from '../../../../test/programs.ts';
import type { Customer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { createToken, storeToken } from '../../accounts/token-store.ts';

/** A password reset must also stop a webhook that a thief adds at the same time. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => (status === 200 ? 'done' : body.code);
const add = ({ cookie }: Customer) =>
  call<{ id: string; code?: string }>('programs/addWebhook', { url: `https://hooks.example/${randomUUID()}` }, cookie);
const isDeliveredNow = async ({ id }: Customer) =>
  (await owner.query('select from webhook_endpoints where user_id = $1 and paused_at is null', [id])).rowCount;

/** Starts an action, but blocks its first write until the caller releases it. */
async function heldUp({ id }: Customer, act: () => Promise<unknown>) {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(
    `insert into rate_limits (key, window_start, tries) values ($1, now(), 1)
       on conflict (key) do update set tries = rate_limits.tries`,
    [`changed:${id}`],
  );
  const acting = act();
  const waits = async () =>
    (
      await owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
           and query like '%rate_limits%'`,
      )
    ).rowCount;
  await expect.poll(waits, { timeout: 10_000 }).toBe(1);
  return async () => {
    await client.query('commit');
    client.release();
    await acting;
  };
}

async function mailed({ email }: Customer, purpose: 'reset' | 'not_me'): Promise<string> {
  const token = createToken();
  const about = { ...(purpose === 'not_me' && { about: { signedInAt: new Date(), browser: null } }) };
  expect(await storeToken(services.authDb, email, { purpose, token, ...about })).toBe(true);
  return token;
}

const password = 'Canary-Secret-9081!';
const takenBack = {
  'a new password by mail': async (who: Customer) =>
    call<{ code?: string }>('accounts/resetPassword', { token: await mailed(who, 'reset'), password }),
  'This was not me': async (who: Customer) =>
    call<{ code?: string }>('accounts/thisWasNotMe', { token: await mailed(who, 'not_me') }),
};

test.each(Object.entries(takenBack))('an endpoint added during %s receives nothing', async (_, takes) => {
  const ina = await createUserWithFactor(server);
  const goOn = await heldUp(ina, () => add(ina));
  expect(codeOf(await takes(ina))).toBe('done');
  await goOn();
  expect(await isDeliveredNow(ina)).toBe(0);
});

test.each(Object.entries(takenBack))('an endpoint resumed during %s receives nothing', async (_, takes) => {
  const ina = await createUserWithFactor(server);
  const { body } = await add(ina);
  await owner.query(`update webhook_endpoints set paused_at = now(), paused_reason = 'owner' where id = $1`, [body.id]);
  const goOn = await heldUp(ina, () => call('programs/resumeWebhook', { id: body.id }, ina.cookie));
  expect(codeOf(await takes(ina))).toBe('done');
  await goOn();
  expect(await isDeliveredNow(ina)).toBe(0);
});
