import { type RawBuilder, sql } from 'kysely';
import {
  allRows,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  newId,
  sessionToken,
} from '../../platform/database/database.ts';
import { sendNow } from '../../platform/database/prepared-statement.ts';
import type { ProposalKind } from './permissions.ts';
import type { Proposal, Rejection, StaffStatus } from './proposal.ts';

export type NewProposal = {
  readonly kind: ProposalKind;
  readonly subject: string;
  /** Approval applies this stored payload, never input of the second person. */
  readonly payload: unknown;
  readonly by: string;
  /** The customer concerned, who cannot propose, decide or see the proposal. */
  readonly customer?: string | null;
  /** The value now in force, compared again at the decision. */
  readonly stood?: unknown;
};

const columns = sql`id, kind, subject, payload, subject_snapshot stood, customer_id "customerId", proposed_by "proposedBy",
  proposed_at "proposedAt", state`;

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/** Passes the session token to the database for a check. In `from`, it runs before the row is written. */
const proveSession = (tx: Db) => sql`set_config('app.session_word', ${sessionToken(tx)}, true)`;

/** Violates the constraint `proposal_one_open` when the subject has an open proposal. */
export async function insertProposal(tx: Db, input: NewProposal): Promise<string> {
  const { kind, subject, payload, stood, customer = null, by } = input;
  return newId(tx)`
    insert into proposals (kind, subject, payload, subject_snapshot, customer_id, proposed_by)
    select ${kind}, ${subject}, ${json(payload)}::jsonb, ${json(stood)}::jsonb, ${customer}::uuid, ${by}::uuid
      from ${proveSession(tx)} returning id`;
}

const ofOtherAccount = sql`coalesce(proposed_by = any((select app.other_accounts())::uuid[]), false) "ofOtherAccount"`;

/** A proposal under its lock, with roles and freezes of decider and proposer. */
export type LockedProposal = Proposal & {
  readonly ofOtherAccount: boolean;
  readonly decider: StaffStatus;
  readonly proposer: StaffStatus;
};

const unknownStatus: StaffStatus = { roles: [], frozen: true };

/**
 * Locks an open proposal, and the roles and freezes of the user and its proposer, in one round trip. The second of two
 * deciders waits, then reads it decided. Locks people in order of ids, which avoids deadlocks.
 */
export async function lockProposal(tx: Db, id: string): Promise<LockedProposal | null> {
  const find = (lock: RawBuilder<unknown>) =>
    firstRow<Omit<LockedProposal, 'decider' | 'proposer'>>(tx)`
      select ${columns}, ${ofOtherAccount} from proposals where id = ${id} ${lock}`;
  const [open, decided, people] = await Promise.all([
    find(sql`for update`),
    find(sql``),
    allRows<StaffStatus & { isDecider: boolean; isProposer: boolean }>(tx)`
      select s.roles, s.frozen, p.id = ${currentUserId} "isDecider", p.id is not distinct from p.by "isProposer"
        from (select distinct o.by, unnest(array[${currentUserId}, o.by]) id
            from (select (select proposed_by from proposals where id = ${id}) by) o order by id) p
        cross join lateral app.decider_status(p.id) s where p.id is not null`,
  ]);
  const proposal = open ?? decided;
  if (!proposal) return null;
  const decider = people.find(({ isDecider }) => isDecider) ?? unknownStatus;
  return { ...proposal, decider, proposer: people.find(({ isProposer }) => isProposer) ?? unknownStatus };
}

/** Returns true if any account of the person has a staff role. */
export const isStaff = async (tx: Db, person: string) =>
  (await firstValue<boolean>(tx)`select app.is_staff_person(${person}) works`) ?? false;

type ProposalOutcome = Pick<Proposal, 'id' | 'state'> & { readonly reason: string | null };

/** Sends the statement before any later one, because what follows may require the approval. */
export const closeProposal = (tx: Db, { id, state, reason }: ProposalOutcome, by: string): Promise<unknown> =>
  sendNow(
    tx,
    sql`update proposals set state = ${state}, decided_by = ${by}, decided_at = now(), reason = ${reason}
      from ${proveSession(tx)} where id = ${id} and state = 'open'`,
  );

