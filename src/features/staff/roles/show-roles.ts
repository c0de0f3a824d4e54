import { staff } from '../../../platform/http/procedure.ts';
import { decidedProposals, openProposals } from '../../approvals/decide.ts';
import { rolePermissions } from './permissions.ts';
import type { RoleChange } from './role.ts';
import { findStaff, type StaffMember } from './store.ts';

export type WaitingChange = {
  readonly id: string;
  readonly change: RoleChange;
  readonly proposer: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
};
export type PastChange = WaitingChange & {
  readonly state: string;
  readonly decider: string | null;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
};
export type StaffPage = {
  readonly staff: readonly StaffMember[];
  readonly waiting: readonly WaitingChange[];
  readonly past: readonly PastChange[];
};

type Row = Omit<WaitingChange, 'change'> & { payload: unknown };
const toWaitingChange = ({ id, payload, proposer, proposedBy, proposedAt }: Row): WaitingChange => ({
  ...{ id, proposer, proposedBy, proposedAt },
  change: payload as RoleChange,
});

/** Lists staff, open proposals and past changes, without changes that concern the reader. */
export const listRoles = staff(rolePermissions.read).handler(async function listRoles({
  context: { tx },
}): Promise<StaffPage> {
  const past = await decidedProposals(tx, 'role');
  return {
    staff: await findStaff(tx),
    waiting: (await openProposals(tx, 'role')).map(toWaitingChange),
    past: past.map(({ state, decider, decidedAt, reason, ...row }) => ({
      ...toWaitingChange(row),
      state,
      decider,
      decidedAt,
      reason,
    })),
  };
});
