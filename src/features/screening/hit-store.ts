import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstRow, firstValue } from '../../platform/database.ts';
import { byHand } from './by-hand.ts';
import type { HitState } from './filters.ts';
import type { Candidate } from './match-party.ts';
import { type SourceName, sourceNames } from './sources.ts';
import type { HitDetails, HitView, WaitingClearance } from './views.ts';

export type ScreenedCustomer = {
  readonly id: string;
  readonly names: string[];
  /** As `1990-04-12`: at sign-up, and on papers. */
  readonly births: string[];
  readonly countries: string[];
};

/**
 * Customers with the names and dates of birth they gave: at sign-up, and in their identity checks, decided or not.
 * Of closed accounts those that can still pay, be paid or be paid back: an order or a payment of theirs goes on, or its
 * money lies here.
 */
const customers = sql`select p.id,
    array(select distinct n from unnest(array[p.first_name || ' ' || p.last_name, p.display_name]
      || array(select k.data->>'full_name' from kyc_submissions k where k.user_id = p.id and k.status = 'approved')
      || array(select k.data->>'full_name' from kyc_submissions k where k.user_id = p.id
             and k.tier = 1 order by k.created_at desc limit 10)) n where n <> '') names,
    array(select distinct b from unnest(array[p.date_of_birth::text]
      || array(select k.data->>'date_of_birth' from kyc_submissions k where k.user_id = p.id)) b where b <> '') births,
    array(select distinct c from unnest(array[p.nationality, p.country_of_residence, p.declared_country]) c
      where c <> '') countries
  from profiles p`;

const servedStill = sql`p.closed_at is not null and (exists (select from transactions t
    where t.user_id = p.id and (t.status in ('pending', 'processing') or t.awaits_staff))
  or exists (select from payments d where d.user_id = p.id and d.ended is null and d.pay_in = 'awaiting')
  or exists (select app.payments_under_way(p.id)))`;

export const customerToScreen = (tx: Db, { userId }: { userId: string }) =>
  firstRow<ScreenedCustomer>(tx)`
    ${customers} where p.id = ${userId} and (p.closed_at is null or ${servedStill})`;

/** Whether somebody showed us who they are: their papers were approved, and what they gave since was not rejected. */
export const isIdentified = (tx: Db, userId: string) =>
  anyRow(tx)`select from kyc_submissions k where k.user_id = ${userId} and k.tier = 1
    and k.status = 'approved' and not exists (select from kyc_submissions r where r.user_id = k.user_id and r.tier = 1
      and r.status = 'rejected' and r.created_at > k.created_at) limit 1`;

/** The next customers in the order of their ids; nobody who has not shown yet that they read their address. */
export async function customersAfter(tx: Db, after: string | null, many: number): Promise<ScreenedCustomer[]> {
  const from = after === null ? sql`` : sql`and p.id > ${after}`;
  return allRows<ScreenedCustomer>(tx)`
    ${customers} where (p.closed_at is null and app.address_proved(p.id) or ${servedStill}) ${from}
     order by p.id limit ${many}`;
}

export type ListedCandidate = Candidate & {
  readonly source: SourceName;
  readonly partyRef: string;
  readonly listId: string;
  readonly factsHash: string;
};

/**
 * Listed parties of whatever list is in force that share a block with a name: people, companies, anything that a list
 * knows, since whoever signs up types the name.
 */
export const candidatesFor = (tx: Db, blocks: readonly string[]) =>
  allRows<ListedCandidate>(tx)`
    select p.source, p.party_ref "partyRef", s.list_id "listId", p.facts_hash "factsHash", p.name, p.category,
           p.facts->'aliases' aliases, p.facts->'births' births, p.facts->'countries' countries,
           p.facts->'programmes' programmes,
           (select jsonb_agg(jsonb_build_object('name', n.name, 'weak', n.weak)) from sanctions_names n
             where n.party_id = p.id and n.blocks && ${[...blocks]}::text[]) "listedNames"
      from sanctions_parties p join sanctions_sources s on s.source = p.source
     where p.id in (select n.party_id from sanctions_names n where n.blocks && ${[...blocks]}::text[])
       and p.until_list is null`;

export type NewHit = {
  readonly userId: string;
  readonly source: string;
  readonly partyRef: string;
  readonly listId: string | null;
  readonly score: number;
  readonly pairHash: string;
  readonly details: HitDetails;
  readonly at: Date;
};

/**
 * Adds a hit and answers its id; null where this pair is known in these very facts, or waits for a person already, or
 * was confirmed. Names to compare by hand wait one act's at a time: whoever clears them has the next ones found.
 */
export async function addHit(tx: Db, hit: NewHit): Promise<string | null> {
  const inTurn = sql`and not exists (select from name_hits w where w.user_id = ${hit.userId} and w.source = ${byHand}
    and w.state = 'open' and w.created_at < ${hit.at}::timestamptz)`;
  return firstValue<string>(tx)`
    insert into name_hits (user_id, source, party_ref, list_id, score, pair_hash, details, created_at)
    select ${hit.userId}, ${hit.source}, ${hit.partyRef}, ${hit.listId}::uuid, ${hit.score}::int, ${hit.pairHash},
           ${JSON.stringify(hit.details)}::jsonb, ${hit.at}::timestamptz
     where not exists (select from name_hits h where h.user_id = ${hit.userId} and h.source = ${hit.source}
       and h.party_ref = ${hit.partyRef} and h.state <> 'cleared') ${hit.source === byHand ? inTurn : sql``}
    on conflict do nothing returning id`;
}

