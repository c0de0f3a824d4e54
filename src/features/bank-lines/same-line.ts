import { isOwn } from '../../kernel/acts.ts';
import type { Db, Person } from '../../platform/database.ts';
import { openProposalsOn, standingApprovals } from '../approvals/decide.ts';
import { refuse } from './messages.ts';
import type { BankLine } from './store.ts';
import { type Twin, twinsOf } from './twin-store.ts';

export const kind = 'two_lines';
/** What is frozen when two people agree: from which other lines it was told. */
export type Agreed = { readonly than: readonly string[]; readonly note: string };

/** Those it may be the same as, and from which two people did not tell it yet. */
export async function untold(tx: Db, lineId: string, twins: readonly Twin[]): Promise<Twin[]> {
  if (twins.length === 0) return [];
  const approvals = await standingApprovals(tx, [kind], lineId);
  const told = new Set(approvals.flatMap(({ payload }) => (payload as Agreed).than));
  return twins.filter(({ id }) => !told.has(id));
}

/** Refuses the money of a line that was used already, in whatever statement it came. */
export async function refuseUsedTwin(tx: Db, line: BankLine): Promise<void> {
  const twins = (await twinsOf(tx, [line])).get(line.id) ?? [];
  const [used] = (await untold(tx, line.id, twins)).filter((twin) => twin.used);
  if (used) refuse('bank_lines.may_be_same', { day: used.day, reference: used.reference || 'no reference' });
}

/** Of each line what it may be the same as, and who asked for telling it apart. */
export async function twinsShown(tx: Db, lines: readonly BankLine[], person: Person) {
  const all = await twinsOf(tx, lines);
  const having = lines.filter(({ id }) => (all.get(id) ?? []).length > 0);
  const waiting = await openProposalsOn(
    tx,
    kind,
    having.map(({ id }) => id),
  );
  const shown = having.map(async ({ id }) => {
    const [first] = await untold(tx, id, all.get(id) ?? []);
    const asked = waiting.find(({ subject }) => subject === id);
    const sameAs = first ? { day: first.day, reference: first.reference, used: first.used } : null;
    const two = asked && {
      ...{ proposalId: asked.id, proposer: asked.proposer, note: (asked.payload as Agreed).note },
      mine: isOwn(person, asked.proposedBy),
    };
    return [id, { sameAs, two: two ?? null }] as const;
  });
  return new Map(await Promise.all(shown));
}
