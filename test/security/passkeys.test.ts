import { X509Certificate } from 'node:crypto';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxPasskeys } from '../../src/features/accounts/mfa-store.ts';
import { budgets } from '../../src/features/accounts/quotas.ts';
import { storeChallenge } from '../../src/features/accounts/token-store.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';
import { type Attestation, createAuthenticator } from './authenticator.ts';

/** The product parses attestations without requests to other servers. */
const server = await serverWithoutFaults();
const { call, owner, ownerUrl, services } = server;
const { submitSignIn, isSignedIn, createUser } = createAccountTools(server);
const { origin } = services.config;

const connections: string[] = [];
const databasePort = Number(new URL(ownerUrl).port);
beforeEach(() => {
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    if (args[0] !== databasePort) connections.push(JSON.stringify(args));
    return Reflect.apply(connect, this, args);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(connections.splice(0)).toEqual([]);
});

const none: Attestation = { format: 'none', statement: () => new Map() };
const selfAttested: Attestation = {
  format: 'packed',
  statement: (signData, data) =>
    new Map<string, number | Uint8Array>([
      ['alg', -7],
      ['sig', signData(data)],
    ]),
};

/** Challenge that the fixed certificate below attests. The certificate names a revocation list. */
const fixedChallenge = 'a-challenge-that-a-certificate-was-made-for';
const certificates = [
  [
    'MIIBfTCCASSgAwIBAgIBAjAKBggqhkjOPQQDAjAMMQowCAYDVQQDEwFSMCAXDTAwMDEwMTAwMDAwMFoYDzIxNDkwMTAxMDAwMDAwWjAMMQow',
    'CAYDVQQDEwFMMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEsv4fAnaRL8T+xGFdpnFpFycXb4WFFqG1ryUB34JcFFNuCTvxaeldE8RFa5Rp',
    'znLmH/q8syxUAqB1UPlxgzRLKaN1MHMwKwYDVR0fBCQwIjAgoB6gHIYaaHR0cDovLzEyNy45LjkuOTo4OTk4L2xpc3QwRAYKKwYBBAHWeQIB',
    'EQQ2MDQCAQMKAQACAQAKAQAEIGvq0zVHndF1Q2LDW+2C64f3XTqo+5Cg1S90n+ZH5Uo8BAAwADAAMAoGCCqGSM49BAMCA0cAMEQCICOIvouv',
    'hmliLzAsheAwcW+nCpeuiNiLjdWsKtI9KJ9pAiA5JTqXQU1P9fH5zSPA4sl10+2kTAnRQ4JLBpoKo2WMEw==',
  ],
  [
    'MIIBHjCBxaADAgECAgEBMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAVIwIBcNMDAwMTAxMDAwMDAwWhgPMjE0OTAxMDEwMDAwMDBaMAwxCjAI',
    'BgNVBAMTAVIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATaIuM7AHJFvlU/VNtaG8TJraWD8O1FHgkKMTV4QYgDa4mJlkK1ACvbVCPvcJe2',
    'xrTq8liYQ19UacBOTr9tM0cQoxYwFDASBgNVHRMBAf8ECDAGAQH/AgECMAoGCCqGSM49BAMCA0gAMEUCIQDzXiXLhycYVPcc314UbIgK5JM+',
    '1WxpfMWpJG26jUqqfgIgO45pN/+4uktn0cXgpE9ttRCEzU0x66w3T+3dYNKB73g=',
  ],
].map((lines) => new Uint8Array(Buffer.from(lines.join(''), 'base64')));
const certificateAttested: Attestation = {
  format: 'android-key',
  statement: (signData, data) =>
    new Map<string, number | Uint8Array | Uint8Array[]>([
      ['alg', -7],
      ['sig', signData(data)],
      ['x5c', certificates],
    ]),
};

async function requestChallenge(cookie: string): Promise<string> {
  const options = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, cookie);
  return options.body.challenge;
}

test.each([
  ['has no attestation', none],
  ['is self-attested', selfAttested],
])(
  'a passkey that %s is stored, opens the account and confirms it, without any outside request',
  async (_, attestation) => {
    const { cookie } = await createUser();
    const passkey = createAuthenticator(origin);
    const answer = passkey.register(await requestChallenge(cookie), attestation);
    expect((await call('accounts/registerPasskey', { name: 'Phone', answer }, cookie)).status).toBe(200);
    const options = await call<{ challenge: string }>('accounts/passkeyOptions');
    const signedIn = await call('accounts/signInWithPasskey', { passkey: passkey.sign(options.body.challenge) });
    expect([signedIn.status, await isSignedIn(getCookie(signedIn))]).toEqual([200, true]);
    const methods = await call<{ passkey: { challenge: string } }>(
      'accounts/reauthMethods',
      undefined,
      getCookie(signedIn),
    );
    const proof = { passkey: passkey.sign(methods.body.passkey.challenge) };
    expect((await call('accounts/reauthenticate', proof, getCookie(signedIn))).status).toBe(200);
  },
);

test('a revocation list that a customer names is not fetched', async () => {
  const { cookie, id: userId } = await createUser();
  await storeChallenge(services.authDb, { challenge: fixedChallenge, purpose: 'register', userId });
  const { publicKey } = new X509Certificate(certificates[0] ?? '');
  const answer = createAuthenticator(origin, publicKey).register(fixedChallenge, certificateAttested);
  const registered = await call('accounts/registerPasskey', { name: 'Phone', answer }, cookie);
  expect(registered.body).toMatchObject({ code: 'accounts.passkey_refused' });
});

