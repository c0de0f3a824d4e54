import { randomInt, randomUUID } from 'node:crypto';
import { orderReference } from '../../src/kernel/ids.ts';
import { solanaAddress, solanaHash } from '../payments.ts';
import type { TestServer } from '../worker.ts';
import { awardOf, confirmedPlace, registering, sessionForm, sessionOn, waitingPlace } from '../workshops.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { anySession, everybody, ownerOnly, type Row } from './verdicts.ts';

type Input = (actor: Actor) => Promise<unknown>;

/** On what each command of the desk is tried, for whoever knocks. */
function workshopInputs(server: TestServer, { ids }: Scene) {
  const one = async () => ({ sessionId: await sessionOn(server) });
  const draft = async () => ({ sessionId: await sessionOn(server, { status: 'draft' }) });
  const changing = async () => {
    const { sessionId } = await draft();
    const { rows } = await server.owner.query<{ at: Date }>(
      `update workshop_sessions set updated_at = date_trunc('second', now()) where id = $1 returning updated_at "at"`,
      [sessionId],
    );
    return { sessionId, readAt: rows[0]?.at.toISOString(), ...sessionForm() };
  };
  /** Somebody at the door: the customer, or the member of staff whose own place it is. */
  const coming = async (actor: Actor) => {
    const sessionId = await sessionOn(server, { startsIn: '1 hour' });
    const code = orderReference(randomInt(2 ** 32), randomUUID());
    await confirmedPlace(server, { sessionId, code, userId: actor === 'staffOwner' ? ids.staffOwner : ids.owner });
    return { sessionId, code };
  };
  /** Somebody in line: the customer, or the member of staff whose own place it is. */
  const inLine = async (actor: Actor) => {
    const sessionId = await sessionOn(server, { in_person: 0 });
    const userId = actor === 'staffOwner' ? ids.staffOwner : ids.owner;
    return { placeId: await waitingPlace(server, { sessionId, userId }) };
  };
  /** Where nobody gets a place at once: somebody waits already. */
  const full = async () => {
    const sessionId = await sessionOn(server);
    await waitingPlace(server, { sessionId, userId: ids.preparer });
    return { sessionId, mode: 'in_person' };
  };
  /** Somebody's place that is paid, and where it moves to. */
  const moving = async (actor: Actor) => {
    const userId = actor === 'staffOwner' ? ids.staffOwner : ids.owner;
    const placeId = await confirmedPlace(server, { sessionId: await sessionOn(server), userId, code: randomUUID() });
    return { placeId, sessionId: await sessionOn(server), mode: 'online' };
  };
  const cancelling = async () => ({ ...(await one()), reason: 'The teacher is ill.' });
  const whose = (actor: Actor) => (actor === 'staffOwner' ? ids.staffOwner : ids.owner);
  const naming = async (actor: Actor) => {
    const { sessionId } = await one();
    return { awardId: await awardOf(server, { sessionId, userId: whose(actor) }), address: solanaAddress() };
  };
  const releasing = async () => {
    const { sessionId } = await one();
    await awardOf(server, { sessionId, userId: ids.owner });
    return { sessionId };
  };
  const deciding = async () => {
    const { sessionId } = await releasing();
    const { rows } = await server.owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by) select 'award', $1, jsonb_build_object('awards',
          jsonb_agg(jsonb_build_object('id', id, 'attendee', 'Somebody', 'address', address, 'lgm', lgm))), $2
        from lgm_awards where session_id::text = $1 returning id`,
      [sessionId, ids.preparer],
    );
    return { proposalId: rows[0]?.id, decision: 'approve' };
  };
  const sending = async (actor: Actor) => {
    const { sessionId } = await one();
    const releasedBy = [ids.preparer, ids.other] as const;
    return { awardId: await awardOf(server, { sessionId, userId: whose(actor), releasedBy }), hash: solanaHash() };
  };
  const awards = { naming, releasing, deciding, sending };
  return { one, draft, changing, coming, inLine, full, moving, cancelling, awards };
}

/** The lines of the matrix about workshops. */
export function workshopLines(server: TestServer, scene: Scene) {
  const { one, draft, changing, coming, inLine, full, moving, cancelling, awards } = workshopInputs(server, scene);
  const line = (row: Row, input?: Input) => ({ row, ...(input && { input }) });
  const staff = (input: Input) => ({ own: 'yes' as const, input });
  return {
    'workshops/list': line(everybody),
    'workshops/own': line(anySession),
    'workshops/register': line(anySession, async () => {
      // Nobody begins so many in a day.
      await server.owner.query(`update payments set created_at = created_at - interval '2 days'`);
      return registering(await sessionOn(server));
    }),
    'workshops/wait': line(anySession, full),
    'workshops/leave': line(ownerOnly(404), inLine),
    'workshops/move': line(ownerOnly(404), moving),
    'workshopsDesk/cancelSession': staff(cancelling),
    'workshopsDesk/sessions': staff(async () => ({})),
    'workshopsDesk/session': staff(one),
    'workshopsDesk/people': staff(one),
    'workshopsDesk/make': staff(async () => sessionForm()),
    'workshopsDesk/change': staff(changing),
    'workshopsDesk/announce': staff(draft),
    'workshopsDesk/checkIn': { own: 403 as const, input: coming },
    'workshops/nameAwardWallet': line(ownerOnly(404), awards.naming),
    'workshopsDesk/awards': staff(awards.releasing),
    'workshopsDesk/proposeAwards': staff(awards.releasing),
    'workshopsDesk/decideAwards': staff(awards.deciding),
    'workshopsDesk/recordAward': { own: 403 as const, input: awards.sending },
  };
}

/** The acts of workshops that leave an entry each. */
export function workshopActsOf(server: TestServer, scene: Scene): Acts {
  const by = asWho(scene);
  const { draft, changing, coming, inLine, full, moving, cancelling, awards } = workshopInputs(server, scene);
  return {
    'workshops/register': async () => by('owner', registering(await sessionOn(server))),
    'workshops/wait': async () => by('owner', await full()),
    'workshops/leave': async () => by('owner', await inLine('owner')),
    'workshops/move': async () => by('owner', await moving('owner')),
    'workshopsDesk/cancelSession': async () => by('admin', await cancelling()),
    'workshopsDesk/make': async () => by('admin', sessionForm()),
    'workshopsDesk/change': async () => by('admin', await changing()),
    'workshopsDesk/announce': async () => by('admin', await draft()),
    'workshopsDesk/checkIn': async () => by('admin', await coming('admin')),
    'workshops/nameAwardWallet': async () => by('owner', await awards.naming('owner')),
    'workshopsDesk/proposeAwards': async () => by('admin', await awards.releasing()),
    'workshopsDesk/decideAwards': async () => by('admin', await awards.deciding()),
    'workshopsDesk/recordAward': async () => by('admin', await awards.sending('admin')),
  };
}

/** A place of a customer, for whom the walls are tried. */
export async function layDownPlace(server: TestServer, userId: string): Promise<void> {
  await server.owner.query(
    `insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, payment_method,
        created_at) values ($1, $2, 'in_person', 'pending', 'Somebody', $3, 'bank_transfer', now())`,
    [await sessionOn(server), userId, randomUUID()],
  );
  await awardOf(server, { sessionId: await sessionOn(server), userId });
}

/** What of workshops everybody may read whole, and why. */
export const announced = {
  workshop_sessions: 'what is announced, for visitors too; drafts are for those who make them',
  workshop_seats: 'how many places are left, for visitors too',
} as const;

/** Where anything of workshops could have changed. */
export const workshopTables = [...Object.keys(announced), 'workshop_links', 'workshop_registrations', 'lgm_awards'];

/** A sound body for each command of workshops. */
export async function workshopBodies(server: TestServer): Promise<Record<string, object>> {
  const sessionId = await sessionOn(server);
  return {
    'workshops/register': registering(sessionId),
    'workshops/wait': { sessionId, mode: 'in_person' },
    'workshops/leave': { placeId: randomUUID() },
    'workshops/move': { placeId: randomUUID(), sessionId, mode: 'online' },
    'workshopsDesk/cancelSession': { sessionId, reason: 'x' },
    'workshopsDesk/sessions': {},
    'workshopsDesk/session': { sessionId },
    'workshopsDesk/people': { sessionId },
    'workshopsDesk/make': sessionForm(),
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