export type OpenProposal = Proposal & { proposer: string };

const withPeople = sql`p.id, p.kind, p.subject, p.payload, p.subject_snapshot stood, p.customer_id "customerId",
  p.proposed_by "proposedBy", p.proposed_at "proposedAt", p.state, w.display_name proposer`;

export const findOpenProposal = (tx: Db, kinds: ProposalKind | readonly ProposalKind[], subject: string) =>
  firstRow<OpenProposal>(tx)`
    select ${withPeople} from proposals p join profiles w on w.id = p.proposed_by
     where p.kind = any(${[kinds].flat()}) and p.subject = ${subject} and p.state = 'open'`;

export const findOpenProposalById = (tx: Db, kinds: readonly ProposalKind[], id: string) =>
  firstRow<OpenProposal>(tx)`
    select ${withPeople} from proposals p join profiles w on w.id = p.proposed_by
     where p.id = ${id} and p.kind = any(${kinds}) and p.state = 'open'`;

export const findOpenProposalsOn = (tx: Db, kind: ProposalKind, subjects: readonly string[]) =>
  allRows<OpenProposal>(tx)`
    select ${withPeople} from proposals p join profiles w on w.id = p.proposed_by
     where p.kind = ${kind} and p.subject = any(${subjects}) and p.state = 'open'`;

export type Approved = OpenProposal & { decider: string; decidedAt: Date };

/** Finds approvals that were not undone, newest first. The payload of an undo names the original as `of`. */
export const findStandingApprovals = (tx: Db, kinds: readonly ProposalKind[], subject: string | readonly string[]) =>
  allRows<Approved>(tx)`
    select ${withPeople}, d.display_name decider, p.decided_at "decidedAt"
      from proposals p join profiles w on w.id = p.proposed_by join profiles d on d.id = p.decided_by
     where p.kind = any(${kinds}) and p.subject = any(${[subject].flat()}) and p.state = 'approved'
       and not exists (select from proposals u
         where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = p.id::text)
     order by p.decided_at desc, p.id desc`;

/** At most 200, oldest first: for lists, never for lookups. */
export const findOpenProposals = (tx: Db, kind: ProposalKind) =>
  allRows<OpenProposal>(tx)`
    select ${withPeople}
      from proposals p join profiles w on w.id = p.proposed_by
     where p.kind = ${kind} and p.state = 'open' order by p.proposed_at limit 200`;

export type PastProposal = OpenProposal & { decider: string | null; decidedAt: Date | null; reason: string | null };

export const findDecidedProposals = (tx: Db, kind: ProposalKind) =>
  allRows<PastProposal>(tx)`
    select ${withPeople}, d.display_name decider, p.decided_at "decidedAt", p.reason
      from proposals p join profiles w on w.id = p.proposed_by left join profiles d on d.id = p.decided_by
     where p.kind = ${kind} and p.state <> 'open' order by p.proposed_at desc limit 100`;

export const findRejectedProposals = (tx: Db, kind: ProposalKind, subject: string) =>
  allRows<PastProposal>(tx)`
    select ${withPeople}, d.display_name decider, p.decided_at "decidedAt", p.reason
      from proposals p join profiles w on w.id = p.proposed_by join profiles d on d.id = p.decided_by
     where p.kind = ${kind} and p.subject = ${subject} and p.state = 'rejected'
     order by p.decided_at desc, p.id desc limit 100`;

type RejectedOf = { readonly kinds: readonly ProposalKind[]; readonly subjects: readonly string[] };

export const findRejections = (tx: Db, { kinds, subjects }: RejectedOf) =>
  allRows<Rejection>(tx)`
    select p.id, p.subject, p.payload ->> 'title' title, w.display_name proposer, p.proposed_at "proposedAt",
        d.display_name decider, p.decided_at "decidedAt", p.reason
      from proposals p join profiles w on w.id = p.proposed_by join profiles d on d.id = p.decided_by
     where p.kind = any(${kinds}) and (${subjects.length === 0} or p.subject = any(${subjects})) and p.state = 'rejected'
     order by p.decided_at desc, p.id desc limit 100`;
