import { randomUUID } from 'node:crypto';
import { setUpSuspicions } from '../suspicions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';

function createFreezeInputs(server: TestServer, scene: Scene) {
  const { rowsOf } = setUpSuspicions(server);
  const insertId = async (statement: string, values: unknown[]) =>
    (await rowsOf<{ id: string }>(statement, values))[0]?.id ?? '';
  const getSubject = (actor: Actor) => scene.ids[actor === 'staffOwner' ? 'staffOwner' : 'owner'];
  const liftFreezes = async (actor: Actor) => {
    await rowsOf(`delete from proposals where kind in ('thaw', 'frozen_return')`);
    await rowsOf('delete from account_freezes where user_id = $1', [getSubject(actor)]);
  };
  const insertFreeze = async (actor: Actor) => {
    await liftFreezes(actor);
    await rowsOf('alter table account_freezes disable trigger check_freeze_of_staff');
    const id = await insertId(
      `insert into account_freezes (user_id, cause, frozen_by, reason) values ($1, 'by_hand', $2, 'x') returning id`,
      [getSubject(actor), scene.ids.preparer],
    );
    await rowsOf('alter table account_freezes enable trigger check_freeze_of_staff');
    return id;
  };
  const insertFrozenOrder = async (actor: Actor) => {
    await liftFreezes(actor);
    const ownerKey = actor === 'staffOwner' ? 'staffOwner' : 'owner';
    const orderId = await scene.order({ status: 'cancelled', payIn: 'received', of: ownerKey });
    await insertFreeze(actor);
    return orderId;
  };
  const proposeLift = async (actor: Actor) =>
    insertId(
      `insert into proposals (kind, subject, payload, customer_id, proposed_by)
       values ('thaw', $1, '{"note": "", "freezes": []}', $2, $3) returning id`,
      [await insertFreeze(actor), getSubject(actor), scene.ids.preparer],
    );
  return { getSubject, liftFreezes, insertFreeze, insertFrozenOrder, proposeLift };
}

/** Rows of the freeze commands. A frozen member of staff cannot run any staff command. */
export function buildFreezeRows(server: TestServer, scene: Scene) {
  const { getSubject, liftFreezes, insertFreeze, insertFrozenOrder, proposeLift } = createFreezeInputs(server, scene);
  const staff = (input: (actor: Actor) => Promise<unknown>) => ({ own: 403 as const, input });
  return {
    'compliance/freezes': staff(async (actor) => ({ userId: getSubject(actor) })),
    'compliance/freeze': staff(async (actor) => {
      await liftFreezes(actor);
      return { userId: getSubject(actor), reason: 'An authority asks for it' };
    }),
    'compliance/proposeUnfreeze': staff(async (actor) => ({ freezeId: await insertFreeze(actor), note: 'x' })),
    'compliance/proposeFrozenReturn': staff(async (actor) => ({
      orderId: await insertFrozenOrder(actor),
      note: 'x',
    })),
    'compliance/decideFrozen': staff(async (actor) => ({
      proposalId: await proposeLift(actor),
      decision: 'reject',
      note: 'Not like this',
    })),
  };
}

export const buildFreezeBodies = (ownerKey: { userId: string; orderId: string }) => ({
  'compliance/freezes': { userId: ownerKey.userId },
  'compliance/freeze': { userId: ownerKey.userId, reason: 'x' },
  'compliance/proposeUnfreeze': { freezeId: randomUUID(), note: 'x' },
  'compliance/proposeFrozenReturn': { orderId: ownerKey.orderId, note: 'x' },
  'compliance/decideFrozen': { proposalId: randomUUID(), decision: 'reject', note: 'Not now' },
});
