import { isOwn } from '../../kernel/acts.ts';
import type { Db, Person } from '../../platform/database.ts';
import { openProposalsOn, standingApprovals } from '../approvals/decide.ts';
import { refuse } from './messages.ts';
import type { BankLine } from './store.ts';
import { noteDoubts, type Twin, twinsOf } from './twin-store.ts';

export const kind = 'two_lines';
/** What is frozen when two people agree: from which other lines it was told. */
export type Agreed = { readonly than: readonly string[]; readonly note: string };

/** Of each line those it may be the same as, and from which two people did not tell it yet. */
export async function untold(tx: Db, lines: readonly BankLine[]): Promise<Map<string, Twin[]>> {
  const all = await twinsOf(tx, lines);
  const having = [...all].filter(([, twins]) => twins.length > 0);
  if (having.length === 0) return new Map();
  const approvals = await standingApprovals(
    tx,
    [kind],
    having.map(([id]) => id),
  );
  const left = having.map(([id, twins]) => {
    const agreed = approvals.filter(({ subject }) => subject === id);
    const told = new Set(agreed.flatMap(({ payload }) => (payload as Agreed).than));
    return [id, twins.filter((twin) => !told.has(twin.id))] as const;
  });
  return new Map(left.filter(([, twins]) => twins.length > 0));
}

/**
 * Refuses the money of a line that was used already, in whatever statement it came. What else may show it again is
 * noted: where one person kept the line and confirms it, another looks at both.
 */
export async function refuseUsedTwin(tx: Db, line: BankLine, now: Date): Promise<void> {
  const twins = (await untold(tx, [line])).get(line.id) ?? [];
  const used = twins.find((twin) => twin.used);
  if (used) refuse('bank_lines.may_be_same', { day: used.day, reference: used.reference || 'no reference' });
  const lines = twins.filter(({ byHand }) => byHand === null);
  if (lines.length > 0)
    await noteDoubts(
      tx,
      lines.map(({ id }) => ({ lineId: line.id, again: id })),
      now,
    );
}

/** Notes which lines that just came may show again what became money before. */
export async function noteShownAgain(tx: Db, lines: readonly BankLine[], now: Date): Promise<void> {
  const doubts = [...(await untold(tx, lines))].flatMap(([id, twins]) =>
    twins.filter(({ used, byHand }) => used && byHand === null).map((twin) => ({ lineId: twin.id, again: id })),
  );
  if (doubts.length > 0) await noteDoubts(tx, doubts, now);
}

const shownAs = ({ day, reference, used, byHand }: Twin) => ({ day, reference, used, byHand });

/** Of each line what it may be the same as, one that was used first, and who asked for telling it apart. */
export async function twinsShown(tx: Db, lines: readonly BankLine[], person: Person) {
  const having = await untold(tx, lines);
  const waiting = having.size > 0 ? await openProposalsOn(tx, kind, [...having.keys()]) : [];
  const shown = [...having].map(([id, twins]) => {
    const first = twins.find(({ used }) => used) ?? twins[0];
    const asked = waiting.find(({ subject }) => subject === id);
    const sameAs = first ? shownAs(first) : null;
    const two = asked && {
      ...{ proposalId: asked.id, proposer: asked.proposer, note: (asked.payload as Agreed).note },
      mine: isOwn(person, asked.proposedBy),
    };
    return [id, { sameAs, two: two ?? null }] as const;
  });
  return new Map(shown);
}
