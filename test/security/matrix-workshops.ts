import { randomInt, randomUUID } from 'node:crypto';
import { formatReference } from '../../src/kernel/order-reference.ts';
import { solanaAddress, solanaHash } from '../payments.ts';
import type { TestServer } from '../worker.ts';
import {
  buildRegistration,
  insertAward,
  insertConfirmedSeat,
  insertWaitingEntry,
  insertWorkshop,
  sessionForm,
} from '../workshops.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { anyActor, anySession, ownerOnly, type Row } from './outcomes.ts';

type Input = (actor: Actor) => Promise<unknown>;

function createWorkshopInputs(server: TestServer, { ids }: Scene) {
  const insertSession = async () => ({ sessionId: await insertWorkshop(server) });
  const insertDraft = async () => ({ sessionId: await insertWorkshop(server, { status: 'draft' }) });
  const buildChangeInput = async () => {
    const { sessionId } = await insertDraft();
    const { rows } = await server.owner.query<{ at: Date }>(
      `update workshop_sessions set updated_at = date_trunc('second', now()) where id = $1 returning updated_at "at"`,
      [sessionId],
    );
    return { sessionId, readAt: rows[0]?.at.toISOString(), ...sessionForm() };
  };
  const getUserId = (actor: Actor) => (actor === 'staffOwner' ? ids.staffOwner : ids.owner);
  const buildCheckIn = async (actor: Actor) => {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const code = formatReference(randomInt(2 ** 32), randomUUID());
    await insertConfirmedSeat(server, { sessionId, code, userId: getUserId(actor) });
    return { sessionId, code };
  };
  const insertWaitingSeat = async (actor: Actor) => {
    const sessionId = await insertWorkshop(server, { in_person: 0 });
    return { placeId: await insertWaitingEntry(server, { sessionId, userId: getUserId(actor) }) };
  };
  const buildWaitInput = async () => {
    const sessionId = await insertWorkshop(server);
    await insertWaitingEntry(server, { sessionId, userId: ids.preparer });
    return { sessionId, mode: 'in_person' };
  };
  const buildMoveInput = async (actor: Actor) => {
    const userId = getUserId(actor);
    const placeId = await insertConfirmedSeat(server, {
      sessionId: await insertWorkshop(server),
      userId,
      code: randomUUID(),
    });
    return { placeId, sessionId: await insertWorkshop(server), mode: 'online' };
  };
  const buildCancelInput = async () => ({ ...(await insertSession()), reason: 'The teacher is ill.' });
  const buildWalletInput = async (actor: Actor) => {
    const { sessionId } = await insertSession();
    return { awardId: await insertAward(server, { sessionId, userId: getUserId(actor) }), address: solanaAddress() };
  };
  const buildReleaseInput = async () => {
    const { sessionId } = await insertSession();
    await insertAward(server, { sessionId, userId: ids.owner });
    return { sessionId };
  };
  const buildDecisionInput = async () => {
    const { sessionId } = await buildReleaseInput();
    const { rows } = await server.owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by) select 'award', $1, jsonb_build_object('awards',
          jsonb_agg(jsonb_build_object('id', id, 'attendee', 'A. Guest', 'address', address, 'lgm', lgm))), $2
        from lgm_awards where session_id::text = $1 returning id`,
      [sessionId, ids.preparer],
    );
    return { proposalId: rows[0]?.id, decision: 'approve' };
  };
  const buildSendInput = async (actor: Actor) => {
    const { sessionId } = await insertSession();
    const releasedBy = [ids.preparer, ids.other] as const;
    return {
      awardId: await insertAward(server, { sessionId, userId: getUserId(actor), releasedBy }),
      hash: solanaHash(),
    };
  };
  const awards = { buildWalletInput, buildReleaseInput, buildDecisionInput, buildSendInput };
  return {
    ...{ insertSession, insertDraft, buildChangeInput, buildCheckIn, insertWaitingSeat },
    ...{ buildWaitInput, buildMoveInput, buildCancelInput, awards },
  };
}

export function buildWorkshopRows(server: TestServer, scene: Scene) {
  const {
    insertSession,
    insertDraft,
    buildChangeInput,
    buildCheckIn,
    insertWaitingSeat,
    buildWaitInput,
    buildMoveInput,
    buildCancelInput,
    awards,
  } = createWorkshopInputs(server, scene);
  const allow = (row: Row, input?: Input) => ({ row, ...(input && { input }) });
  const staff = (input: Input) => ({ own: 'yes' as const, input });
  return {
    'workshops/list': allow(anyActor),
    'workshops/own': allow(anySession),
    'workshops/register': allow(anySession, async () => {
      await server.owner.query(`update payments set created_at = created_at - interval '2 days'`);
      return buildRegistration(await insertWorkshop(server));
    }),
    'workshops/wait': allow(anySession, buildWaitInput),
    'workshops/leave': allow(ownerOnly(404), insertWaitingSeat),
    'workshops/move': allow(ownerOnly(404), buildMoveInput),
    'workshopsDesk/cancelSession': staff(buildCancelInput),
    'workshopsDesk/sessions': staff(async () => ({})),
    'workshopsDesk/session': staff(insertSession),
    'workshopsDesk/people': staff(insertSession),
    'workshopsDesk/create': staff(async () => sessionForm()),
    'workshopsDesk/change': staff(buildChangeInput),
    'workshopsDesk/announce': staff(insertDraft),
    'workshopsDesk/checkIn': { own: 403 as const, input: buildCheckIn },
    'workshops/nameAwardWallet': allow(ownerOnly(404), awards.buildWalletInput),
    'workshopsDesk/awards': staff(awards.buildReleaseInput),
    'workshopsDesk/proposeAwards': staff(awards.buildReleaseInput),
    'workshopsDesk/decideAwards': staff(awards.buildDecisionInput),
    'workshopsDesk/recordAward': { own: 403 as const, input: awards.buildSendInput },
  };
}

export function buildWorkshopCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  const {
    insertDraft,
    buildChangeInput,
    buildCheckIn,
    insertWaitingSeat,
    buildWaitInput,
    buildMoveInput,
    buildCancelInput,
    awards,
  } = createWorkshopInputs(server, scene);
  return {
    'workshops/register': async () => by('owner', buildRegistration(await insertWorkshop(server))),
    'workshops/wait': async () => by('owner', await buildWaitInput()),
    'workshops/leave': async () => by('owner', await insertWaitingSeat('owner')),
    'workshops/move': async () => by('owner', await buildMoveInput('owner')),
    'workshopsDesk/cancelSession': async () => by('admin', await buildCancelInput()),
    'workshopsDesk/create': async () => by('admin', sessionForm()),
    'workshopsDesk/change': async () => by('admin', await buildChangeInput()),
    'workshopsDesk/announce': async () => by('admin', await insertDraft()),
    'workshopsDesk/checkIn': async () => by('admin', await buildCheckIn('admin')),
    'workshops/nameAwardWallet': async () => by('owner', await awards.buildWalletInput('owner')),
    'workshopsDesk/proposeAwards': async () => by('admin', await awards.buildReleaseInput()),
    'workshopsDesk/decideAwards': async () => by('admin', await awards.buildDecisionInput()),
    'workshopsDesk/recordAward': async () => by('admin', await awards.buildSendInput('admin')),
  };
}

export async function insertSeatRow(server: TestServer, userId: string): Promise<void> {
  await server.owner.query(
    `insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, payment_method,
        created_at) values ($1, $2, 'in_person', 'pending', 'A. Guest', $3, 'bank_transfer', now())`,
    [await insertWorkshop(server), userId, randomUUID()],
  );
  await insertAward(server, { sessionId: await insertWorkshop(server), userId });
}

export const publicTables = {
  workshop_sessions: 'announced sessions, for visitors too; drafts are for instructors',
  workshop_seats: 'remaining seats, for visitors too',
} as const;

export const workshopTables = [...Object.keys(publicTables), 'workshop_links', 'workshop_registrations', 'lgm_awards'];

export async function buildWorkshopBodies(server: TestServer): Promise<Record<string, object>> {
  const sessionId = await insertWorkshop(server);
  return {
    'workshops/register': buildRegistration(sessionId),
    'workshops/wait': { sessionId, mode: 'in_person' },
    'workshops/leave': { placeId: randomUUID() },
    'workshops/move': { placeId: randomUUID(), sessionId, mode: 'online' },
    'workshopsDesk/cancelSession': { sessionId, reason: 'x' },
    'workshopsDesk/sessions': {},
    'workshopsDesk/session': { sessionId },
    'workshopsDesk/people': { sessionId },
    'workshopsDesk/create': sessionForm(),
    'workshopsDesk/change': { sessionId, readAt: new Date().toISOString(), ...sessionForm() },
    'workshopsDesk/announce': { sessionId },
    'workshopsDesk/checkIn': { sessionId, code: 'AAAA-AAA' },
    'workshops/nameAwardWallet': { awardId: randomUUID(), address: solanaAddress() },
    'workshopsDesk/awards': { sessionId },
    'workshopsDesk/proposeAwards': { sessionId },
    'workshopsDesk/decideAwards': { proposalId: randomUUID(), decision: 'approve' },
    'workshopsDesk/recordAward': { awardId: randomUUID(), hash: solanaHash() },
  };
}
