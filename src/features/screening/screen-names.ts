import { createHash } from 'node:crypto';
import { setImmediate as yieldTurn } from 'node:timers/promises';
import { type Db, isSamePerson, type SessionUser, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { openCase } from '../compliance/open-case.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import {
  addHit,
  countUndecided,
  findCandidates,
  findClearers,
  findCustomersAfter,
  findCustomerToScreen,
  findUncleared,
  type ListedCandidate,
  linkHits,
  type MatchPair,
  type ScreenedCustomer,
} from './hit-store.ts';
import {
  getManualMatches,
  isStrongMatch,
  type ListedMatch,
  type Match,
  manualSource,
  matchParty,
} from './match-party.ts';
import { getBlocks } from './names.ts';
import { queryNamesWithinQuota } from './provider-quota.ts';
import { sourceNames } from './sources.ts';
import type { HitDetails } from './views.ts';

export type CustomerRef = { readonly userId: string };

/** Screens a customer; runs as a job. New hits raise an alert and open a case, but block nothing (decision A8). */
export async function screenNames(services: Services, customerRef: CustomerRef): Promise<void> {
  const now = services.clock();
  const customer = await withSystem(services.pool, (tx) => raiseListedHits(tx, customerRef, now));
  if (!customer) return;
  const providerMatches = await queryNamesWithinQuota(services, customer, { userId: customer.id });
  if (providerMatches.length > 0)
    await withSystem(services.pool, (tx) => raiseHits(tx, customer, { found: providerMatches, at: now }));
}

/** Screens a customer against the lists only. Requires a system transaction. */
export async function raiseListedHits(tx: Db, customerRef: CustomerRef, at: Date): Promise<ScreenedCustomer | null> {
  const customer = await findCustomerToScreen(tx, customerRef);
  if (customer) await raiseHits(tx, customer, { found: await findListedMatches(tx, customer), at });
  return customer;
}

export async function isMatchUndecided(tx: Db, userId: string): Promise<boolean> {
  const customer = await findCustomerToScreen(tx, { userId });
  // Closed accounts are not screened, but their open hits still count.
  const pairs = customer ? getPairs(customer, await findListedMatches(tx, customer)) : [];
  return (await countUndecided(tx, userId, pairs)) > 0;
}

/** Limits per job. The comparison limit keeps expensive names from exceeding the job's time. */
const batchLimits = { customers: 200, comparisons: 100_000 };

export async function screenAllCustomers(
  services: Services,
  after: string | null,
  limits = batchLimits,
): Promise<void> {
  const now = services.clock();
  await withSystem(services.pool, async (tx) => {
    const customers = await findCustomersAfter(tx, after, limits.customers);
    let [compared, lastId] = [0, after];
    for (const customer of customers) {
      if (compared >= limits.comparisons) break;
      const result = await compareWithLists(tx, customer);
      await raiseHits(tx, customer, { found: result.matches, at: now });
      compared += result.compared;
      lastId = customer.id;
    }
    const isLast = customers.length < limits.customers && lastId === (customers.at(-1)?.id ?? after);
    if (!isLast) await services.jobs.enqueue(tx, 'screening.all_names', { after: lastId });
  });
}

/** Comparisons between two yields to the event loop: some milliseconds. */
const comparisonsPerTurn = 100;

const findListedMatches = async (tx: Db, customer: ScreenedCustomer): Promise<ListedMatch[]> =>
  (await compareWithLists(tx, customer)).matches;

async function compareWithLists(
  tx: Db,
  customer: ScreenedCustomer,
): Promise<{ matches: ListedMatch[]; compared: number }> {
  const blocks = [...new Set(customer.names.flatMap(getBlocks))];
  const candidates = blocks.length > 0 ? await findCandidates(tx, blocks) : [];
  const matches: ListedMatch[] = getManualMatches(customer);
  let [compared, nextYield] = [0, comparisonsPerTurn];
  for (const candidate of candidates) {
    const match = matchParty(customer, candidate);
    if (match) matches.push(toListedMatch(candidate, match));
    compared += customer.names.length * candidate.listedNames.length;
    if (compared < nextYield) continue;
    nextYield = compared + comparisonsPerTurn;
    await yieldTurn();
  }
  return { matches, compared };
}

