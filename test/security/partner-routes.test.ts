import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partnerApi } from '../../src/features/api-access/partner/partner-api.ts';
import { refusals } from '../../tools/documents/catalogue.ts';
import { bitcoinAddress } from '../orders.ts';
import { createPartnerClient, createUserWithFactor, insertApiKey } from '../programs.ts';
import { serverWithoutFaults } from '../worker.ts';
import { getDefinition } from './commands.ts';
import { generateInputs, hostileTexts, mutateInputs, type Schema, type ValidValues } from './schema-inputs.ts';

const server = await serverWithoutFaults();
const callAs = createPartnerClient(server);
const ina = await createUserWithFactor(server);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_127);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 25);

const validValues: ValidValues = {
  amount: ['3000', '0.001', '999999999999999.99'],
  quoteId: [randomUUID()],
  orderId: [randomUUID()],
  walletAddress: [bitcoinAddress],
  destinationTag: ['', '7'],
  'idempotency-key': [randomUUID()],
  before: [randomUUID()],
};

type PartnerAnswer = { status: number; body: { code?: string; text?: string; status?: number } };

/** Fault of a response; null for an expected one. */
function findAnswerFault({ status, body }: PartnerAnswer, declared: readonly string[]): string | null {
  if (status < 300) return null;
  if (body.status !== status || typeof body.text !== 'string') return 'not in the form of a refusal';
  const { code = '' } = body;
  if (!Object.hasOwn(refusals, code)) return `unknown code ${code}`;
  if (code === 'general.fault' || code === 'general.unavailable') return 'a fault';
  return declared.includes(code) ? null : `${code} is not in the document`;
}

const encodeText = (value: unknown) =>
  encodeURIComponent(typeof value === 'string' ? value.toWellFormed() : `${value}`);
const buildQuery = (input: object) =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`)
    .join('&');

const procedures = Object.entries(partnerApi).map(([name, procedure]) => {
  const { inputSchema, errorMap, route } = getDefinition(procedure) as unknown as {
    inputSchema?: Schema;
    errorMap: object;
    route: { method: 'GET' | 'POST'; path: string };
  };
  return { name, schema: inputSchema, codes: Object.keys(errorMap), ...route };
});

test.each(procedures)('$method $path answers any input as documented', async ({ schema, codes, method, path }) => {
  const validInputs = schema ? generateInputs(schema, validValues) : fc.constant({});
  const inputs = fc.oneof({ weight: 1, arbitrary: validInputs }, { weight: 3, arbitrary: mutateInputs(validInputs) });
  const property = fc.asyncProperty(inputs, async (input) => {
    const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : { input };
    const { body = fields, headers } = fields as { body?: unknown; headers?: Record<string, unknown> };
    const orderId = typeof fields['orderId'] === 'string' ? encodeText(fields['orderId']) : randomUUID();
    const url = path.replace('{orderId}', orderId === '' ? 'x' : orderId);
    const idempotencyKey = headers?.['idempotency-key'];
    const answer = await callAs(await getKey(), method === 'GET' ? `${url}?${buildQuery(fields)}` : url, {
      method,
      ...(method === 'POST' && { body }),
      ...(typeof idempotencyKey === 'string' &&
        /^[\x20-\x7e]*$/.test(idempotencyKey) && { headers: { 'idempotency-key': idempotencyKey } }),
    });
    const fault = findAnswerFault(answer, [...codes, 'partner.nothing_here']);
    if (fault) throw new Error(`${fault}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  });
  await fc.assert(property, { seed, numRuns, endOnFailure: true });
});

/** Number of calls. Every fifty calls a new user gets a key, because calls per user are limited. */
let used = 0;
let key = insertApiKey(server, ina.id);
function getKey(): Promise<string> {
  used += 1;
  if (used % 50 === 0) key = createUserWithFactor(server).then(({ id }) => insertApiKey(server, id));
  return key;
}

test('no text in place of a key opens anything or causes a fault', async () => {
  for (const text of hostileTexts.filter((one) => /^[\x21-\x7e]*$/.test(one) && one.length < 2_000)) {
    const answer = await callAs(null, '/orders', { headers: { authorization: `Bearer ${text}` } });
    expect([text, answer.status, answer.body['code']]).toEqual([text, 401, 'partner.key_unknown']);
  }
});

test('a key counts only in the header: in an address or a body it opens nothing', async () => {
  const validKey = await insertApiKey(server, ina.id);
  expect((await callAs(null, `/orders?key=${validKey}&access_token=${validKey}`)).status).toBe(401);
  expect((await callAs(null, '/quotes/buy', { body: { key: validKey } })).status).toBe(401);
});

test('a foreign page cannot make a browser call with a key', async () => {
  const validKey = await insertApiKey(server, ina.id);
  const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
  const answer = await callAs(validKey, '/quotes/buy', { body: {}, headers });
  expect([answer.status, answer.body['code']]).toEqual([403, 'general.foreign_origin']);
});
