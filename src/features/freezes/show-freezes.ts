import { roleAllows } from '../../kernel/permissions.ts';
import { type Db, isSamePerson, type SessionUser } from '../../platform/database/database.ts';
import { findOpenProposalsOn, type OpenProposal } from '../approvals/decide.ts';
import { compliancePermissions } from '../compliance/permissions.ts';
import { auditView, complianceProcedure } from '../compliance/procedures.ts';
import { refuse } from './messages.ts';
import { FreezesInput } from './schema.ts';
import {
  findFreezeStatus,
  findFreezes,
  findMoneyStops,
  findStoppedMoneyRows,
  findStoppedOrders,
  loadFreezeState,
} from './store.ts';
import type { FreezesView, PendingProposal, StoppedMoney } from './views.ts';

type StaffSession = { readonly tx: Db; readonly person: SessionUser };

/** Loads sanctions matches that stop unallocated money. Empty for roles other than compliance. */
export async function loadStoppedMoney(
  { tx, person }: StaffSession,
  ids: readonly string[],
): Promise<Map<string, StoppedMoney>> {
  if (!roleAllows(compliancePermissions.work, person.roles)) return new Map();
  const stops = [...(await findMoneyStops(tx, ids))];
  const open =
    stops.length > 0
      ? await findOpenProposalsOn(
          tx,
          'frozen_return',
          stops.map(([id]) => id),
        )
      : [];
  return new Map(
    stops.map(([id, { why, decided }]) => [id, { why, decided, waiting: getPendingProposal(open, id, person.id) }]),
  );
}

export const getPendingProposal = (
  open: readonly OpenProposal[],
  subject: string,
  viewerId: string,
): PendingProposal | null => {
  const found = open.find((row) => row.subject === subject);
  if (!found) return null;
  const { note } = found.payload as { note: string };
  const { id: proposalId, proposer, proposedAt, proposedBy } = found;
  return { proposalId, proposedBy: proposer, proposedAt, note, isOwn: proposedBy === viewerId };
};

const getIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Shows freezes of a customer and the money they stop. Refuses the viewer's own account. */
export const showFreezes = complianceProcedure()
  .input(FreezesInput)
  .handler(async function showFreezes({ context, input: { userId } }): Promise<FreezesView> {
    const { tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    const freezes = await findFreezes(tx, userId);
    const unfreezeProposals = await findOpenProposalsOn(tx, 'thaw', getIds(freezes));
    const stopped = (await findFreezeStatus(tx, userId)) === 'stopped';
    const [stoppedOrders, stoppedMoney] = [
      await findStoppedOrders(tx, userId, stopped),
      await findStoppedMoneyRows(tx, userId),
    ];
    const returnProposals = await findOpenProposalsOn(tx, 'frozen_return', getIds([...stoppedOrders, ...stoppedMoney]));
    const orders = [];
    for (const order of stoppedOrders) {
      const { returnDecided } = await loadFreezeState(tx, { id: order.id, userId });
      orders.push({
        ...order,
        decided: returnDecided,
        waiting: getPendingProposal(returnProposals, order.id, person.id),
      });
    }
    const money = stoppedMoney.map((row) => ({
      ...row,
      waiting: getPendingProposal(returnProposals, row.id, person.id),
    }));
    const action = 'compliance.freezes_viewed';
    await auditView(context, { action, subjectType: 'account', subjectId: userId, aboutId: userId });
    const shown = freezes.map((row) => ({
      ...row,
      unfreezeProposal: getPendingProposal(unfreezeProposals, row.id, person.id),
    }));
    return { freezes: shown, stopped, orders, money };
  });
