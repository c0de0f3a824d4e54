import { staffOnly } from '../../platform/procedure.ts';
import { decidedProposals, openProposals } from '../approvals/decide.ts';
import { roleActs } from './acts.ts';
import type { RoleChange } from './role.ts';
import { type StaffMember, staffNow } from './store.ts';

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
  /** Why it was rejected. */
  readonly reason: string | null;
};
export type StaffPage = {
  readonly staff: readonly StaffMember[];
  readonly waiting: readonly WaitingChange[];
  readonly past: readonly PastChange[];
};

type Row = Omit<WaitingChange, 'change'> & { payload: unknown };
const shown = ({ id, payload, proposer, proposedBy, proposedAt }: Row): WaitingChange => ({
  ...{ id, proposer, proposedBy, proposedAt },
  change: payload as RoleChange,
});

/** Who is staff and since when, what waits for a second person, and what was decided. Not what is about oneself. */
export const listRoles = staffOnly(roleActs.read).handler(async ({ context: { tx } }): Promise<StaffPage> => {
  const past = await decidedProposals(tx, 'role');
  return {
    staff: await staffNow(tx),
    waiting: (await openProposals(tx, 'role')).map(shown),
    past: past.map(({ state, decider, decidedAt, reason, ...row }) => ({
      ...shown(row),
      state,
      decider,
      decidedAt,
      reason,
    })),
  };
});
