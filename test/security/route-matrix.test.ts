import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditPermissions } from '../../src/features/audit/permissions.ts';
import { insertCoursePicture } from '../drafts.ts';
import { pixel, requestFileUrl } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';
import { insertConfirmedSeat, insertFlyer, insertWorkshop } from '../workshops.ts';
import { type Actor, actors, createScene } from './actors.ts';
import { insertActorCertificate } from './matrix-certificates.ts';
import {
  all,
  anyActor,
  anySession,
  findFault,
  findLeak,
  ownerOnly,
  ownerOrStaff,
  type Row,
  staffRow,
  strangers,
} from './outcomes.ts';

const server = await serverWithoutFaults();
const scene = await createScene(server);

/** HTTP routes besides commands. headers.test.ts tests `/api/live`, and partner-routes.test.ts the partner API. */
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
  '/api/prices': { row: anyActor, method: 'GET', url: async () => '/api/prices' },
  '/api/partner/openapi.json': { row: anyActor, method: 'GET', url: async () => '/api/partner/openapi.json' },
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
    row: { ...anyActor, other: 404, ...strangers },
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

/** Parses the route tree that the server prints. */
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