/** A customer, or whom they named, with a listed party, and what both were known by. */
export type PairOfFacts = { readonly source: string; readonly ref: string; readonly hash: string };

/** How many matches of a customer nobody decided: those that wait, and those of these pairs that are not known yet. */
export const undecidedOf = async (tx: Db, userId: string, pairs: readonly PairOfFacts[]) =>
  (await firstValue<number>(tx)`
    select (select count(*) from name_hits h where h.user_id = ${userId} and h.state = 'open')::int
      + (select count(*) from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) x(source text, ref text, hash text)
          where not exists (select from name_hits h where h.user_id = ${userId} and h.source = x.source
            and h.party_ref = x.ref and (h.pair_hash = x.hash or h.state <> 'cleared')))::int n`) ?? 0;

/** Those of these pairs that nobody cleared. */
export const unclearedOf = (tx: Db, userId: string, pairs: readonly PairOfFacts[]) =>
  allRows<PairOfFacts>(tx)`
    select x.* from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) x(source text, ref text, hash text)
     where not exists (select from name_hits h where h.user_id = ${userId} and h.source = x.source
       and h.party_ref = x.ref and h.pair_hash = x.hash and h.state = 'cleared')`;

export const linkHits = (tx: Db, ids: readonly string[], to: { alertId: string; caseId: string }) =>
  sql`update name_hits set alert_id = ${to.alertId}, case_id = ${to.caseId}
    where id = any(${[...ids]}::uuid[])`.execute(tx);

type HitRow = Omit<HitView, 'sourceName' | 'mayDecide' | 'waiting'> & {
  waiting: (Omit<WaitingClearance, 'mine'> & { by: string }) | null;
};

const hitColumns = sql`h.id, h.user_id "userId", p.first_name || ' ' || p.last_name "customerName", p.email, h.source,
  h.party_ref "partyRef", h.score, h.details, h.state, h.case_id "caseId", h.created_at "createdAt",
  w.display_name "decidedBy", h.decided_at "decidedAt", h.reason_code "reasonCode", h.note,
  case when q.id is not null then jsonb_build_object('proposalId', q.id, 'by', q.proposed_by,
    'proposedBy', (select a.display_name from profiles a where a.id = q.proposed_by),
    'reasonCode', q.payload -> 'reasonCode', 'note', q.payload -> 'note') end waiting`;
const hitTables = sql`name_hits h join profiles p on p.id = h.user_id left join profiles w on w.id = h.decided_by
  left join proposals q on q.kind = 'match' and q.subject = h.id::text and q.state = 'open'`;

const waitingOf = ({ waiting }: HitRow, asker: string): HitView['waiting'] => {
  if (!waiting) return null;
  const { by, ...said } = waiting;
  return { ...said, mine: by === asker };
};

const viewOf = (row: HitRow, asker: string): HitView => ({
  ...row,
  waiting: waitingOf(row, asker),
  sourceName: sourceNames[row.source as SourceName] ?? row.source,
  mayDecide: row.state === 'open' && row.userId !== asker,
});

export type HitsWish = { state: HitState; userId?: string | undefined; before?: string | undefined };

/** Hits of a state, newest first; one more than asked for shows that there are more. Never those of whoever asks. */
export async function hitsOf(tx: Db, { state, userId, before }: HitsWish, about: { asker: string; many: number }) {
  const of = userId === undefined ? sql`` : sql`and h.user_id = ${userId}`;
  const from = before === undefined ? sql`` : sql`and h.id < ${before}`;
  const { rows } = await sql<HitRow>`select ${hitColumns} from ${hitTables}
     where h.state = ${state} and h.user_id <> ${about.asker} ${of} ${from}
     order by h.id desc limit ${about.many + 1}`.execute(tx);
  return rows.map((row) => viewOf(row, about.asker));
}

/**
 * The hit, locked while it is open: of two people deciding at once the second waits here and then finds it decided.
 * What is decided cannot be locked, since the database lets nobody change it.
 */
export async function hitById(tx: Db, id: string, asker: string): Promise<HitView | null> {
  const which = sql`select ${hitColumns} from ${hitTables} where h.id = ${id}`;
  const row = (await firstRow<HitRow>(tx)`${which} for update of h`) ?? (await firstRow<HitRow>(tx)`${which}`);
  return row && viewOf(row, asker);
}

/** Who cleared matches of a customer alone. Where two agreed, two looked: either may go on. */
export async function clearersOf(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ by: string }>`
    select distinct decided_by "by" from name_hits where user_id = ${userId} and state = 'cleared'
      and not exists (select from proposals q where q.kind = 'match' and q.subject = name_hits.id::text
        and q.state = 'approved')`.execute(tx);
  return rows.map(({ by }) => by);
}

export type HitDecision = { state: 'cleared' | 'confirmed'; by: string; at: Date; reasonCode: string; note: string };

export async function decideHitRow(
  tx: Db,
  id: string,
  { state, by, at, reasonCode, note }: HitDecision,
): Promise<void> {
  await sql`update name_hits set state = ${state}, decided_by = ${by}, decided_at = ${at}, reason_code = ${reasonCode},
      note = ${note} where id = ${id} and state = 'open'`.execute(tx);
}
