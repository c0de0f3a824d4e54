import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { insertFinishedCourse } from '../../../../test/certificates.ts';
import { publishTestCourse } from '../../../../test/courses.ts';
import { credentialKey } from '../../../../test/credential-keys.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { readCredentialKeys } from '../../../platform/config/credential-keys.ts';
import { type Certificate, formatCode } from './certificate.ts';
import { renderCertificatePdf, splitByFont } from './certificate-pdf.ts';
import { generateCertificatePdf } from './certificate-pdf-worker.ts';
import { getKeySet, signCredential } from './credential.ts';
import { generateCode, parseCode } from './issue.ts';

/** Verifies credentials by RFC 7515 and RFC 7638, with nothing but Node's crypto and the published keys. */
const [newer, older] = [credentialKey(), credentialKey()];
const server = await serverWithoutFaults({ CREDENTIAL_KEYS: newer + older });
const { app, call } = server;
const { origin } = server.services.config;

await publishTestCourse(server, { courseId: 'small' });

const { id: userId, cookie } = await newCustomer(server, 'Ina Brown');

await insertFinishedCourse(server, { userId, courseId: 'small' });

await call('certificates/claim', { courseId: 'small' }, cookie);

const own = async () =>
  (await call<{ certificates: Certificate[] }>('certificates/own', {}, cookie)).body.certificates[0] as Certificate;
const certificate = await own();

type Key = JsonWebKey & { kid: string; alg: string; use: string };
const keys = async () => (await app.inject({ url: '/.well-known/jwks.json' })).json<{ keys: Key[] }>().keys;
const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
const download = (as?: string, id = certificate.id) =>
  app.inject({ url: `/api/certificates/${id}/credential`, headers: as ? { cookie: as } : {} });
const isSignedBy = (token: string, key: JsonWebKey | undefined) => {
  const [head, payload, signature = ''] = token.split('.');
  const by = { key: createPublicKey({ key: key ?? {}, format: 'jwk' }) };
  return verify('RSA-SHA256', Buffer.from(`${head}.${payload}`), by, Buffer.from(signature, 'base64url'));
};

test('a downloaded credential is signed by the published key of its id', async () => {
  const answer = await download(cookie);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/vc\+jwt/),
    'content-disposition': `attachment; filename="certificate-${formatCode(certificate.code)}.jwt"`,
    'cache-control': 'private, no-store',
  });
  const [head, payload, signature] = answer.body.split('.');
  expect(read(head)).toMatchObject({ alg: 'RS256', typ: 'JWT', jwk: { kty: 'RSA' } });
  const key = (await keys()).find(({ kid }) => kid === read(head).kid);
  expect(isSignedBy(answer.body, key)).toBe(true);
  expect(read(head).jwk).toEqual({ kty: key?.kty, n: key?.n, e: key?.e });
  const changed = Buffer.from(JSON.stringify({ ...read(payload), name: 'Another' })).toString('base64url');
  expect(isSignedBy(`${head}.${changed}.${signature}`, key)).toBe(false);
  const [, other] = await keys();
  expect(isSignedBy(answer.body, other)).toBe(false);
});

