import { refuse } from './messages.ts';

/**
 * What one person, or one connection of strangers, may ask of one process within a minute, where each asking costs us
 * work and nobody needs more.
 * Counted in memory, by a clock that cannot be put back: it costs the many nothing, and stops the one who runs wild.
 */
const paces = {
  /** A form asks anew as one types. */
  quote: 240,
  /** The same of the wallet beside it. */
  wallet: 240,
  receipt: 30,
  /** Each asks a card provider. */
  cardPage: 30,
  /** Each asks the companies that screen wallets, which answer everybody's questions out of one allowance. */
  screening: 60,
  /** Each writes a row that stays. */
  line: 20,
  /** Each writes a small row anew, of which there is one: a box that is ticked, a place in a lesson. */
  wish: 60,
  /**
   * Of one session: each draws what its owner is to answer with, and keeps it. Whoever else is in their account uses up
   * none of it: an owner can defend it at any moment.
   */
  secret: 120,
  /** Answers and tries in lessons. Each leaves a row; nobody reads that fast, and what was queued waits. */
  answer: 120,
  export: 20,
  /**
   * What was typed so far, of all forms of one person together; a hand rests a second before it is kept. Each time is
   * written whole into the log of the database, which is archived.
   */
  draft: 60,
  /** Each reads a lesson that is being written; a preview is drawn as one types. */
  preview: 120,
  /** Each reads a whole course that is being written. */
  wholeDraft: 120,
  /** Each is unsealed as it goes out; a case shows some dozens of papers. */
  file: 240,
  /** Of one connection, behind which a school may stand: what a page asks for once. */
  terms: 600,
  /** Of one connection too: codes that were typed or scanned. */
  verify: 60,
  refresh: 120,
  /** Of one connection: mail programs of one provider end mails for many people. */
  stop: 240,
  /** Of one person, or one connection of strangers: what is typed is looked up. */
  look: 120,
  /** Of one key of a program, and of all keys of one person. */
  program: 120,
  programsOfOne: 240,
} as const;
export type Paced = keyof typeof paces;

const minute = 60_000;

type Count = { begun: number; tries: number };
/** The counts begun since `turned`, and those of the minute before, in which some may still run; both go whole. */
type Counts = { turned: number; fresh: Map<string, Count>; old: Map<string, Count> };
const counts = new WeakMap<object, Counts>();

function countOf(process: object, key: string, now: number): Count {
  const mine = counts.get(process) ?? { turned: now, fresh: new Map(), old: new Map() };
  counts.set(process, mine);
  if (now - mine.turned >= minute) {
    // Looking through them for what is over would cost each newcomer as much as there are others.
    mine.old = now - mine.turned < 2 * minute ? mine.fresh : new Map();
    mine.fresh = new Map();
    mine.turned = now;
  }
  const known = mine.fresh.get(key) ?? mine.old.get(key);
  if (known && now - known.begun < minute) return known;
  const begun = { begun: now, tries: 0 };
  mine.fresh.set(key, begun);
  return begun;
}

/** Counts one asking of this person or connection; refuses with `general.busy` beyond what a minute allows. */
export function keepPace(services: object, work: Paced, whose: string): void {
  const count = countOf(services, `${work} ${whose}`, performance.now());
  count.tries += 1;
  if (count.tries > paces[work]) refuse('general.busy', {});
}