function toListedMatch(
  { listedNames: _, factsHash, source, partyRef, listId, ...party }: ListedCandidate,
  match: Match,
): ListedMatch {
  return { source, sourceName: sourceNames[source], partyRef, listId, factsHash, party, match };
}

const hashJson = (facts: unknown): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex');

type HitsToRaise = { readonly found: readonly ListedMatch[]; readonly at: Date; readonly holder?: true };

const getCustomerFacts = ({ names, births, countries }: ScreenedCustomer): HitDetails['customer'] => ({
  names: [...names].sort(),
  birth: births.length > 0 ? [...births].sort().join(', ') : null,
  countries: [...countries].sort(),
});

/** Hashes the facts of both sides. A decision applies only to the same hash. */
const getPairHash = (customer: ScreenedCustomer, candidate: ListedMatch): string =>
  hashJson([getCustomerFacts(customer), candidate.factsHash]);

const getPairs = (customer: ScreenedCustomer, found: readonly ListedMatch[]) =>
  found.map((candidate) => ({
    source: candidate.source,
    ref: candidate.partyRef,
    hash: getPairHash(customer, candidate),
  }));

async function raiseHits(tx: Db, customer: ScreenedCustomer, hits: HitsToRaise): Promise<void> {
  const added = await addNewHits(tx, customer, hits);
  if (added.length > 0) await notifyCompliance(tx, customer.id, { added, at: hits.at });
}

type AddedHit = { readonly id: string; readonly candidate: ListedMatch };

async function addNewHits(tx: Db, customer: ScreenedCustomer, { found, at, holder }: HitsToRaise): Promise<AddedHit[]> {
  const userId = customer.id;
  const facts = getCustomerFacts(customer);
  const added: AddedHit[] = [];
  for (const candidate of found) {
    const { source, partyRef, listId, party, match } = candidate;
    const { score, ...rest } = match;
    const pairHash = getPairHash(customer, candidate);
    const details = { ...(holder && { holder }), customer: facts, party, ...rest };
    const id = await addHit(tx, { userId, source, partyRef, listId, score, pairHash, details, at });
    if (id !== null) added.push({ id, candidate });
  }
  return added;
}

const formatMatch = ({ party, sourceName, partyRef, match }: ListedMatch): string =>
  `${party.name}: ${[sourceName, partyRef, ...party.programmes].join(', ')}; ${match.score} of 100`;

const getPriority = ({ match }: ListedMatch) => (isStrongMatch(match) ? 'urgent' : 'medium');

/** `holder`: the wallet holder, payer or payee that the matches are about. */
type NameFindings = { readonly added: readonly AddedHit[]; readonly at: Date; readonly holder?: HolderMatches };
type HolderMatches = Pick<Holder, 'orderId' | 'paidFor' | 'pays'> & { readonly found: readonly ListedMatch[] };

const getNameLabel = (holder: HolderMatches | undefined): string => {
  if (!holder) return "One of the customer's names";
  if (holder.paidFor !== undefined) return `The payer of ${holder.paidFor}, as named on the payment,`;
  if (holder.pays !== undefined) return `The payee of ${holder.pays}, as named on the account,`;
  return 'The wallet holder or provider named by the customer';
};

const formatDescription = (best: ListedMatch, holder: HolderMatches | undefined): string => {
  const label = getNameLabel(holder);
  return best.source === manualSource
    ? `${label} can't be compared automatically. Compare it with the lists manually.`
    : `${label} resembles ${best.party.name} (${best.sourceName}).`;
};

