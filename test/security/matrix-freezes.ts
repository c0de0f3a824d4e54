import { randomUUID } from 'node:crypto';
import { suspicionsOn } from '../suspicions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';

function frozenIn(server: TestServer, scene: Scene) {
  const { rowsOf } = suspicionsOn(server);
  const idIn = async (statement: string, values: unknown[]) =>
    (await rowsOf<{ id: string }>(statement, values))[0]?.id ?? '';
  const about = (actor: Actor) => scene.ids[actor === 'staffOwner' ? 'staffOwner' : 'owner'];
  /** Nobody stays frozen for what is tried next. */
  const melt = async (actor: Actor) => {
    await rowsOf(`delete from proposals where kind in ('thaw', 'frozen_return')`);
    await rowsOf('delete from account_freezes where user_id = $1', [about(actor)]);
  };
  const frozen = async (actor: Actor) => {
    await melt(actor);
    // The customer who is staff was frozen before they came to the desk.
    await rowsOf('alter table account_freezes disable trigger freeze_waits');
    const id = await idIn(
      `insert into account_freezes (user_id, cause, frozen_by, reason) values ($1, 'by_hand', $2, 'x') returning id`,
      [about(actor), scene.ids.preparer],
    );
    await rowsOf('alter table account_freezes enable trigger freeze_waits');
    return id;
  };
  /** An ended order of somebody frozen, its money here. */
  const kept = async (actor: Actor) => {
    await melt(actor);
    const of = actor === 'staffOwner' ? 'staffOwner' : 'owner';
    const orderId = await scene.order({ status: 'cancelled', payIn: 'received', of });
    await frozen(actor);
    return orderId;
  };
  const thawProposed = async (actor: Actor) =>
    idIn(
      `insert into proposals (kind, subject, payload, customer_id, proposed_by)
       values ('thaw', $1, '{"note": "", "freezes": []}', $2, $3) returning id`,
      [await frozen(actor), about(actor), scene.ids.preparer],
    );
  return { about, melt, frozen, kept, thawProposed };
}

/**
 * What freezing, thawing and giving back are tried on. Nobody what is about themselves: stopped, the member of
 * staff does nothing at the desk at all.
 */
export function freezeLines(server: TestServer, scene: Scene) {
  const { about, melt, frozen, kept, thawProposed } = frozenIn(server, scene);
  const line = (input: (actor: Actor) => Promise<unknown>) => ({ own: 403 as const, input });
  return {
    'compliance/freezes': line(async (actor) => ({ userId: about(actor) })),
    'compliance/freeze': line(async (actor) => {
      await melt(actor);
      return { userId: about(actor), reason: 'An authority asks for it' };
    }),
    'compliance/proposeThaw': line(async (actor) => ({ freezeId: await frozen(actor), note: 'x' })),
    'compliance/proposeFrozenReturn': line(async (actor) => ({ orderId: await kept(actor), note: 'x' })),
    'compliance/decideFrozen': line(async (actor) => ({
      proposalId: await thawProposed(actor),
      decision: 'reject',
      note: 'Not as it stands',
    })),
  };
}

/** A sound body for each of them. */
export const soundForFreezes = (of: { userId: string; orderId: string }) => ({
  'compliance/freezes': { userId: of.userId },
  'compliance/freeze': { userId: of.userId, reason: 'x' },
  'compliance/proposeThaw': { freezeId: randomUUID(), note: 'x' },
  'compliance/proposeFrozenReturn': { orderId: of.orderId, note: 'x' },
  'compliance/decideFrozen': { proposalId: randomUUID(), decision: 'reject', note: 'Not now' },
});