test('a key that another key attests is refused', async () => {
  const { cookie } = await createUser();
  const { publicKey } = new X509Certificate(certificates[0] ?? '');
  const answer = createAuthenticator(origin, publicKey).register(await requestChallenge(cookie), selfAttested);
  const registered = await call('accounts/registerPasskey', { name: 'Phone', answer }, cookie);
  expect(registered.body).toMatchObject({ code: 'accounts.passkey_refused' });
});

test('adding and removing passkeys is limited and stops logging; removing always works', async () => {
  const { cookie, id } = await createUser();
  const add = async () => {
    const answer = createAuthenticator(origin).register(await requestChallenge(cookie), none);
    return call<{ code: string }>('accounts/registerPasskey', { name: 'Phone', answer }, cookie);
  };
  const removeNewest = async () => {
    const newest = 'select id from auth.passkey where user_id = $1 order by created_at desc limit 1';
    const { rows } = await owner.query<{ id: string }>(newest, [id]);
    return (await call('accounts/removePasskey', { id: rows[0]?.id }, cookie)).status;
  };
  const maxChanges = budgets.changed.tries;
  expect((await add()).status).toBe(200);
  for (let n = 1; n < maxChanges; n++) {
    expect((await add()).status).toBe(200);
    if (n < maxChanges - 1) expect(await removeNewest()).toBe(200);
  }
  expect((await add()).body).toMatchObject({ code: 'general.busy' });
  expect(await removeNewest()).toBe(200);
  const lines = `select count(*)::int n from audit_log where actor_id = $1 and action like 'accounts.passkey_%'`;
  expect((await owner.query(lines, [id])).rows).toEqual([{ n: 2 * maxChanges - 1 }]);
});

test('an account holds a limited number of passkeys, also concurrently; removing one frees a slot', async () => {
  const { cookie, id: userId } = await createUser();
  const add = async (challenge: string) => {
    const answer = createAuthenticator(origin).register(challenge, none);
    return (await call<{ code: string }>('accounts/registerPasskey', { name: 'Phone', answer }, cookie)).body.code;
  };
  for (let n = 0; n < maxPasskeys - 1; n++) expect(await add(await requestChallenge(cookie))).toBeUndefined();
  const challenges = ['first-of-two-challenges', 'second-of-two-challenges'];
  for (const challenge of challenges) await storeChallenge(services.authDb, { challenge, purpose: 'register', userId });
  const codes = await Promise.all(challenges.map(add));
  expect(new Set(codes)).toEqual(new Set([undefined, 'accounts.too_many_passkeys']));
  const challengeAnswer = await call('accounts/newPasskeyOptions', undefined, cookie);
  expect(challengeAnswer.body).toMatchObject({ code: 'accounts.too_many_passkeys' });
  const { body } = await call<{ passkeys: { id: string }[] }>('accounts/security', undefined, cookie);
  expect(body.passkeys).toHaveLength(maxPasskeys);
  expect((await call('accounts/removePasskey', { id: body.passkeys[0]?.id }, cookie)).status).toBe(200);
  expect(await add(await requestChallenge(cookie))).toBeUndefined();
});

test('another session of an account cannot displace the challenge that its owner is about to use', async () => {
  const { cookie, email } = await createUser();
  const passkey = createAuthenticator(origin);
  const answer = passkey.register(await requestChallenge(cookie), none);
  expect((await call('accounts/registerPasskey', { name: 'Mine', answer }, cookie)).status).toBe(200);
  const requestMethods = (sessionCookie: string) =>
    call<{ passkey: { challenge: string } }>('accounts/reauthMethods', undefined, sessionCookie);
  const challengeAnswer = (await requestMethods(cookie)).body.passkey.challenge;
  const thief = await createSession(server, email);
  for (let n = 0; n < 12; n++) await requestMethods(thief);
  const proof = { passkey: passkey.sign(challengeAnswer) };
  expect((await call('accounts/reauthenticate', proof, cookie)).status).toBe(200);
});

test('a password thief cannot displace the owner’s challenge, and their requests are limited', async () => {
  const { cookie, email } = await createUser();
  const passkey = createAuthenticator(origin);
  const answer = passkey.register(await requestChallenge(cookie), none);
  expect((await call('accounts/registerPasskey', { name: 'Mine', answer }, cookie)).status).toBe(200);
  const signInPending = async () => getCookie(await submitSignIn(email));
  const requestMethods = (sessionCookie: string) =>
    call<{ passkey: { challenge: string } }>('accounts/secondStep', undefined, sessionCookie);
  const [ownCookie, thiefCookie] = [await signInPending(), await signInPending()];
  const challengeAnswer = (await requestMethods(ownCookie)).body.passkey.challenge;
  const statuses: number[] = [];
  for (let n = 0; n < 121; n++) statuses.push((await requestMethods(thiefCookie)).status);
  expect(statuses.filter((status) => status !== 200)).toEqual([429]);
  expect((await call('accounts/confirmSignIn', { passkey: passkey.sign(challengeAnswer) }, ownCookie)).status).toBe(
    200,
  );
});
