import { X509Certificate } from 'node:crypto';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { budgets } from '../../src/features/accounts/budgets.ts';
import { mostPasskeys } from '../../src/features/accounts/passkey-store.ts';
import { keepChallenge } from '../../src/features/accounts/token-store.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { sessionFor } from './actors.ts';
import { authenticatorAt, type Origin } from './authenticator.ts';

/** A passkey says where it comes from in the words of whoever made it: nobody is asked whether that is so. */
const server = await serverWithoutFaults();
const { call, owner, ownerUrl, services } = server;
const { enter, isIn, somebody } = accountsOf(server);
const { origin } = services.config;

const opened: string[] = [];
const toDatabase = Number(new URL(ownerUrl).port);
beforeEach(() => {
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...to: unknown[]) {
    if (to[0] !== toDatabase) opened.push(JSON.stringify(to));
    return Reflect.apply(connect, this, to);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(opened.splice(0)).toEqual([]);
});

const none: Origin = { format: 'none', statement: () => new Map() };
const selfMade: Origin = {
  format: 'packed',
  statement: (signed, data) =>
    new Map<string, number | Uint8Array>([
      ['alg', -7],
      ['sig', signed(data)],
    ]),
};

/** A key's certificate and its root, made once for the challenge below; the key's names a list of revoked ones. */
const madeFor = 'a-challenge-that-a-certificate-was-made-for';
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
const certified: Origin = {
  format: 'android-key',
  statement: (signed, data) =>
    new Map<string, number | Uint8Array | Uint8Array[]>([
      ['alg', -7],
      ['sig', signed(data)],
      ['x5c', certificates],
    ]),
};

async function challengeFor(cookie: string): Promise<string> {
  const options = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, cookie);
  return options.body.challenge;
}

test.each([
  ['says nothing of where it comes from', none],
  ['is vouched for by its own key alone', selfMade],
])('a passkey that %s is kept, opens the account and confirms it, and nothing is asked of anybody', async (_, from) => {
  const { cookie } = await somebody();
  const passkey = authenticatorAt(origin);
  const answer = passkey.makes(await challengeFor(cookie), from);
  expect((await call('accounts/registerPasskey', { name: 'Phone', answer }, cookie)).status).toBe(200);
  const drawn = await call<{ challenge: string }>('accounts/passkeyOptions');
  const entered = await call('accounts/signInWithPasskey', { passkey: passkey.signs(drawn.body.challenge) });
  expect([entered.status, await isIn(cookieOf(entered))]).toEqual([200, true]);
  const ways = await call<{ passkey: { challenge: string } }>('accounts/confirmWays', undefined, cookieOf(entered));
  const proof = { passkey: passkey.signs(ways.body.passkey.challenge) };
  expect((await call('accounts/confirmAgain', proof, cookieOf(entered))).status).toBe(200);
});

test('a list of revoked certificates that a customer names is not asked for', async () => {
  const { cookie, id: userId } = await somebody();
  await keepChallenge(services.authDb, { challenge: madeFor, purpose: 'register', userId });
  const { publicKey } = new X509Certificate(certificates[0] ?? '');
  const answer = authenticatorAt(origin, publicKey).makes(madeFor, certified);
  const kept = await call('accounts/registerPasskey', { name: 'Phone', answer }, cookie);
  expect(kept.body).toMatchObject({ code: 'accounts.passkey_refused' });
});

test('a key that another vouches for in its place is refused', async () => {
  const { cookie } = await somebody();
  const { publicKey } = new X509Certificate(certificates[0] ?? '');
  const answer = authenticatorAt(origin, publicKey).makes(await challengeFor(cookie), selfMade);
  const kept = await call('accounts/registerPasskey', { name: 'Phone', answer }, cookie);
  expect(kept.body).toMatchObject({ code: 'accounts.passkey_refused' });
});

