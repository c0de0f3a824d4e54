import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue, newId, sessionToken } from '../../platform/database.ts';
import type { NewProposal } from './decide.ts';
import type { Proposal, ProposalKind, Rejection, StaffStanding } from './proposal.ts';

const columns = sql`id, kind, subject, payload, stood, customer_id "customerId", proposed_by "proposedBy",
  proposed_at "proposedAt", state`;

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/**
 * Who proposes or decides shows the word of their session: the database takes nobody's name for it. To be put behind
 * `from`, so that it stands before the row is written.
 */
const proven = (tx: Db) => sql`set_config('app.session_word', ${sessionToken(tx)}, true)`;

/** Records what is asked for. Breaks the constraint `proposal_one_open` when the same subject waits already. */
export async function addProposal(tx: Db, asked: NewProposal): Promise<string> {
  const { kind, subject, payload, stood, customer = null, by } = asked;
  return newId(tx)`
    insert into proposals (kind, subject, payload, stood, customer_id, proposed_by)
    select ${kind}, ${subject}, ${json(payload)}::jsonb, ${json(stood)}::jsonb, ${customer}::uuid, ${by}::uuid
      from ${proven(tx)} returning id`;
}

/**
 * The proposal, locked while it is open: of two people deciding at once the second waits, and then finds it decided.
 * Row security lets nobody lock one that is not open.
 */
export async function lockProposal(tx: Db, id: string): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`select ${columns} from proposals where id = ${id} for update`.execute(tx);
  if (rows[0]) return rows[0];
  const decided = await sql<Proposal>`select ${columns} from proposals where id = ${id}`.execute(tx);
  return decided.rows[0] ?? null;
}

/**
 * How these two stand now; their roles stay as they are until this transaction is over. Locked in the
 * order of their ids, so that no two decisions wait for each other.
 */
export async function standingsOf(tx: Db, one: string, other: string): Promise<[StaffStanding, StaffStanding]> {
  const { rows } = await sql<StaffStanding & { id: string }>`
    select p.id, s.roles, s.frozen from (select distinct unnest(array[${one}, ${other}]::uuid[]) id order by 1) p
      cross join lateral app.standing(p.id) s`.execute(tx);
  const standing = (id: string) => rows.find((row) => row.id === id) ?? { roles: [], frozen: true };
  return [standing(one), standing(other)];
}

/** Whether somebody works at the desk, with whichever account of theirs. */
export const worksAtDesk = async (tx: Db, person: string) =>
  (await firstValue<boolean>(tx)`select app.at_desk(${person}) works`) ?? false;

type Closed = {
  readonly state: Exclude<Proposal['state'], 'open'>;
  readonly by: string;
  readonly reason: string | null;
};

export const closeProposal = (tx: Db, id: string, how: Closed) =>
  sql`update proposals set state = ${how.state}, decided_by = ${how.by}, decided_at = now(),
        reason = ${how.reason}
      from ${proven(tx)} where id = ${id} and state = 'open'`.execute(tx);

export type OpenProposal = Proposal & { proposer: string };

const named = sql`p.id, p.kind, p.subject, p.payload, p.stood, p.customer_id "customerId",
  p.proposed_by "proposedBy", p.proposed_at "proposedAt", p.state, w.display_name proposer`;

/** The one of these kinds that waits on a subject, without locking it. */
export const openProposal = (tx: Db, kinds: ProposalKind | readonly ProposalKind[], subject: string) =>
  firstRow<OpenProposal>(tx)`
    select ${named} from proposals p join profiles w on w.id = p.proposed_by
     where p.kind = any(${[kinds].flat()}) and p.subject = ${subject} and p.state = 'open'`;

/** What waits under this id, if it is of one of these kinds. */
export const waitingProposal = (tx: Db, kinds: readonly ProposalKind[], id: string) =>
  firstRow<OpenProposal>(tx)`
    select ${named} from proposals p join profiles w on w.id = p.proposed_by
     where p.id = ${id} and p.kind = any(${kinds}) and p.state = 'open'`;

/** What waits of a kind for any of these subjects, however much else waits. */
export const openProposalsOn = (tx: Db, kind: ProposalKind, subjects: readonly string[]) =>
  allRows<OpenProposal>(tx)`
    select ${named} from proposals p join profiles w on w.id = p.proposed_by
     where p.kind = ${kind} and p.subject = any(${subjects}) and p.state = 'open'`;

export type Approved = OpenProposal & { decider: string; decidedAt: Date };

/**
 * What was approved of these kinds for a subject, or for any of several, and not undone since, the newest first. An
 * undoing is a proposal by itself, which names in its payload what it is `of`.
 */
export const standingApprovals = (tx: Db, kinds: readonly ProposalKind[], subject: string | readonly string[]) =>
  allRows<Approved>(tx)`
    select ${named}, d.display_name decider, p.decided_at "decidedAt"
      from proposals p join profiles w on w.id = p.proposed_by join profiles d on d.id = p.decided_by
     where p.kind = any(${kinds}) and p.subject = any(${[subject].flat()}) and p.state = 'approved'
       and not exists (select from proposals u
         where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = p.id::text)
     order by p.decided_at desc, p.id desc`;

/** The first 200 of a kind that wait for a second person, oldest first: for a list, never to look one up. */
export const openProposals = (tx: Db, kind: ProposalKind) =>
  allRows<OpenProposal>(tx)`
    select ${named}
      from proposals p join profiles w on w.id = p.proposed_by
     where p.kind = ${kind} and p.state = 'open' order by p.proposed_at limit 200`;

export type PastProposal = OpenProposal & { decider: string | null; decidedAt: Date | null; reason: string | null };

/** What of a kind was decided or withdrawn, newest first: at most 100. */
export const decidedProposals = (tx: Db, kind: ProposalKind) =>
  allRows<PastProposal>(tx)`
    select ${named}, d.display_name decider, p.decided_at "decidedAt", p.reason
      from proposals p join profiles w on w.id = p.proposed_by left join profiles d on d.id = p.decided_by
     where p.kind = ${kind} and p.state <> 'open' order by p.proposed_at desc limit 100`;

/** What was asked for about a subject and rejected, with the reason: newest first, at most 100. */
export const rejectedProposals = (tx: Db, kind: ProposalKind, subject: string) =>
  allRows<PastProposal>(tx)`
    select ${named}, d.display_name decider, p.decided_at "decidedAt", p.reason
      from proposals p join profiles w on w.id = p.proposed_by join profiles d on d.id = p.decided_by
     where p.kind = ${kind} and p.subject = ${subject} and p.state = 'rejected'
     order by p.decided_at desc, p.id desc limit 100`;

type RejectedOf = { readonly kinds: readonly ProposalKind[]; readonly subjects: readonly string[] };

/** The same for a history that shows who, when and why: about these subjects, or about any where none is named. */
export const rejectionsOf = (tx: Db, { kinds, subjects }: RejectedOf) =>
  allRows<Rejection>(tx)`
    select p.id, p.subject, p.payload ->> 'title' title, w.display_name proposer, p.proposed_at "proposedAt",
        d.display_name decider, p.decided_at "decidedAt", p.reason
      from proposals p join profiles w on w.id = p.proposed_by join profiles d on d.id = p.decided_by
     where p.kind = any(${kinds}) and (${subjects.length === 0} or p.subject = any(${subjects})) and p.state = 'rejected'
     order by p.decided_at desc, p.id desc limit 100`;
