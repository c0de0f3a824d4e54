import { after, days } from '../../../kernel/clock.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import type { OpenProposal } from '../../approvals/decide.ts';
import { unitsOf } from '../amount.ts';
import type { Frozen } from '../desk/frozen.ts';
import type { Leaving } from '../desk/outward.ts';
import { type Unassigned, unassignedMoney, withProposals } from './store.ts';
import { leavingOfMoney, waitingFor } from './work.ts';

/** For so long what went back is shown still: a bank or a chain may send it back. */
const mayBounce = days(30);

export type MoneyAct = 'attach' | 'prepareReturn' | 'approve' | 'decline' | 'recordReturned' | 'undoReturn';

type Way = { readonly waiting: OpenProposal | null; readonly leaving: readonly Leaving[]; readonly me: string };

/** What may be done with it now: one thing at a time, and no one approves what they asked for. */
function actsOn({ left }: Unassigned, { waiting, leaving, me }: Way): MoneyAct[] {
  if (waiting) return waiting.proposedBy === me ? ['decline'] : ['approve', 'decline'];
  if (leaving.some((one) => one.left === null)) return ['recordReturned', 'undoReturn'];
  const undo: MoneyAct[] = leaving.length > 0 ? ['undoReturn'] : [];
  return unitsOf(left) > 0n ? ['attach', 'prepareReturn', ...undo] : undo;
}

/** Money and coins that stand on no order, oldest first, with what waits about them. Compliance reads. */
export const showUnassigned = staffOnly('finance', 'compliance', 'admin').handler(async ({ context }) => {
  const { tx, person, services } = context;
  const works = person.roles.some((role) => role === 'finance' || role === 'admin');
  const all = await unassignedMoney(tx, after(services.clock(), -mayBounce));
  const busy = await withProposals(
    tx,
    all.map(({ id }) => id),
  );
  const lines = [];
  for (const money of all) {
    const waiting = busy.has(money.id) ? await waitingFor(context, money) : null;
    const leaving = busy.has(money.id) ? await leavingOfMoney(context, money) : [];
    const { movements: _kept, through, ...shown } = money;
    lines.push({
      ...shown,
      through: through.map(({ orderId, reference }) => ({ orderId, reference })),
      waiting: waiting && {
        kind: waiting.kind as 'return' | 'undo',
        preparedBy: waiting.proposer,
        mine: waiting.proposedBy === person.id,
        frozen: waiting.payload as Frozen,
      },
      leaving: leaving.map(({ id, payload, decidedAt, left }) => ({
        ...{ id, approvedAt: decidedAt, frozen: payload as Frozen, leftId: left?.id ?? null },
      })),
      mine: works ? actsOn(money, { waiting, leaving, me: person.id }) : [],
    });
  }
  return { lines, works, now: services.clock() };
});
