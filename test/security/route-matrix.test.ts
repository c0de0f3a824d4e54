import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditActs } from '../../src/features/audit/acts.ts';
import { complianceActs } from '../../src/features/compliance/acts.ts';
import { pictureOn } from '../drafts.ts';
import { linkTo, pixel } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';
import { confirmedPlace, flyerOn, sessionOn } from '../workshops.ts';
import { type Actor, actors, openScene } from './actors.ts';
import { certificateFor } from './matrix-certificates.ts';
import {
  all,
  anySession,
  everybody,
  judge,
  leak,
  ownerOnly,
  ownerOrStaff,
  type Row,
  staffRow,
  strangers,
} from './verdicts.ts';

const server = await serverWithoutFaults();
const scene = await openScene(server);

/**
 * The plain routes, beside the procedures. `/api/live` never ends and has its own test in headers.test.ts; the partner
 * surface, where no session is a key, in partner-routes.test.ts.
 */
const routes: Readonly<
  Record<string, { row: Row; method: 'GET' | 'PUT' | 'POST'; url: (actor: Actor) => Promise<string> }>
> = {
  '/healthz': { row: everybody, method: 'GET', url: async () => '/healthz' },
  '/readyz': { row: everybody, method: 'GET', url: async () => '/readyz' },
  '/dev/mailbox': { row: everybody, method: 'GET', url: async () => '/dev/mailbox' },
  '/dev/mailbox.json': { row: everybody, method: 'GET', url: async () => '/dev/mailbox.json' },
  '/dev/card': { row: all(403), method: 'GET', url: async () => '/dev/card?amount=1' },
  '/dev/slots': { row: everybody, method: 'GET', url: async () => '/dev/slots' },
  // Providers carry no session: what is not signed by one of them is not read, whoever sends it.
  '/api/hooks/card/:provider': { row: all(403), method: 'POST', url: async () => '/api/hooks/card/sandbox' },
  '/api/hooks/card/wipay/:reference/:word': {
    row: all(403),
    method: 'GET',
    url: async () => '/api/hooks/card/wipay/ABCDEFGH23456789/0123',
  },
  '/api/hooks/mail': { row: all(403), method: 'POST', url: async () => '/api/hooks/mail' },
  // Mail programs carry no session; a word that is nobody's ends nothing.
  '/api/notices/stop': { row: all(404), method: 'POST', url: async () => '/api/notices/stop?token=x.plan.y' },
  '/api/prices': { row: everybody, method: 'GET', url: async () => '/api/prices' },
  '/api/partner/openapi.json': { row: everybody, method: 'GET', url: async () => '/api/partner/openapi.json' },
  '/robots.txt': { row: everybody, method: 'GET', url: async () => '/robots.txt' },
  '/sitemap.xml': { row: everybody, method: 'GET', url: async () => '/sitemap.xml' },
  '/scams.rss': { row: everybody, method: 'GET', url: async () => '/scams.rss' },
  '/scams.csv': { row: everybody, method: 'GET', url: async () => '/scams.csv' },
  '/scams.json': { row: everybody, method: 'GET', url: async () => '/scams.json' },
  '/api/files': { row: anySession, method: 'PUT', url: async () => '/api/files?purpose=transaction-proof' },
  '/api/uploads/:id': {
    row: anySession,
    method: 'GET',
    url: async () => '/api/uploads/01990000-0000-7000-8000-000000000000',
  },
  '/api/files/:id': {
    row: { ...everybody, other: 404, ...strangers },
    method: 'GET',
    url: async (actor) => linkTo(server, scene.cookies[actor], scene.proof),
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
    url: async () => `/api/lesson-pictures/${await pictureOn(server, scene.ids.preparer)}`,
  },
  '/api/flyers/:file': { row: everybody, method: 'GET', url: async () => `/api/flyers/${await flyerOn(server)}` },
  '/api/workshops/:file': {
    row: ownerOnly(404),
    method: 'GET',
    url: async (actor) => {
      const userId = actor === 'staffOwner' ? scene.ids.staffOwner : scene.ids.owner;
      const place = { sessionId: await sessionOn(server), userId, code: randomUUID() };
      return `/api/workshops/${await confirmedPlace(server, place)}.ics`;
    },
  },
  '/.well-known/jwks.json': { row: everybody, method: 'GET', url: async () => '/.well-known/jwks.json' },
  '/api/certificates/:id/paper': {
    row: ownerOnly(404),
    method: 'GET',
    url: async (actor) => `/api/certificates/${await certificateFor(server, scene, actor)}/paper`,
  },
  '/api/certificates/:id/credential': {
    row: ownerOnly(404),
    method: 'GET',
    url: async (actor) => `/api/certificates/${await certificateFor(server, scene, actor)}/credential`,
  },
  '/api/compliance/figures.csv': {
    row: staffRow(complianceActs.work, 'yes'),
    method: 'GET',
    url: async () => '/api/compliance/figures.csv?months=3',
  },
  '/api/transactions.csv': {
    row: anySession,
    method: 'GET',
    url: async () => '/api/transactions.csv?from=2026-01-01&until=2026-12-31',
  },
  '/api/audit.ndjson': {
    row: staffRow(auditActs.read, 'yes'),
    method: 'GET',
    url: async () => '/api/audit.ndjson',
  },
};
const tested = new Set(['/api/live', '*']);

/** The routes that the server really has, out of its own drawing of them: a branch stands under its stem. */
function mountedRoutes(): string[] {
  const stems: string[] = [];
  const drawn = server.app.printRoutes({ commonPrefix: false }).split('\n');
  return drawn.flatMap((line) => {
    const found = /^(.*?)[├└]── (\S+)( \(.*\))?$/.exec(line);
    if (!found) return [];
    const depth = (found[1] ?? '').length / 4;
    stems.splice(depth, stems.length, found[2] ?? '');
    return found[3] ? [stems.join('')] : [];
  });
}

test('every plain route of the server stands in the matrix too', () => {
  const mounted = mountedRoutes().filter((path) => !tested.has(path));
  expect(mounted.length).toBeGreaterThan(5);
  expect([...new Set(mounted)].sort()).toEqual(Object.keys(routes).sort());
});

test.each(Object.entries(routes))('%s answers everybody as the matrix says', async (_name, { row, method, url }) => {
  const wrong: string[] = [];
  for (const actor of actors) {
    const cookie = scene.cookies[actor];
    const type = { 'content-type': 'application/octet-stream' };
    const answer = await server.app.inject({
      method,
      url: await url(actor),
      headers: { ...(method === 'PUT' && type), ...(cookie && { cookie }) },
      ...(method === 'PUT' && { payload: pixel }),
    });
    const fault = judge({ status: answer.statusCode, text: answer.body }, row[actor], '');
    if (fault) wrong.push(`${actor}: ${fault}`);
    const found = leak(actor, answer.body);
    if (found) wrong.push(`${actor} reads "${found}" of the owner`);
  }
  expect(wrong).toEqual([]);
});
