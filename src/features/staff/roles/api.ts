import { jsonEqual } from '../../../kernel/canonical-json.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../../platform/database/database.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { defineProposal, findDecidedProposals, findOpenProposals, rejectionReason } from '../../approvals/decide.ts';
import { refusalCodes, refuse } from './messages.ts';
import { rolePermissions } from './permissions.ts';
import { getRoleChangeObstacle, type RoleChange } from './role.ts';
import { ProposeRole } from './schema.ts';
import {
  changeRole,
  findPersonByEmail,
  findRoles,
  findStaff,
  isOnlyAdmin,
  lockRoles,
  type StaffMember,
} from './store.ts';

/** Throws `roles.last_admin` for the only admin. Locks the roles until the transaction ends. */
export async function assertNotLastAdmin(tx: Db, personId: string): Promise<void> {
  await lockRoles(tx);
  if (await isOnlyAdmin(tx, personId)) refuse('roles.last_admin', {});
}

type StaffContext = { readonly tx: Db; readonly person: SessionUser; readonly request: { id: string } };
type AuditedChange = {
  readonly action: string;
  readonly change: RoleChange;
  readonly before: unknown;
  readonly after: unknown;
};

/** Writes the audit entry and refreshes the staff screens and the sessions of the person concerned. */
async function auditChange(context: StaffContext, { action, change, before, after }: AuditedChange): Promise<void> {
  const entry = { action: `roles.${action}`, subjectType: 'person', subjectId: change.userId, aboutId: change.userId };
  await audit(context.tx, { ...byStaff(context), ...entry, before, after });
  publishTopic(context.tx, 'staff');
  publishTopic(context.tx, 'standing', change.userId);
}

const roleProposal = defineProposal<StaffContext, RoleChange>({
  kind: 'role',
  stillValid: async ({ tx }, { subject, stood }) => jsonEqual(stood, await findRoles(tx, subject)),
  async apply({ tx }, { id }) {
    const outcome = await changeRole(tx, id);
    if (outcome === 'last_admin') refuse('roles.last_admin', {});
    // Gives no reason, which could reveal a freeze.
    if (outcome === 'stopped') refuse('roles.cannot_now', {});
    if (outcome === 'closed') refuse('roles.account_closed', {});
    if (outcome === 'no_factor') refuse('roles.factor_missing', {});
    if (outcome === 'other_account') refuse('roles.other_account', {});
  },
});

/** Proposes to grant or revoke a role of another person. A second person approves (decision D2). */
const proposeRole = staff(rolePermissions.propose)
  .errors(
    refusalCodes(
      'roles.person_unknown',
      'roles.has_it',
      'roles.lacks_it',
      'approvals.own_matter',
      'approvals.already_open',
    ),
  )
  .input(ProposeRole)
  .handler(async function proposeRole({ context, input }) {
    const { tx } = context;
    const { id: userId, name } = (await findPersonByEmail(tx, input.email)) ?? refuse('roles.person_unknown', {});
    const held = await findRoles(tx, userId);
    const obstacle = getRoleChangeObstacle(held, input);
    if (obstacle) refuse(obstacle, {});
    const change: RoleChange = { userId, name, ...input };
    const proposal = { subject: userId, payload: change, stood: held, customer: userId };
    const proposalId = await roleProposal.propose(context, proposal);
    await auditChange(context, {
      action: 'proposed',
      change,
      before: { roles: held },
      after: { roles: held, ...auditFields(change) },
    });
    return { proposalId };
  });

const auditFields = ({ role, act, why }: RoleChange) => ({ act, role, why });

const rolesAfter = (held: readonly string[], { act, role }: RoleChange) =>
  act === 'grant' ? [...held, role].sort() : held.filter((heldRole) => heldRole !== role);

/**
 * Approves, rejects or withdraws a role change (decision D2). An approval applies to open sessions too. Removing a role
 * waits for running decisions that rely on the role. Refuses to remove the last admin. Refuses a grant to a frozen,
 * stopped or closed account, or to a second account of staff. Production also refuses one without a second factor.
 */
const decideRole = roleProposal.procedure
  .errors(
    refusalCodes(
      'roles.last_admin',
      'roles.cannot_now',
      'roles.account_closed',
      'roles.factor_missing',
      'roles.other_account',
    ),
  )
  .handler(async function decideRole({ context, input }) {
    const { decision } = input;
    await lockRoles(context.tx);
    const proposal = await roleProposal.decide(context, input);
    const { payload: change } = proposal;
    const held = proposal.stood as string[];
    const after = decision === 'approve' ? rolesAfter(held, change) : held;
    const auditValues = {
      before: { roles: held },
      after: { roles: after, ...auditFields(change), ...rejectionReason(proposal) },
    };
    await auditChange(context, { action: decision, change, ...auditValues });
    return { userId: change.userId, decision };
  });

type WaitingChange = {
  readonly id: string;
  readonly change: RoleChange;
  readonly proposer: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
};
type PastChange = WaitingChange & {
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
  id,
  proposer,
  proposedBy,
  proposedAt,
  change: payload as RoleChange,
});

/** Lists staff, open proposals and past changes, without changes that concern the reader. */
const listRoles = staff(rolePermissions.read).handler(async function listRoles({
  context: { tx },
}): Promise<StaffPage> {
  const past = await findDecidedProposals(tx, 'role');
  return {
    staff: await findStaff(tx),
    waiting: (await findOpenProposals(tx, 'role')).map(toWaitingChange),
    past: past.map(({ state, decider, decidedAt, reason, ...row }) => ({
      ...toWaitingChange(row),
      state,
      decider,
      decidedAt,
      reason,
    })),
  };
});

export const rolesApi = { list: listRoles, propose: proposeRole, decide: decideRole };
