import { isFor } from '../../../kernel/acts.ts';
import { after, days } from '../../../kernel/clock.ts';
import { pageOf } from '../../../kernel/page.ts';
import { isOwn, type Person } from '../../../platform/database.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import type { OpenProposal } from '../../approvals/decide.ts';
import { stoppedAmong } from '../../freezes/stopped-money.ts';
import type { StoppedMoney } from '../../freezes/views.ts';
import { unitsOf } from '../../movements/amount.ts';
import { countUnassigned, type Unassigned, unassignedMoney, withProposals } from '../../movements/unassigned-store.ts';
import type { Proposed } from '../../movements/undoing.ts';
import { unassignedActs } from '../acts.ts';
import type { Leaving } from '../desk/outward.ts';
import type { Desk } from '../desk/steps.ts';
import { ListUnassigned } from './schema.ts';
import { settleBy } from './settle-by.ts';
import { leavingOfMoney, mayAttach, waitingFor } from './work.ts';

/** For so long what went back is shown still: a bank or a chain may send it back. */
const mayBounce = days(30);
const pageSize = 50;

export type MoneyAct = 'attach' | 'prepareReturn' | 'approve' | 'decline' | 'recordReturned' | 'undoReturn';

type Way = {
  readonly waiting: OpenProposal | null;
  readonly leaving: readonly Leaving[];
  readonly person: Person;
};

/** What may be done with it now: one thing at a time, and no one approves what they asked for. */
function actsOn(money: Unassigned, { waiting, leaving, person }: Way): MoneyAct[] {
  if (waiting) return isOwn(person, waiting.proposedBy) ? ['decline'] : ['approve', 'decline'];
  if (leaving.some((one) => one.left === null)) return ['recordReturned', 'undoReturn'];
  const undo: MoneyAct[] = leaving.length > 0 ? ['undoReturn'] : [];
  if (unitsOf(money.left) === 0n) return undo;
  const attach: MoneyAct[] = mayAttach({ person }, money) ? ['attach'] : [];
  return [...attach, 'prepareReturn', ...undo];
}

const reader = () => staffOnly(unassignedActs.read);

const worksOn = ({ person }: Desk): boolean => isFor(unassignedActs.work, person.roles);

type Around = { readonly busy: ReadonlySet<string>; readonly stopped: ReadonlyMap<string, StoppedMoney> };

/** One of them with what waits about it, and what the asker may do. */
async function lineOf(desk: Desk, money: Unassigned, { busy, stopped }: Around) {
  const { person } = desk;
  const waiting = busy.has(money.id) ? await waitingFor(desk, money) : null;
  const leaving = busy.has(money.id) ? await leavingOfMoney(desk, money) : [];
  const { movements: _kept, recordedById: _who, keeper, through, ...shown } = money;
  const isOpen = unitsOf(money.left) !== 0n;
  const by = settleBy(money.since);
  return {
    ...shown,
    keeper: keeper && { name: keeper.name, mine: isOwn(person, keeper.id) },
    /** By when it stands on something or is on its way back; null once nothing of it is left. */
    settleBy: isOpen ? { at: by, late: desk.services.clock() > by } : null,
    mayLookAfter: isOpen && worksOn(desk) && !(keeper && isOwn(person, keeper.id)),
    through: through.map(({ kind, id, reference }) => ({ kind, id, reference })),
    waiting: waiting && {
      id: waiting.id,
      kind: waiting.kind as 'return' | 'undo',
      preparedBy: waiting.proposer,
      mine: isOwn(person, waiting.proposedBy),
      frozen: waiting.payload as Proposed,
    },
    leaving: leaving.map(({ id, payload, decidedAt, left }) => ({
      ...{ id, approvedAt: decidedAt, frozen: payload as Proposed, leftId: left?.id ?? null },
    })),
    stopped: stopped.get(money.id) ?? null,
    mine: worksOn(desk) ? actsOn(money, { waiting, leaving, person }) : [],
  };
}

/** Money and coins that stand on no order, oldest first, with what waits about them. Compliance reads. */
export const showUnassigned = reader()
  .input(ListUnassigned)
  .handler(async ({ context, input }) => {
    const { tx, services } = context;
    const returnedAfter = after(services.clock(), -mayBounce);
    const found = await unassignedMoney(tx, { ...input, returnedAfter, limit: pageSize + 1 });
    const { page, next } = pageOf(found, pageSize, ({ left, since, id }) => ({
      settled: unitsOf(left) === 0n,
      since,
      id,
    }));
    const ids = page.map(({ id }) => id);
    const around = { busy: await withProposals(tx, ids), stopped: await stoppedAmong(context, ids) };
    const lines = [];
    for (const money of page) lines.push(await lineOf(context, money, around));
    return { lines, next, works: worksOn(context), now: services.clock() };
  });

/** How many are open: for the bar of the desk, which stands on each of its pages. */
export const countOpen = reader().handler(async ({ context }) => ({ open: await countUnassigned(context.tx) }));
