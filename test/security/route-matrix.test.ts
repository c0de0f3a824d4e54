import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partnerApi } from '../../src/features/api-access/partner/partner-api.ts';
import { auditPermissions } from '../../src/features/audit/permissions.ts';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { refusals } from '../../tools/documents/catalogue.ts';
import { insertCoursePicture } from '../drafts.ts';
import { insertHelp } from '../help.ts';
import { bitcoinAddress, pixel, requestFileUrl } from '../orders.ts';
import { insertPastOrders } from '../past-orders.ts';
import { createPartnerClient, createUserWithFactor, insertApiKey } from '../programs.ts';
import { serverWithoutFaults } from '../worker.ts';
import { insertConfirmedSeat, insertFlyer, insertWorkshop } from '../workshops.ts';
import { type Actor, actors, createScene } from './actors.ts';
import { getDefinition } from './commands.ts';
import { insertActorCertificate } from './matrix-certificates.ts';
import {
  all,
  anyActor,
  anySession,
  findFault,
  findLeak,
  notSignedIn,
  ownerOnly,
  ownerOrStaff,
  type Row,
  staffRow,
} from './outcomes.ts';
import { generateInputs, hostileTexts, mutateInputs, type Schema, type ValidValues } from './schema-inputs.ts';

const server = await serverWithoutFaults();
const scene = await createScene(server);

/** HTTP routes besides commands. headers.test.ts tests `/api/live`, and route-matrix.test.ts the partner API. */
const routes: Readonly<
  Record<string, { row: Row; method: 'GET' | 'PUT' | 'POST'; url: (actor: Actor) => Promise<string> }>
> = {
  '/healthz': { row: anyActor, method: 'GET', url: async () => '/healthz' },
  '/readyz': { row: anyActor, method: 'GET', url: async () => '/readyz' },
  '/dev/mailbox': { row: anyActor, method: 'GET', url: async () => '/dev/mailbox' },
  '/dev/mailbox.json': { row: anyActor, method: 'GET', url: async () => '/dev/mailbox.json' },
  '/dev/card': { row: all(403), method: 'GET', url: async () => '/dev/card?amount=1' },
  '/dev/slots': { row: anyActor, method: 'GET', url: async () => '/dev/slots' },
  // Card providers have no session; an unsigned request is refused.
  '/api/hooks/card/:provider': { row: all(403), method: 'POST', url: async () => '/api/hooks/card/sandbox' },
  '/api/hooks/card/wipay/:reference/:word': {
    row: all(403),
    method: 'GET',
    url: async () => '/api/hooks/card/wipay/ABCDEFGH23456789/0123',
  },
  '/api/hooks/mail': { row: all(403), method: 'POST', url: async () => '/api/hooks/mail' },
  // Mail programs call this without a session; an unknown token changes nothing.
  '/api/notices/stop': { row: all(404), method: 'POST', url: async () => '/api/notices/stop?token=x.plan.y' },
  '/api/faults': { row: anyActor, method: 'POST', url: async () => '/api/faults' },
  '/api/prices': { row: anyActor, method: 'GET', url: async () => '/api/prices' },
  '/api/partner/openapi.json': { row: anyActor, method: 'GET', url: async () => '/api/partner/openapi.json' },
  // Keys only; the matrix has sessions.
  '/api/partner/v1/proofs': { row: all(401), method: 'POST', url: async () => '/api/partner/v1/proofs' },
  '/robots.txt': { row: anyActor, method: 'GET', url: async () => '/robots.txt' },
  '/sitemap.xml': { row: anyActor, method: 'GET', url: async () => '/sitemap.xml' },
  '/scams.rss': { row: anyActor, method: 'GET', url: async () => '/scams.rss' },
  '/scams.csv': { row: anyActor, method: 'GET', url: async () => '/scams.csv' },
  '/scams.json': { row: anyActor, method: 'GET', url: async () => '/scams.json' },
  '/api/files': { row: anySession, method: 'PUT', url: async () => '/api/files?purpose=transaction-proof' },
  '/api/uploads/:id': {
    row: anySession,
    method: 'GET',
    url: async () => '/api/uploads/01990000-0000-7000-8000-000000000000',
  },
  '/api/files/:id': {
    row: { ...anyActor, other: 404, ...notSignedIn },
    method: 'GET',
    url: async (actor) => requestFileUrl(server, scene.cookies[actor], scene.proof),
  },
  '/api/receipts/:file': {
    row: ownerOrStaff,
    method: 'GET',
    url: async (actor) =>
      `/api/receipts/${await scene.order({ of: actor === 'staffOwner' ? 'staffOwner' : 'owner', status: 'completed', payIn: 'received', payOut: 'sent' })}.pdf`,
  },
  '/api/lesson-pictures/:file': {
    row: { ...all(404), admin: 'yes', staffOwner: 'yes' },
    method: 'GET',
    url: async () => `/api/lesson-pictures/${await insertCoursePicture(server, scene.ids.preparer)}`,
  },
  '/api/flyers/:file': { row: anyActor, method: 'GET', url: async () => `/api/flyers/${await insertFlyer(server)}` },
  '/api/workshops/:file': {
    row: ownerOnly(404),
    method: 'GET',
    url: async (actor) => {
      const userId = actor === 'staffOwner' ? scene.ids.staffOwner : scene.ids.owner;
      const seat = { sessionId: await insertWorkshop(server), userId, code: randomUUID() };
      return `/api/workshops/${await insertConfirmedSeat(server, seat)}.ics`;
    },
  },
  '/.well-known/jwks.json': { row: anyActor, method: 'GET', url: async () => '/.well-known/jwks.json' },
  '/api/certificates/:id/paper': {
    row: ownerOnly(404),
    method: 'GET',
    url: async (actor) => `/api/certificates/${await insertActorCertificate(server, scene, actor)}/paper`,
  },
  '/api/certificates/:id/credential': {
    row: ownerOnly(404),
    method: 'GET',
    url: async (actor) => `/api/certificates/${await insertActorCertificate(server, scene, actor)}/credential`,
  },
  '/api/help/:file': {
    row: ownerOrStaff,
    method: 'GET',
    url: async (actor) => {
      const userId = actor === 'staffOwner' ? scene.ids.staffOwner : scene.ids.owner;
      const complaint = { isComplaint: true, decidedBy: scene.ids.preparer };
      return `/api/help/${await insertHelp(server, userId, complaint)}.pdf`;
    },
  },
  '/api/year-statements/:file': {
    row: anySession,
    method: 'GET',
    url: async (actor) => {
      const email = `${actor}@demo.test`;
      const ids: Readonly<Record<string, string>> = scene.ids;
      const { rows } = await server.owner.query<{ id: string }>('select id from profiles where email = $1', [email]);
      const userId = ids[actor] ?? rows[0]?.id;
      if (userId) await insertPastOrders(server, userId, ['completed']);
      return `/api/year-statements/${jamaicaDay(server.services.clock()).slice(0, 4)}.pdf`;
    },
  },
  '/api/transactions.csv': {
    row: anySession,
    method: 'GET',
    url: async () => '/api/transactions.csv?from=2026-01-01&until=2026-12-31',
  },
  '/api/audit.ndjson': {
    row: staffRow(auditPermissions.read, 'yes'),
    method: 'GET',
    url: async () => '/api/audit.ndjson',
  },
};
const testedElsewhere = new Set(['/api/live', '*']);

