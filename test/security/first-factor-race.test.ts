import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { submitSignIn, createUser } = createAccountTools(server);
const codeAt = (text: string, moment = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(text) }).generate({ timestamp: moment });

test('the owner’s app confirmation does not confirm an app of the thief', async () => {
  const openedRounds: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    const user = await createUser();
    const thief = await createSession(server, user.email);
    const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, user.cookie);
    let isRunning = true;
    const secrets: string[] = [];
    const thiefRequests = (async () => {
      while (isRunning) {
        const { body: begun } = await call<{ text?: string }>('accounts/startAuthenticator', undefined, thief);
        if (begun.text) secrets.push(begun.text);
      }
    })();
    await call('accounts/confirmAuthenticator', { code: codeAt(body.text) }, user.cookie);
    isRunning = false;
    await thiefRequests;
    await owner.query('delete from auth.session where "userId" = $1', [user.id]);
    const pendingSignIn = await submitSignIn(user.email);
    const last = secrets.at(-1);
    if ((pendingSignIn.body as { next?: string }).next !== 'second_step' || !last) continue;
    const later = Date.now() + 60_000;
    server.setTime(new Date(later));
    const answer = await call('accounts/confirmSignIn', { code: codeAt(last, later) }, getCookie(pendingSignIn));
    server.setTime(null);
    if (answer.status === 200) openedRounds.push(round);
  }
  expect(openedRounds).toEqual([]);
});

test('recovery codes that a thief generates before the first app open nothing afterwards', async () => {
  const user = await createUser();
  const thief = getCookie(await submitSignIn(user.email));
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, user.cookie);
  const confirmed = await call('accounts/confirmAuthenticator', { code: codeAt(body.text) }, user.cookie);
  expect(confirmed.status).toBe(200);
  const newCodes = await call<{ codes?: string[] }>('accounts/newCodes', undefined, thief);
  const pendingSignIn = getCookie(await submitSignIn(user.email, demoPassword));
  const answer = await call(
    'accounts/confirmSignIn',
    { code: newCodes.body.codes?.[0] ?? 'AAAA-AAAA-AAAA' },
    pendingSignIn,
  );
  expect(answer.status).not.toBe(200);
});
