import { createHash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { asSystem, type Db, isOwn, type Person } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { openCase } from '../compliance/open-case.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { byHand, toCompareByHand } from './by-hand.ts';
import {
  addHit,
  candidatesFor,
  clearersOf,
  customersAfter,
  customerToScreen,
  type ListedCandidate,
  linkHits,
  type PairOfFacts,
  type ScreenedCustomer,
  unclearedOf,
  undecidedOf,
} from './hit-store.ts';
import { isVeryLike, type Match, matchParty } from './match-party.ts';
import { blocksOf } from './names.ts';
import { askNamesToday } from './questions.ts';
import { sourceNames } from './sources.ts';
import type { HitDetails } from './views.ts';

/** Whose names are looked at. */
export type Whose = { readonly userId: string };

/** Something like a customer, on a list of ours or at another company. */
export type Like = {
  readonly source: string;
  readonly sourceName: string;
  readonly partyRef: string;
  readonly listId: string | null;
  /** Of the listed side's facts. */
  readonly factsHash: string;
  readonly party: HitDetails['party'];
  readonly match: Match;
};

/**
 * Compares one customer with every list in force, and with the providers that are switched on. A new hit raises an
 * alert and opens a case; it stops nothing by itself (decision A8). A pair that somebody cleared is not raised again
 * while the facts of both sides stay as they were.
 */
export async function screenNames(services: Services, whose: Whose): Promise<void> {
  const now = services.clock();
  const customer = await asSystem(services.pool, (tx) => raiseListed(tx, whose, now));
  if (!customer) return;
  const asked = await askNamesToday(services, customer, { userId: customer.id });
  if (asked.length > 0) await asSystem(services.pool, (tx) => raise(tx, customer, { found: asked, at: now }));
}

/** Compares one customer with every list in force and raises what is new, in an act of the product. */
export async function raiseListed(tx: Db, whose: Whose, at: Date): Promise<ScreenedCustomer | null> {
  const customer = await customerToScreen(tx, whose);
  if (customer) await raise(tx, customer, { found: await listedLike(tx, customer), at });
  return customer;
}

/** Whether a customer is like a listed party and nobody decided it: what waits, and what a look right now finds. */
export async function isMatchUndecided(tx: Db, userId: string): Promise<boolean> {
  const customer = await customerToScreen(tx, { userId });
  // A closed account is not compared any more; what waits of it waits still.
  const pairs = customer ? pairsOf(customer, await listedLike(tx, customer)) : [];
  return (await undecidedOf(tx, userId, pairs)) > 0;
}

/**
 * How many customers are looked at before the next batch, and after how many comparisons of names it comes sooner: some
 * seconds, or the longest look at one customer. Names that cost the most, on accounts that stand side by side, would
 * else make a batch outlast its job, and whoever comes behind them would be looked at by no one.
 */
const aBatch = { customers: 200, comparisons: 100_000 };

/** After a change of a list everybody is looked at again, a batch at a time. */
export async function screenEverybody(services: Services, after: string | null, most = aBatch): Promise<void> {
  const now = services.clock();
  await asSystem(services.pool, async (tx) => {
    const some = await customersAfter(tx, after, most.customers);
    let [compared, last] = [0, after];
    for (const customer of some) {
      if (compared >= most.comparisons) break;
      const looked = await lookThrough(tx, customer);
      await raise(tx, customer, { found: looked.alike, at: now });
      compared += looked.compared;
      last = customer.id;
    }
    const isLast = some.length < most.customers && last === (some.at(-1)?.id ?? after);
    if (!isLast) await services.jobs.enqueue(tx, 'screening.everybody', { after: last });
  });
}

/** After so many comparisons of names everybody else has their turn: some milliseconds. */
const atATime = 100;

const listedLike = async (tx: Db, customer: ScreenedCustomer): Promise<Like[]> =>
  (await lookThrough(tx, customer)).alike;

/** Who is like a customer on the lists in force, and how many comparisons of names that took. */
async function lookThrough(tx: Db, customer: ScreenedCustomer): Promise<{ alike: Like[]; compared: number }> {
  const blocks = [...new Set(customer.names.flatMap(blocksOf))];
  const candidates = blocks.length > 0 ? await candidatesFor(tx, blocks) : [];
  const alike: Like[] = toCompareByHand(customer);
  let [compared, turn] = [0, atATime];
  for (const candidate of candidates) {
    const match = matchParty(customer, candidate);
    if (match) alike.push(likeOf(candidate, match));
    compared += customer.names.length * candidate.listedNames.length;
    if (compared < turn) continue;
    turn = compared + atATime;
    await others();
  }
  return { alike, compared };
}

function likeOf(
  { listedNames: _, factsHash, source, partyRef, listId, ...party }: ListedCandidate,
  match: Match,
): Like {
  return { source, sourceName: sourceNames[source], partyRef, listId, factsHash, party, match };
}

const hashOf = (facts: unknown): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex');

type Finds = { readonly found: readonly Like[]; readonly at: Date; readonly holder?: true };

/** What a customer gave, in one order: several dates of birth stand beside each other. */
const factsOf = ({ names, births, countries }: ScreenedCustomer): HitDetails['customer'] => ({
  names: [...names].sort(),
  birth: births.length > 0 ? [...births].sort().join(', ') : null,
  countries: [...countries].sort(),
});

/** What a decision on two sides holds for: it is asked for again when the facts of either change. */
const pairHashOf = (customer: ScreenedCustomer, like: Like): string => hashOf([factsOf(customer), like.factsHash]);

const pairsOf = (customer: ScreenedCustomer, found: readonly Like[]) =>
  found.map((like) => ({ source: like.source, ref: like.partyRef, hash: pairHashOf(customer, like) }));

/** Keeps what is new as hits, with one alert and one case for all of them together. */
async function raise(tx: Db, customer: ScreenedCustomer, finds: Finds): Promise<void> {
  const fresh = await addFresh(tx, customer, finds);
  if (fresh.length > 0) await tellCompliance(tx, customer.id, { fresh, at: finds.at });
}

type FreshHit = { readonly id: string; readonly like: Like };

async function addFresh(tx: Db, customer: ScreenedCustomer, { found, at, holder }: Finds): Promise<FreshHit[]> {
  const userId = customer.id;
  const facts = factsOf(customer);
  const fresh: FreshHit[] = [];
  for (const like of found) {
    const { source, partyRef, listId, party, match } = like;
    const { score, ...about } = match;
    const pairHash = pairHashOf(customer, like);
    const details = { ...(holder && { holder }), customer: facts, party, ...about };
    const id = await addHit(tx, { userId, source, partyRef, listId, score, pairHash, details, at });
    if (id !== null) fresh.push({ id, like });
  }
  return fresh;
}

/** Party, list, programmes and how well it agrees, for people. */
const likeWords = ({ party, sourceName, partyRef, match }: Like): string =>
  `${party.name}: ${[sourceName, partyRef, ...party.programmes].join(', ')}; ${match.score} of 100`;

const priorityOf = ({ match }: Like) => (isVeryLike(match) ? 'urgent' : 'medium');

/** What was found, and the holder of the wallet, the payer or the payee that it is about, beside the customer. */
type NameFindings = { readonly fresh: readonly FreshHit[]; readonly at: Date; readonly holder?: HolderFound };
type HolderFound = Pick<Holder, 'orderId' | 'paidFor' | 'pays'> & { readonly found: readonly Like[] };

const whoseName = (holder: HolderFound | undefined): string => {
  if (!holder) return 'A name of the customer';
  if (holder.paidFor !== undefined) return `Who paid for ${holder.paidFor}, by the name on the line,`;
  if (holder.pays !== undefined) return `Whom ${holder.pays} pays, by the name on the account,`;
  return 'Who holds or keeps the wallet of an order, as the customer says,';
};

const descriptionOf = (best: Like, holder: HolderFound | undefined): string => {
  const whose = whoseName(holder);
  return best.source === byHand
    ? `${whose} cannot be compared by machine. Compare it with the lists by hand.`
    : `${whose} is like ${best.party.name} (${best.sourceName}).`;
};

async function tellCompliance(tx: Db, userId: string, { fresh, at, holder }: NameFindings): Promise<void> {
  const likes = holder?.found ?? fresh.map(({ like }) => like);
  const best = likes.toSorted((a, b) => b.match.score - a.match.score)[0];
  if (!best) return;
  const alertId = await raiseAlert(tx, {
    transactionId: holder?.orderId ?? null,
    userId,
    type: 'name_match',
    priority: priorityOf(best),
    riskScore: best.match.score,
    description: descriptionOf(best, holder),
    details: {
      hits: fresh.map(({ id, like }) => ({ hitId: id, party: like.party.name, score: like.match.score })),
      matches: likes.map(likeWords),
    },
    rules: ['name_match'],
    at,
  });
  const wish = { userId, kind: 'name_match', title: `Name like ${best.party.name}`.slice(0, 120) } as const;
  const caseId = await openCase(tx, { ...wish, alerts: [alertId], by: null, at });
  await linkHits(
    tx,
    fresh.map(({ id }) => id),
    { alertId, caseId },
  );
}

/** Whether this person cleared a match of a customer by themselves: what it leads to is for another one. */
export const clearedMatchOf = async (tx: Db, userId: string, person: Person): Promise<boolean> =>
  (await clearersOf(tx, userId)).some((by) => isOwn(person, by));

/** Who is there beside a customer: who holds a wallet and keeps it, as they say; who paid; whom a sale pays. */
export type Holder = {
  readonly userId: string;
  readonly names: readonly string[];
  /** Null of what is paid for that is no order. */
  readonly orderId: string | null;
  /** Of who paid: under which reference. */
  readonly paidFor?: string;
  /** Of whom a sale pays: under which reference. */
  readonly pays?: string;
};
type Named = Pick<Holder, 'names'> & { readonly userId: string | null };

/** Their birth and country are not asked: the name alone speaks. */
const asCompared = ({ userId, names }: Named): ScreenedCustomer => ({
  id: userId ?? '',
  names: [...names],
  births: [],
  countries: [],
});

/** What the providers of names that are switched on say of a holder. Outside any transaction. */
export const askAboutHolder = (services: Services, holder: Named): Promise<Like[]> =>
  askNamesToday(services, asCompared(holder), holder.userId === null ? 'nobody' : { userId: holder.userId });

/** With whom on the lists in force somebody of these names is a match, whatever people said of it. */
export async function matchesOfHolder(tx: Db, holder: Named): Promise<PairOfFacts[]> {
  const compared = asCompared(holder);
  return pairsOf(compared, await listedLike(tx, compared));
}

/** `stoppedBy`: the matches that stopped this order before. */
type Look = { readonly asked: readonly Like[]; readonly at: Date; readonly stoppedBy: readonly PairOfFacts[] };

/**
 * Compares a holder with every list in force, in an act of the product. Answers for which matches the order is to be
 * held: those that nobody cleared and that did not stop this very order before, whichever other order found them first.
 * Then compliance has an alert and a case with it.
 */
export async function raiseHolder(tx: Db, holder: Holder, { asked, at, stoppedBy }: Look): Promise<PairOfFacts[]> {
  const compared = asCompared(holder);
  const found = [...(await listedLike(tx, compared)), ...asked];
  const fresh = await addFresh(tx, compared, { found, at, holder: true });
  const uncleared = await unclearedOf(tx, holder.userId, pairsOf(compared, found));
  const stops = notBefore(uncleared, stoppedBy);
  if (fresh.length > 0 || stops.length > 0)
    await tellCompliance(tx, holder.userId, { fresh, at, holder: { ...holder, found } });
  return stops;
}

/** The same of a payer who is no customer's: nobody has the match, and what they paid is stopped by itself. */
export async function stopsOfNobody(tx: Db, payer: Named, { asked, stoppedBy }: Look): Promise<PairOfFacts[]> {
  const compared = asCompared(payer);
  const found = [...(await listedLike(tx, compared)), ...asked];
  return notBefore(pairsOf(compared, found), stoppedBy);
}

const notBefore = (pairs: readonly PairOfFacts[], stoppedBy: readonly PairOfFacts[]): PairOfFacts[] =>
  pairs.filter((pair) => !stoppedBy.some((before) => isSamePair(before, pair)));

const isSamePair = (one: PairOfFacts, other: PairOfFacts): boolean =>
  one.source === other.source && one.ref === other.ref && one.hash === other.hash;