function listMountedRoutes(): string[] {
  const parents: string[] = [];
  const tree = server.app.printRoutes({ commonPrefix: false }).split('\n');
  return tree.flatMap((line) => {
    const found = /^(.*?)[├└]── (\S+)( \(.*\))?$/.exec(line);
    if (!found) return [];
    const depth = (found[1] ?? '').length / 4;
    parents.splice(depth, parents.length, found[2] ?? '');
    return found[3] ? [parents.join('')] : [];
  });
}

test('the matrix lists every plain route of the server', () => {
  const mounted = listMountedRoutes().filter((path) => !testedElsewhere.has(path));
  expect(mounted.length).toBeGreaterThan(5);
  expect([...new Set(mounted)].sort()).toEqual(Object.keys(routes).sort());
});

test.each(Object.entries(routes))('%s answers every actor as the matrix says', async (_name, { row, method, url }) => {
  const faults: string[] = [];
  for (const actor of actors) {
    const cookie = scene.cookies[actor];
    const type = { 'content-type': 'application/octet-stream' };
    const answer = await server.app.inject({
      method,
      url: await url(actor),
      headers: { ...(method === 'PUT' && type), ...(cookie && { cookie }) },
      ...(method === 'PUT' && { payload: pixel }),
    });
    const fault = findFault({ status: answer.statusCode, text: answer.body }, row[actor], '');
    if (fault) faults.push(`${actor}: ${fault}`);
    const found = findLeak(actor, answer.body);
    if (found) faults.push(`${actor} reads "${found}" of the owner`);
  }
  expect(faults).toEqual([]);
});

const callAs = createPartnerClient(server);
const customer = await createUserWithFactor(server);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_127);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 25);

const validValues: ValidValues = {
  amount: ['3000', '0.001', '999999999999999.99'],
  quoteId: [randomUUID()],
  orderId: [randomUUID()],
  walletAddress: [bitcoinAddress],
  senderWalletAddress: [bitcoinAddress],
  proofFile: [randomUUID()],
  accountNumber: ['123456789'],
  destinationTag: ['', '7'],
  'idempotency-key': [randomUUID()],
  before: [randomUUID()],
};

type PartnerAnswer = { status: number; body: { code?: string; text?: string; status?: number } };

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
let key = insertApiKey(server, customer.id);
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
  const validKey = await insertApiKey(server, customer.id);
  expect((await callAs(null, `/orders?key=${validKey}&access_token=${validKey}`)).status).toBe(401);
  expect((await callAs(null, '/quotes/buy', { body: { key: validKey } })).status).toBe(401);
});

test('a foreign page cannot make a browser call with a key', async () => {
  const validKey = await insertApiKey(server, customer.id);
  const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
  const answer = await callAs(validKey, '/quotes/buy', { body: {}, headers });
  expect([answer.status, answer.body['code']]).toEqual([403, 'general.foreign_origin']);
});
