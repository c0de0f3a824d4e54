import { addBusinessDays, endOfBusiness, jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { paginate } from '../../kernel/pagination.ts';
import { roleAllows } from '../../kernel/permissions.ts';
import { isSamePerson, type SessionUser } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import type { OpenProposal } from '../approvals/decide.ts';
import { loadStoppedMoney } from '../freezes/show-freezes.ts';
import type { StoppedMoney } from '../freezes/views.ts';
import { minorUnitsOf } from '../ledger/amount.ts';
import { countUnallocated, findUnallocated, findWithProposals, type Unallocated } from '../ledger/unallocated-store.ts';
import {
  type ApprovedTransfer,
  findApprovedTransfers,
  toProposalView,
  toTransferView,
} from '../outgoing-money/transfers.ts';
import { holidaysAround } from '../trading/lifecycle/holidays.ts';
import { unallocatedPermissions } from '../trading/permissions.ts';
import type { StaffContext } from '../trading/staff/order-commands.ts';
import { findOpenRefundProposal, hasRecorded, mayAttach } from './guards.ts';
import { ListUnallocated } from './schema.ts';

const businessDays = 3;

/** Deadline for staff to allocate or refund unallocated money (decision E6). */
export const dueDate = (since: Date): Date =>
  endOfBusiness(jamaicaDay(addBusinessDays(since, businessDays, holidaysAround(since))));

/** Refunds stay listed for 30 days, because a bank may still return them. */
const returnWindowMs = days(30);
const pageSize = 50;

export type MoneyAction = 'attach' | 'prepareReturn' | 'approve' | 'decline' | 'recordReturned' | 'undoReturn';

type MoneyProgress = {
  readonly waiting: OpenProposal | null;
  readonly leaving: readonly ApprovedTransfer[];
  readonly isRecorder: boolean;
  readonly person: SessionUser;
};

function getActions(money: Unallocated, { waiting, leaving, isRecorder, person }: MoneyProgress): MoneyAction[] {
  if (waiting) {
    const mayApprove = !isSamePerson(person, waiting.proposedBy) && !(waiting.kind === 'return' && isRecorder);
    return mayApprove ? ['approve', 'decline'] : ['decline'];
  }
  if (leaving.some((refund) => refund.sentMovement === null)) return ['recordReturned', 'undoReturn'];
  const undo: MoneyAction[] = leaving.length > 0 ? ['undoReturn'] : [];
  if (minorUnitsOf(money.left) === 0n) return undo;
  const attach: MoneyAction[] = mayAttach({ person }, money) ? ['attach'] : [];
  return [...attach, 'prepareReturn', ...undo];
}

const reader = () => staff(unallocatedPermissions.read);

const canWork = ({ person }: StaffContext): boolean => roleAllows(unallocatedPermissions.work, person.roles);

type PageContext = { readonly busy: ReadonlySet<string>; readonly stopped: ReadonlyMap<string, StoppedMoney> };

async function toRow(context: StaffContext, money: Unallocated, { busy, stopped }: PageContext) {
  const { person } = context;
  const waiting = busy.has(money.id) ? await findOpenRefundProposal(context, money) : null;
  const leaving = busy.has(money.id) ? await findApprovedTransfers(context.tx, money) : [];
  const isRecorder = waiting !== null && (await hasRecorded(context, money));
  const { movements: _movements, recordedById: _recordedById, keeper, through, ...shown } = money;
  const isOpen = minorUnitsOf(money.left) !== 0n;
  const by = dueDate(money.since);
  return {
    ...shown,
    keeper: keeper && { name: keeper.name, isOwn: isSamePerson(person, keeper.id) },
    settleBy: isOpen ? { at: by, late: context.services.clock() > by } : null,
    mayLookAfter: isOpen && canWork(context) && !(keeper && isSamePerson(person, keeper.id)),
    through: through.map(({ kind, id, reference }) => ({ kind, id, reference })),
    waiting: waiting && toProposalView<'return' | 'undo'>(waiting, person),
    leaving: leaving.map(toTransferView),
    stopped: stopped.get(money.id) ?? null,
    allowed: canWork(context) ? getActions(money, { waiting, leaving, isRecorder, person }) : [],
  };
}

export const showUnallocated = reader()
  .input(ListUnallocated)
  .handler(async function showUnallocated({ context, input }) {
    const { tx, services } = context;
    const returnedAfter = after(services.clock(), -returnWindowMs);
    const found = await findUnallocated(tx, { ...input, returnedAfter, limit: pageSize + 1 });
    const { page, next } = paginate(found, pageSize, ({ left, since, id }) => ({
      settled: minorUnitsOf(left) === 0n,
      since,
      id,
    }));
    const ids = page.map(({ id }) => id);
    const pageContext = { busy: await findWithProposals(tx, ids), stopped: await loadStoppedMoney(context, ids) };
    const lines = [];
    for (const money of page) lines.push(await toRow(context, money, pageContext));
    return { lines, next, works: canWork(context), now: services.clock() };
  });

export const countOpen = reader().handler(async function countOpen({ context }) {
  return { open: await countUnallocated(context.tx) };
});