test('the credential has Open Badges 3.0 members and JWT claims', async () => {
  const payload = read((await download(cookie)).body.split('.')[1]);
  const issuedAt = new Date(certificate.issuedAt);
  expect(payload).toEqual({
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: `urn:uuid:${certificate.id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: 'Certificate of the small course: A small course',
    issuer: { id: origin, type: ['Profile'], name: expect.any(String), url: origin },
    validFrom: issuedAt.toISOString(),
    credentialSubject: {
      id: expect.stringMatching(/^urn:uuid:/),
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: 'Ina Brown', identityType: 'name' }],
      achievement: {
        id: `${origin}/courses/small`,
        type: ['Achievement'],
        achievementType: 'Course',
        name: 'A small course',
        version: '1',
        description: expect.stringContaining('A small course'),
        criteria: { narrative: 'Finished every lesson and passed every quiz with 80% or more.' },
      },
    },
    evidence: [
      { id: `${origin}/verify/${formatCode(certificate.code)}`, type: ['Evidence'], name: expect.any(String) },
    ],
    iss: origin,
    sub: payload.credentialSubject.id,
    jti: payload.id,
    nbf: Math.floor(issuedAt.getTime() / 1000),
  });
  expect(JSON.stringify(payload)).not.toContain(userId);
});

test('a hidden name is missing from the credential', async () => {
  await call('certificates/showName', { id: certificate.id, shows: false }, cookie);
  const payload = read((await download(cookie)).body.split('.')[1]);
  expect(payload.credentialSubject).not.toHaveProperty('identifier');
  expect(JSON.stringify(payload)).not.toContain('Brown');
  await call('certificates/showName', { id: certificate.id, shows: true }, cookie);
});

test('keys are public under their thumbprints and readable cross-origin', async () => {
  const { headers, statusCode } = await app.inject({ url: '/.well-known/jwks.json' });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
  });
  const published = await keys();
  expect(published).toHaveLength(2);
  for (const { kid, ...key } of published) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kty', 'n', 'use']);
    const plain = JSON.stringify({ e: key.e, kty: key.kty, n: key.n });
    expect(kid).toBe(createHash('sha256').update(plain).digest('base64url'));
  }
});

test('a credential of a former key verifies until the key is removed', async () => {
  const before = readCredentialKeys(older);
  if (!before) throw new Error('no key');
  const token = await signCredential(await asStored(), { origin, name: 'Us' }, before);
  const { kid } = read(token.split('.')[0]);
  const key = (await keys()).find((one) => one.kid === kid);
  expect(isSignedBy(token, key)).toBe(true);
  const without = readCredentialKeys(newer);
  if (!without) throw new Error('no key');
  expect((await getKeySet(without)).keys.map((one) => one.kid)).not.toContain(kid);
});

const asStored = async (): Promise<Certificate> => {
  const { issuedAt, ...rest } = await own();
  return { ...rest, issuedAt: new Date(issuedAt) };
};

test('only its owner downloads a credential', async () => {
  expect((await download()).statusCode).toBe(401);
  for (const as of [(await newCustomer(server)).cookie, await server.signIn('admin')])
    for (const kind of ['paper', 'credential']) {
      const answer = await app.inject({ url: `/api/certificates/${certificate.id}/${kind}`, headers: { cookie: as } });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'certificates.unknown']);
    }
  expect((await download(cookie, 'no-id')).statusCode).toBe(404);
});

describe('code', () => {
  test('a code has 16 Crockford characters and is unique', () => {
    const codes = Array.from({ length: 2_000 }, generateCode);
    expect(new Set(codes).size).toBe(2_000);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  });

  test('every character occurs at every position', () => {
    const codes = Array.from({ length: 2_000 }, generateCode);
    for (let at = 0; at < 16; at++) expect(new Set(codes.map((code) => code[at])).size).toBe(32);
  });

  test('a printed code parses to itself', () => {
    const code = generateCode();
    expect(formatCode(code)).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(parseCode(formatCode(code))).toBe(code);
  });

  const mistype = (sign: string, variant: number): string => {
    const alike: Record<string, string[]> = { 0: ['O', 'o'], 1: ['I', 'i', 'L', 'l'] };
    const others = [sign, sign.toLowerCase(), ...(alike[sign] ?? [])];
    return `${['', ' ', '-', '–', '\t'][variant % 5]}${others[variant % others.length]}`;
  };

  test('lower case, spaces, dashes, O for 0 and I or L for 1 are accepted', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 16, maxLength: 16 }), (ways) => {
        const code = generateCode();
        return parseCode([...code].map((sign, at) => mistype(sign, ways[at] ?? 0)).join('')) === code;
      }),
    );
  });

  test.each(['', 'ABCD', 'U'.repeat(16), '0'.repeat(15), '0'.repeat(17), `${'0'.repeat(15)}é`, "' or 1=1 -- 00000"])(
    '%j is an invalid code',
    (typed) => expect(parseCode(typed)).toBeNull(),
  );
});

const now = new Date('2026-11-23T15:00:00Z');
const inputFor = (name: string, courseTitle = 'Level 1: crypto from the ground up') => ({
  certificate: {
    ...{ id: '01990000-0000-7000-8000-000000000000', code: '7K3M9QX2R5WBT0AE', name, showsName: false },
    ...{ courseId: 'level-1', courseTitle, version: 3, title: 'Certificate of completion' },
    ...{ quizPass: 80, projectPass: 70, band: 'merit' as const, issuedAt: now, revokedAt: null },
  },
  company: 'Cryptocommerce',
  origin: 'https://example.test',
  now,
});

async function readPdf(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const tree = await page.getStructTree();
  const meta = await document.getMetadata();
  const found = items.flatMap((item) => ('str' in item ? [item] : []));
  return {
    pages: document.numPages,
    size: page.view,
    text: found.map(({ str }) => str).join(''),
    right: Math.max(...found.map(({ transform, width }) => transform[4] + width)),
    parts: tree.children.map((part) => ('role' in part ? part : null)),
    info: meta.info as Record<string, unknown>,
  };
}

test('a certificate shows owner, course, criteria and verification address on one page', async () => {
  const { pages, size, text, info } = await readPdf(await renderCertificatePdf(inputFor('Ina Brown')));
  expect([pages, size]).toEqual([1, [0, 0, 841.89, 595.28]]);
  for (const expected of [
    'Ina Brown',
    'Level 1: crypto from the ground up',
    'Passed with merit.',
    'Issued on 23 Nov 2026, version 3 of the course',
    '7K3M-9QX2-R5WB-T0AE',
    'https://example.test/verify',
  ])
    expect(text).toContain(expected);
  expect(info).toMatchObject({ Title: 'Certificate of completion: Level 1: crypto from the ground up' });
  expect(info).toMatchObject({ Language: 'en-JM' });
});

test('a screen reader finds a heading, the text in order and a described image', async () => {
  const { parts } = await readPdf(await renderCertificatePdf(inputFor('Ina Brown')));
  expect(parts.map((part) => part?.role)).toEqual(['P', 'H1', ...Array(8).fill('P'), 'Figure']);
  expect(parts.at(-1)).toMatchObject({ alt: 'QR code of https://example.test/verify/7K3M-9QX2-R5WB-T0AE' });
});

const withoutSpaces = (text: string) => text.replaceAll(/[\s\p{Cc}]/gu, '').normalize('NFC');

test.each([
  'Zoë Núñez-Şahin',
  'Łukasz Dvořák',
  'Ọlúwatóyìn Adébáyọ̀',
  'Nguyễn Thị Đặng',
  'Ŋaaɓo Ƙawa Ǎn',
  'Siân Ŵyn',
  "D'Aguilar O’Sullivan",
])('%s is printed unchanged', async (name) => {
  // Ignores spaces, which the PDF reader guesses, and the control characters of separate accents.
  const { text } = await readPdf(await renderCertificatePdf(inputFor(name)));
  expect(withoutSpaces(text)).toContain(withoutSpaces(name));
});

test('every Latin letter is in a font', async () => {
  const letters = Array.from({ length: 0x1eff }, (_, at) => String.fromCodePoint(at)).filter((letter) =>
    /^(?=\p{Script=Latin})\p{L}$/u.test(letter),
  );
  expect(letters.length).toBeGreaterThan(900);
  const long = letters.join('');
  const { text } = await readPdf(await renderCertificatePdf(inputFor(long)));
  expect(withoutSpaces(text)).toContain(withoutSpaces(long).slice(0, 100));
  expect(text).not.toContain('?');
});

test('the longest name and title fit the page', async () => {
  const { pages, right } = await readPdf(
    await renderCertificatePdf(inputFor('Ẹniọlá Wałęsa '.repeat(14), 'A course '.repeat(20))),
  );
  expect(pages).toBe(1);
  expect(right).toBeLessThanOrEqual(841.89 - 83);
});

test('a letter missing from all fonts loses its accents or becomes a question mark', () => {
  const has = (face: string, letter: string) => face === 'full-plain' && /^[ a-z]$/i.test(letter);
  expect(splitByFont('Zoë Li', has)).toEqual([{ face: 'full-plain', text: 'Zoe Li' }]);
  expect(splitByFont('李 Li', has)).toEqual([{ face: 'full-plain', text: '? Li' }]);
});

test('the worker generates the same bytes', async () => {
  const generated = await generateCertificatePdf(['network', 'connection', 'account'], inputFor('Zoë Łukasiewicz'));
  expect(generated.equals(await renderCertificatePdf(inputFor('Zoë Łukasiewicz')))).toBe(true);
});