test('passkeys that come and go come to an end, and leave no more lines; one that is there can always go', async () => {
  const { cookie, id } = await somebody();
  const add = async () => {
    const answer = authenticatorAt(origin).makes(await challengeFor(cookie), none);
    return call<{ code: string }>('accounts/registerPasskey', { name: 'Phone', answer }, cookie);
  };
  const removeNewest = async () => {
    const newest = 'select id from auth.passkey where user_id = $1 order by created_at desc limit 1';
    const { rows } = await owner.query<{ id: string }>(newest, [id]);
    return (await call('accounts/removePasskey', { id: rows[0]?.id }, cookie)).status;
  };
  const most = budgets.changed.tries;
  expect((await add()).status).toBe(200);
  for (let n = 1; n < most; n++) {
    expect((await add()).status).toBe(200);
    if (n < most - 1) expect(await removeNewest()).toBe(200);
  }
  expect((await add()).body).toMatchObject({ code: 'general.busy' });
  expect(await removeNewest()).toBe(200);
  const lines = `select count(*)::int n from audit_log where actor_id = $1 and action like 'accounts.passkey_%'`;
  expect((await owner.query(lines, [id])).rows).toEqual([{ n: 2 * most - 1 }]);
});

test('an account holds so many passkeys, also when they come at once; one that goes makes room', async () => {
  const { cookie, id: userId } = await somebody();
  const add = async (challenge: string) => {
    const answer = authenticatorAt(origin).makes(challenge, none);
    return (await call<{ code: string }>('accounts/registerPasskey', { name: 'Phone', answer }, cookie)).body.code;
  };
  for (let n = 0; n < mostPasskeys - 1; n++) expect(await add(await challengeFor(cookie))).toBeUndefined();
  const challenges = ['first-of-two-challenges', 'second-of-two-challenges'];
  for (const challenge of challenges) await keepChallenge(services.authDb, { challenge, purpose: 'register', userId });
  const told = await Promise.all(challenges.map(add));
  expect(new Set(told)).toEqual(new Set([undefined, 'accounts.too_many_passkeys']));
  const asked = await call('accounts/newPasskeyOptions', undefined, cookie);
  expect(asked.body).toMatchObject({ code: 'accounts.too_many_passkeys' });
  const { body } = await call<{ passkeys: { id: string }[] }>('accounts/security', undefined, cookie);
  expect(body.passkeys).toHaveLength(mostPasskeys);
  expect((await call('accounts/removePasskey', { id: body.passkeys[0]?.id }, cookie)).status).toBe(200);
  expect(await add(await challengeFor(cookie))).toBeUndefined();
});

test('who else is in an account cannot ask away the passkey that its owner is about to show', async () => {
  const { cookie, email } = await somebody();
  const passkey = authenticatorAt(origin);
  const answer = passkey.makes(await challengeFor(cookie), none);
  expect((await call('accounts/registerPasskey', { name: 'Mine', answer }, cookie)).status).toBe(200);
  const asks = (whose: string) => call<{ passkey: { challenge: string } }>('accounts/confirmWays', undefined, whose);
  const asked = (await asks(cookie)).body.passkey.challenge;
  const thief = await sessionFor(server, email);
  for (let n = 0; n < 12; n++) await asks(thief);
  const proof = { passkey: passkey.signs(asked) };
  expect((await call('accounts/confirmAgain', proof, cookie)).status).toBe(200);
});

test('who has the password alone asks away no passkey that its owner shows, and asks only so often', async () => {
  const { cookie, email } = await somebody();
  const passkey = authenticatorAt(origin);
  const answer = passkey.makes(await challengeFor(cookie), none);
  expect((await call('accounts/registerPasskey', { name: 'Mine', answer }, cookie)).status).toBe(200);
  const waits = async () => cookieOf(await enter(email));
  const asks = (whose: string) => call<{ passkey: { challenge: string } }>('accounts/secondStep', undefined, whose);
  const [mine, thiefs] = [await waits(), await waits()];
  const asked = (await asks(mine)).body.passkey.challenge;
  const statuses: number[] = [];
  for (let n = 0; n < 121; n++) statuses.push((await asks(thiefs)).status);
  expect(statuses.filter((status) => status !== 200)).toEqual([429]);
  expect((await call('accounts/confirmSignIn', { passkey: passkey.signs(asked) }, mine)).status).toBe(200);
});
