import { sameJson } from '../../kernel/same-json.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db, type Person } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { because, decideProposal, decisionMayRefuse, propose } from '../approvals/decide.ts';
import type { Decision, Proposal } from '../approvals/proposal.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { roleActs } from './acts.ts';
import { mayRefuse, refuse } from './messages.ts';
import { type RoleChange, whyNotChange } from './role.ts';
import { ProposeRole } from './schema.ts';
import { changeRole, oneAtATime, personByEmail, rolesOf } from './store.ts';

type Desk = { readonly tx: Db; readonly person: Person; readonly request: { id: string } };
type AuditedChange = {
  readonly action: string;
  readonly change: RoleChange;
  readonly before: unknown;
  readonly after: unknown;
};

/** One line in the log; the desks look again, and so does everything that the person concerned has open. */
async function record(desk: Desk, { action, change, before, after }: AuditedChange): Promise<void> {
  const what = { action: `roles.${action}`, subjectType: 'person', subjectId: change.userId, aboutId: change.userId };
  await audit(desk.tx, { ...byStaff(desk), ...what, before, after });
  announce(desk.tx, 'staff');
  announce(desk.tx, 'standing', change.userId);
}

/**
 * Asks for a role to be given or taken, which happens when a second person approves (decision D2); nobody asks for
 * their own.
 */
export const proposeRole = staffOnly(roleActs.propose)
  .errors(
    mayRefuse(
      'roles.person_unknown',
      'roles.has_it',
      'roles.lacks_it',
      'approvals.own_matter',
      'approvals.already_open',
    ),
  )
  .input(ProposeRole)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const { id: userId, name } = (await personByEmail(tx, input.email)) ?? refuse('roles.person_unknown', {});
    const held = await rolesOf(tx, userId);
    const senseless = whyNotChange(held, input);
    if (senseless) refuse(senseless, {});
    const change: RoleChange = { userId, name, ...input };
    const asked = { subject: userId, payload: change, stood: held, customer: userId, by: person.id };
    const proposalId = await propose(tx, { kind: 'role', ...asked });
    await record(context, {
      action: 'proposed',
      change,
      before: { roles: held },
      after: { roles: held, ...asWritten(change) },
    });
    return { proposalId };
  });

const asWritten = ({ role, act, why }: RoleChange) => ({ act, role, why });

const rolesAfter = (held: readonly string[], { act, role }: RoleChange) =>
  act === 'grant' ? [...held, role].sort() : held.filter((one) => one !== role);

async function carryOut(tx: Db, proposalId: string): Promise<void> {
  const outcome = await changeRole(tx, proposalId);
  if (outcome === 'last_admin') refuse('roles.last_admin', {});
  // Without a word of why: who asks for a role need not know of a freeze.
  if (outcome === 'stopped') refuse('roles.cannot_now', {});
  if (outcome === 'closed') refuse('roles.account_closed', {});
}

/**
 * Approves, rejects or withdraws a role change (decision D2). Approved, it holds at once: roles are read anew with
 * every request, and whoever is just deciding something by a role that goes is waited for. The last admin stays, and
 * nobody who is stopped takes a role: it would let them go. Nor does anybody who closed their account meanwhile.
 */
export const decideRole = staffOnly(roleActs.decide)
  .errors(decisionMayRefuse)
  .errors(mayRefuse('roles.last_admin', 'roles.cannot_now', 'roles.account_closed'))
  .input(DecideProposal)
  .handler(async ({ context, input: { proposalId, decision, reason } }) => {
    const { tx, person } = context;
    await oneAtATime(tx);
    const unchanged = async ({ subject, stood }: Proposal) => sameJson(stood, await rolesOf(tx, subject));
    const which = { id: proposalId, kind: 'role' } as const;
    const proposal = await decideProposal(tx, which, {
      by: person.id,
      decision: decision as Decision,
      reason,
      unchanged,
    });
    const change = proposal.payload as RoleChange;
    const held = proposal.stood as string[];
    if (decision === 'approve') await carryOut(tx, proposal.id);
    const after = decision === 'approve' ? rolesAfter(held, change) : held;
    const told = { before: { roles: held }, after: { roles: after, ...asWritten(change), ...because(proposal) } };
    await record(context, { action: decision, change, ...told });
    return { userId: change.userId, decision };
  });
