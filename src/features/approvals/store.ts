import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Proposal, ProposalKind } from './proposal.ts';

const columns = sql`id, kind, subject, payload, proposed_by "proposedBy", proposed_at "proposedAt", state`;

/** Records what is asked for. Breaks the constraint `proposal_one_open` when the same subject waits already. */
export async function addProposal(
  tx: Db,
  asked: { kind: ProposalKind; subject: string; payload: unknown; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into proposals (kind, subject, payload, proposed_by)
    values (${asked.kind}, ${asked.subject}, ${JSON.stringify(asked.payload)}, ${asked.by}) returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** The proposal, locked until the end of the transaction: of two people deciding at once the second waits. */
export async function lockProposal(tx: Db, id: string): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`select ${columns} from proposals where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** The open proposal on a subject, locked. */
export async function lockOpenProposal(tx: Db, kind: ProposalKind, subject: string): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`
    select ${columns} from proposals
     where kind = ${kind} and subject = ${subject} and state = 'open' for update`.execute(tx);
  return rows[0] ?? null;
}

export const closeProposal = (tx: Db, id: string, how: { state: Exclude<Proposal['state'], 'open'>; by: string }) =>
  sql`update proposals set state = ${how.state}, decided_by = ${how.by}, decided_at = now()
     where id = ${id} and state = 'open'`.execute(tx);

export type OpenProposal = Proposal & { proposer: string };

const named = sql`p.id, p.kind, p.subject, p.payload, p.proposed_by "proposedBy", p.proposed_at "proposedAt", p.state,
  w.display_name proposer`;

/** The one that waits on a subject, without locking it. */
export async function openProposal(tx: Db, kind: ProposalKind, subject: string): Promise<OpenProposal | null> {
  const { rows } = await sql<OpenProposal>`
    select ${named} from proposals p join profiles w on w.id = p.proposed_by
     where p.kind = ${kind} and p.subject = ${subject} and p.state = 'open'`.execute(tx);
  return rows[0] ?? null;
}

/** Everything of a kind that waits for a second person, oldest first. */
export async function openProposals(tx: Db, kind: ProposalKind): Promise<OpenProposal[]> {
  const { rows } = await sql<OpenProposal>`
    select ${named}
      from proposals p join profiles w on w.id = p.proposed_by
     where p.kind = ${kind} and p.state = 'open' order by p.proposed_at limit 200`.execute(tx);
  return rows;
}