async function notifyCompliance(tx: Db, userId: string, { added, at, holder }: NameFindings): Promise<void> {
  const matches = holder?.found ?? added.map(({ candidate }) => candidate);
  const best = matches.toSorted((a, b) => b.match.score - a.match.score)[0];
  if (!best) return;
  const alertId = await raiseAlert(tx, {
    transactionId: holder?.orderId ?? null,
    userId,
    type: 'name_match',
    priority: getPriority(best),
    riskScore: best.match.score,
    description: formatDescription(best, holder),
    details: {
      hits: added.map(({ id, candidate }) => ({
        hitId: id,
        party: candidate.party.name,
        score: candidate.match.score,
      })),
      matches: matches.map(formatMatch),
    },
    rules: ['name_match'],
    at,
  });
  const newCase = { userId, kind: 'name_match', title: `Name match: ${best.party.name}`.slice(0, 120) } as const;
  const caseId = await openCase(tx, { ...newCase, alerts: [alertId], by: null, at });
  await linkHits(
    tx,
    added.map(({ id }) => id),
    { alertId, caseId },
  );
}

export const hasClearedMatch = async (tx: Db, userId: string, person: SessionUser): Promise<boolean> =>
  (await findClearers(tx, userId)).some((by) => isSamePerson(person, by));

export type Holder = {
  readonly userId: string;
  readonly names: readonly string[];
  readonly orderId: string | null;
  /** Reference of the order or payment that the payer paid. */
  readonly paidFor?: string;
  readonly pays?: string;
};
type NamedParty = Pick<Holder, 'names'> & { readonly userId: string | null };

const toScreenedCustomer = ({ userId, names }: NamedParty): ScreenedCustomer => ({
  id: userId ?? '',
  names: [...names],
  births: [],
  countries: [],
});

/** Queries providers for a holder's name. Call outside transactions. */
export const queryHolderName = (services: Services, holder: NamedParty): Promise<ListedMatch[]> =>
  queryNamesWithinQuota(
    services,
    toScreenedCustomer(holder),
    holder.userId === null ? 'anonymous' : { userId: holder.userId },
  );

export async function findHolderMatches(tx: Db, holder: NamedParty): Promise<MatchPair[]> {
  const compared = toScreenedCustomer(holder);
  return getPairs(compared, await findListedMatches(tx, compared));
}

type HolderScreening = {
  readonly asked: readonly ListedMatch[];
  readonly at: Date;
  readonly stoppedBy: readonly MatchPair[];
};

/** Raises an alert and a case for a holder. Returns the uncleared matches that are not in `stoppedBy`. */
export async function raiseHolderHits(
  tx: Db,
  holder: Holder,
  { asked, at, stoppedBy }: HolderScreening,
): Promise<MatchPair[]> {
  const compared = toScreenedCustomer(holder);
  const found = [...(await findListedMatches(tx, compared)), ...asked];
  const added = await addNewHits(tx, compared, { found, at, holder: true });
  const uncleared = await findUncleared(tx, holder.userId, getPairs(compared, found));
  const stops = excludeKnownPairs(uncleared, stoppedBy);
  if (added.length > 0 || stops.length > 0)
    await notifyCompliance(tx, holder.userId, { added, at, holder: { ...holder, found } });
  return stops;
}

/** Screens a payer without an account. Stores no hit; the caller stops the money. */
export async function findAnonymousStops(
  tx: Db,
  payer: NamedParty,
  { asked, stoppedBy }: HolderScreening,
): Promise<MatchPair[]> {
  const compared = toScreenedCustomer(payer);
  const found = [...(await findListedMatches(tx, compared)), ...asked];
  return excludeKnownPairs(getPairs(compared, found), stoppedBy);
}

const excludeKnownPairs = (pairs: readonly MatchPair[], stoppedBy: readonly MatchPair[]): MatchPair[] =>
  pairs.filter((pair) => !stoppedBy.some((known) => isSamePair(known, pair)));

const isSamePair = (left: MatchPair, right: MatchPair): boolean =>
  left.source === right.source && left.ref === right.ref && left.hash === right.hash;
