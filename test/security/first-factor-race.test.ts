import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { sessionFor } from './actors.ts';

/** Of what a thief of the password and the owner do at the same moment, the thief keeps nothing. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { enter, somebody } = accountsOf(server);
const codeAt = (text: string, moment = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(text) }).generate({ timestamp: moment });

test('the owner who confirms their app does not confirm that of a thief', async () => {
  const opened: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    const person = await somebody();
    const thief = await sessionFor(server, person.email);
    const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, person.cookie);
    let going = true;
    const secrets: string[] = [];
    const starts = (async () => {
      while (going) {
        const { body: begun } = await call<{ text?: string }>('accounts/startAuthenticator', undefined, thief);
        if (begun.text) secrets.push(begun.text);
      }
    })();
    await call('accounts/confirmAuthenticator', { code: codeAt(body.text) }, person.cookie);
    going = false;
    await starts;
    await owner.query('delete from auth.session where "userId" = $1', [person.id]);
    const waiting = await enter(person.email);
    const last = secrets.at(-1);
    if ((waiting.body as { next?: string }).next !== 'second_step' || !last) continue;
    const later = Date.now() + 60_000;
    server.setTime(new Date(later));
    const answer = await call('accounts/confirmSignIn', { code: codeAt(last, later) }, cookieOf(waiting));
    server.setTime(null);
    if (answer.status === 200) opened.push(round);
  }
  expect(opened).toEqual([]);
});

test('recovery codes that a thief drew beside the first app open nothing afterwards', async () => {
  const person = await somebody();
  const thief = cookieOf(await enter(person.email));
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, person.cookie);
  const on = await call('accounts/confirmAuthenticator', { code: codeAt(body.text) }, person.cookie);
  expect(on.status).toBe(200);
  const drawn = await call<{ codes?: string[] }>('accounts/newCodes', undefined, thief);
  const waiting = cookieOf(await enter(person.email, demoPassword));
  const answer = await call('accounts/confirmSignIn', { code: drawn.body.codes?.[0] ?? 'AAAA-AAAA-AAAA' }, waiting);
  expect(answer.status).not.toBe(200);
});
