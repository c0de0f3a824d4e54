import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partnerApi } from '../../src/features/programs/partner/partner-api.ts';
import { refusals } from '../../tools/documents/catalogue.ts';
import { bitcoinAddress } from '../orders.ts';
import { keyFor, programsOn, withFactor } from '../programs.ts';
import { serverWithoutFaults } from '../worker.ts';
import { definitionOf } from './commands.ts';
import { hostileTexts, inputsFor, mutated, type Schema, type Sound } from './from-schema.ts';

/** Anything that somebody sends to the partner surface is answered with a refusal that it means. */
const server = await serverWithoutFaults();
const askAs = programsOn(server);
const ina = await withFactor(server);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_127);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 25);

const sound: Sound = {
  amount: ['3000', '0.001', '999999999999999.99'],
  quoteId: [randomUUID()],
  orderId: [randomUUID()],
  walletAddress: [bitcoinAddress],
  destinationTag: ['', '7'],
  'idempotency-key': [randomUUID()],
  before: [randomUUID()],
};

type Found = { status: number; body: { code?: string; text?: string; status?: number } };

/** What is wrong with an answer; null when it is one that the surface means to give. */
function complaint({ status, body }: Found, declared: readonly string[]): string | null {
  if (status < 300) return null;
  if (body.status !== status || typeof body.text !== 'string') return 'not in the form of a refusal';
  const { code = '' } = body;
  if (!Object.hasOwn(refusals, code)) return `unknown code ${code}`;
  if (code === 'general.fault' || code === 'general.unavailable') return 'a fault';
  return declared.includes(code) ? null : `${code} is not in the document`;
}

const textOf = (value: unknown) => encodeURIComponent(typeof value === 'string' ? value.toWellFormed() : `${value}`);
const queryOf = (input: object) =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${textOf(name)}=${textOf(value)}`)
    .join('&');

const all = Object.entries(partnerApi).map(([name, procedure]) => {
  const { inputSchema, errorMap, route } = definitionOf(procedure) as unknown as {
    inputSchema?: Schema;
    errorMap: object;
    route: { method: 'GET' | 'POST'; path: string };
  };
  return { name, schema: inputSchema, codes: Object.keys(errorMap), ...route };
});

test.each(all)('$method $path answers anything as its document says', async ({ schema, codes, method, path }) => {
  const fitting = schema ? inputsFor(schema, sound) : fc.constant({});
  const tried = fc.oneof({ weight: 1, arbitrary: fitting }, { weight: 3, arbitrary: mutated(fitting) });
  const property = fc.asyncProperty(tried, async (input) => {
    const given = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : { input };
    const { body = given, headers } = given as { body?: unknown; headers?: Record<string, unknown> };
    const orderId = typeof given['orderId'] === 'string' ? textOf(given['orderId']) : randomUUID();
    const at = path.replace('{orderId}', orderId === '' ? 'x' : orderId);
    const once = headers?.['idempotency-key'];
    const answer = await askAs(await keyOf(), method === 'GET' ? `${at}?${queryOf(given)}` : at, {
      method,
      ...(method === 'POST' && { body }),
      ...(typeof once === 'string' && /^[\x20-\x7e]*$/.test(once) && { headers: { 'idempotency-key': once } }),
    });
    const wrong = complaint(answer, [...codes, 'partner.nothing_here']);
    if (wrong) throw new Error(`${wrong}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  });
  await fc.assert(property, { seed, numRuns, endOnFailure: true });
});

/** A key of somebody new each fifty times: one person has a pace. */
let used = 0;
let key = keyFor(server, ina.id);
function keyOf(): Promise<string> {
  used += 1;
  if (used % 50 === 0) key = withFactor(server).then(({ id }) => keyFor(server, id));
  return key;
}

test('no text that anybody puts in the place of a key opens anything, or is a fault', async () => {
  for (const text of hostileTexts.filter((one) => /^[\x21-\x7e]*$/.test(one) && one.length < 2_000)) {
    const answer = await askAs(null, '/orders', { headers: { authorization: `Bearer ${text}` } });
    expect([text, answer.status, answer.body['code']]).toEqual([text, 401, 'partner.key_unknown']);
  }
});

test('a key is only ever in the head of a request: in an address or a body it opens nothing', async () => {
  const good = await keyFor(server, ina.id);
  expect((await askAs(null, `/orders?key=${good}&access_token=${good}`)).status).toBe(401);
  expect((await askAs(null, '/quotes/buy', { body: { key: good } })).status).toBe(401);
});

test('a page of somebody else has no browser ask with a key', async () => {
  const good = await keyFor(server, ina.id);
  const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
  const answer = await askAs(good, '/quotes/buy', { body: {}, headers });
  expect([answer.status, answer.body['code']]).toEqual([403, 'general.foreign_origin']);
});
