import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue, hasRow } from '../../platform/database/database.ts';
import type { ProfileName } from '../ledger/names.ts';
import type { HitState } from './filters.ts';
import { type Candidate, manualSource } from './match-party.ts';
import { type SourceName, sourceNames } from './sources.ts';
import type { HitDetails, HitView, WaitingClearance } from './views.ts';

/** Named payer of an order, a payment or unallocated funds, or payee of a sale. */
export type Payer = {
  readonly movementId: string;
  /** Id of the order or payment; for unallocated funds, of the movement. */
  readonly dueId: string;
  readonly userId: string | null;
  readonly names: readonly [string];
  /** True for a payee, false for a payer. */
  readonly isPaid: boolean;
  /** Approved name, or null. */
  readonly customer: ProfileName | null;
  /** Matches that already stopped the payer. Later decisions of staff do not matter. */
  readonly stoppedBy: readonly MatchPair[];
};

/** Replaces the list version for a customer's own approved name, which is screened with the customer. */
export const ownNameVersion = 'own_name';

const payerNameSql = sql`coalesce(nullif(btrim(m.holder), ''), t.account_holder_name)`;
const payersSql = sql`select c.movement_id "movementId", c.due_id "dueId", c.user_id "userId", array[${payerNameSql}] names,
    coalesce(btrim(m.holder), '') = '' "isPaid", c.stopped_by "stoppedBy",
    case when app.has_approved_name(p.id) then jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name,
      'displayName', null) end customer
  from payer_screenings c join movements m on m.id = c.movement_id left join transactions t on t.id = m.order_id
    left join profiles p on p.id = c.user_id`;
const isOwnNameSql = sql`(c.list_versions is not distinct from ${ownNameVersion} and app.has_approved_name(c.user_id))`;
const isNamedSql = sql`${payerNameSql} is not null
  and not exists (select from movements o where o.reverses_id = m.id and o.direction = 'off')`;

export const findPayer = (tx: Db, movementId: string) =>
  firstRow<Payer>(tx)`${payersSql} where c.movement_id = ${movementId}`;

export const findPayers = (tx: Db, dueId: string) =>
  allRows<Payer>(tx)`${payersSql}
     where c.due_id = ${dueId} and not ${isOwnNameSql} and ${isNamedSql}
     order by c.movement_id`;

export type PaidFor = 'order' | 'payment' | 'nothing';

type Page = { readonly version: string; readonly after: string | null };

const dueJoinSql = {
  order: sql`join transactions d on d.id = c.due_id and (d.awaits_staff or (d.status = 'pending' and d.pay_in = 'awaiting'))`,
  payment: sql`join payments d on d.id = c.due_id and d.awaits_staff and d.pay_in = 'received'`,
  nothing: sql`join unallocated_funds d on d.movement_id = c.movement_id`,
} as const satisfies Record<PaidFor, unknown>;

/** Finds at most 100 payers. Includes stopped payers without a hit left to decide, because the party was cleared. */
export async function findUncomparedPayers(tx: Db, kind: PaidFor, { version, after }: Page): Promise<Payer[]> {
  const undecidableSql = sql`c.user_id is not null and exists (select from jsonb_to_recordset(c.stopped_by) s(source text, ref text, hash text)
    where not exists (select from name_hits h where h.user_id = c.user_id and h.source = s.source
      and h.party_ref = s.ref and (h.state <> 'cleared' or h.pair_hash = s.hash)))`;
  return allRows<Payer>(tx)`${payersSql} ${dueJoinSql[kind]}
     where not ${isOwnNameSql} and ${isNamedSql}
       and (c.list_versions is distinct from ${version} or ${undecidableSql})
       ${after === null ? sql`` : sql`and c.movement_id > ${after}`} order by c.movement_id limit 100`;
}

type PayerScreening = { readonly version: string; readonly stops?: readonly MatchPair[] };

export const recordPayerScreening = (tx: Db, { movementId }: Payer, { version, stops = [] }: PayerScreening) =>
  sql`update payer_screenings set list_versions = ${version}, stopped_by = stopped_by || array_to_json(array(
       select m || jsonb_build_object('at', clock_timestamp()) from jsonb_array_elements(${JSON.stringify(stops)}::jsonb) m
     ))::jsonb where movement_id = ${movementId}`.execute(tx);

/** Returns true when two officers released the funds despite every match in `found`, or cleared their sender. */
export const isUnallocatedPayerCleared = async (tx: Db, movementId: string, found: readonly MatchPair[]) =>
  (await firstValue<boolean>(tx)`
    select app.is_unallocated_payer_decided_for_staff(${movementId}, ${JSON.stringify(found)}::jsonb) clear`) === true;

/** Returns true when compliance cleared all matches or two officers released the order. False before screening. */
export const areHoldersCleared = async (tx: Db, dueId: string, found: readonly MatchPair[]) =>
  (await firstValue<boolean>(tx)`
    select app.are_names_cleared_for_staff(${dueId}, ${JSON.stringify(found)}::jsonb) clear`) === true;

export type ScreenedCustomer = {
  readonly id: string;
  readonly names: string[];
  readonly births: string[];
  readonly countries: string[];
};

/** Selects names and birth dates from sign-up and from identity checks, including undecided ones. */
const customersSql = sql`select p.id,
    array(select distinct n from unnest(array[btrim(p.first_name || ' ' || p.last_name), p.display_name]
      || array(select k.data->>'full_name' from kyc_submissions k where k.user_id = p.id and k.status = 'approved')
      || array(select k.data->>'full_name' from kyc_submissions k where k.user_id = p.id
             and k.tier = 1 order by k.created_at desc limit 10)) n where n <> '') names,
    array(select distinct b from unnest(array[p.date_of_birth::text]
      || array(select k.data->>'date_of_birth' from kyc_submissions k where k.user_id = p.id)) b where b <> '') births,
    array(select distinct c from unnest(array[p.nationality, p.country_of_residence, p.declared_country]) c
      where c <> '') countries
  from profiles p`;

const isStillServedSql = sql`p.closed_at is not null and (exists (select from transactions t
    where t.user_id = p.id and (t.status in ('pending', 'processing') or t.awaits_staff))
  or exists (select from payments d where d.user_id = p.id and d.ended is null and d.pay_in = 'awaiting')
  or exists (select app.payments_in_progress(p.id)))`;

export const findCustomerToScreen = (tx: Db, { userId }: { userId: string }) =>
  firstRow<ScreenedCustomer>(tx)`
    ${customersSql} where p.id = ${userId} and (p.closed_at is null or ${isStillServedSql})`;

/** Returns true when Tier 1 was approved and no later submission was rejected. */
export const isIdentified = (tx: Db, userId: string) =>
  hasRow(tx)`select from kyc_submissions k where k.user_id = ${userId} and k.tier = 1
    and k.status = 'approved' and not exists (select from kyc_submissions r where r.user_id = k.user_id and r.tier = 1
      and r.status = 'rejected' and r.created_at > k.created_at) limit 1`;

/** Finds the next customers by id. Excludes customers without a confirmed email address. */
export async function findCustomersAfter(tx: Db, after: string | null, limit: number): Promise<ScreenedCustomer[]> {
  const afterFilter = after === null ? sql`` : sql`and p.id > ${after}`;
  return allRows<ScreenedCustomer>(tx)`
    ${customersSql} where (p.closed_at is null and app.is_email_verified(p.id) or ${isStillServedSql}) ${afterFilter}
     order by p.id limit ${limit}`;
}

export type ListedCandidate = Candidate & {
  readonly source: SourceName;
  readonly partyRef: string;
  readonly listId: string;
  readonly factsHash: string;
};

export const findCandidates = (tx: Db, blocks: readonly string[]) =>
  allRows<ListedCandidate>(tx)`
    with matched as materialized (
      select party_id, jsonb_agg(jsonb_build_object('name', name, 'weak', weak)) names
        from sanctions_names where blocks && ${[...blocks]}::text[] group by 1)
    select p.source, p.party_ref "partyRef", s.list_id "listId", p.facts_hash "factsHash", p.name, p.category,
           p.facts->'aliases' aliases, p.facts->'births' births, p.facts->'countries' countries,
           p.facts->'programmes' programmes, m.names "listedNames"
      from matched m join sanctions_parties p on p.id = m.party_id join sanctions_sources s on s.source = p.source
     where p.until_list is null`;

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

/** Stores a hit and returns its id. Null for a pair with a hit, and while an older manual comparison is open. */
export async function addHit(tx: Db, hit: NewHit): Promise<string | null> {
  const noOlderManualHit = sql`and not exists (select from name_hits w where w.user_id = ${hit.userId} and w.source = ${manualSource}
    and w.state = 'open' and w.created_at < ${hit.at}::timestamptz)`;
  return firstValue<string>(tx)`
    insert into name_hits (user_id, source, party_ref, list_id, score, pair_hash, details, created_at)
    select ${hit.userId}, ${hit.source}, ${hit.partyRef}, ${hit.listId}::uuid, ${hit.score}::int, ${hit.pairHash},
           ${JSON.stringify(hit.details)}::jsonb, ${hit.at}::timestamptz
     where not exists (select from name_hits h where h.user_id = ${hit.userId} and h.source = ${hit.source}
       and h.party_ref = ${hit.partyRef} and h.state <> 'cleared') ${hit.source === manualSource ? noOlderManualHit : sql``}
    on conflict do nothing returning id`;
}

export type MatchPair = { readonly source: string; readonly ref: string; readonly hash: string };

/** Counts open hits, plus the given pairs that are not stored yet. */
export const countUndecided = async (tx: Db, userId: string, pairs: readonly MatchPair[]) =>
  (await firstValue<number>(tx)`
    select (select count(*) from name_hits h where h.user_id = ${userId} and h.state = 'open')::int
      + (select count(*) from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) x(source text, ref text, hash text)
          where not exists (select from name_hits h where h.user_id = ${userId} and h.source = x.source
            and h.party_ref = x.ref and (h.pair_hash = x.hash or h.state <> 'cleared')))::int n`) ?? 0;

export const findUncleared = (tx: Db, userId: string, pairs: readonly MatchPair[]) =>
  allRows<MatchPair>(tx)`
    select x.* from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) x(source text, ref text, hash text)
     where not exists (select from name_hits h where h.user_id = ${userId} and h.source = x.source
       and h.party_ref = x.ref and h.pair_hash = x.hash and h.state = 'cleared')`;

export const linkHits = (tx: Db, ids: readonly string[], to: { alertId: string; caseId: string }) =>
  sql`update name_hits set alert_id = ${to.alertId}, case_id = ${to.caseId}
    where id = any(${[...ids]}::uuid[])`.execute(tx);

type HitRow = Omit<HitView, 'sourceName' | 'mayDecide' | 'waiting'> & {
  waiting: (Omit<WaitingClearance, 'isOwn'> & { by: string }) | null;
};

const hitColumns = sql`h.id, h.user_id "userId", p.first_name || ' ' || p.last_name "customerName", p.email, h.source,
  h.party_ref "partyRef", h.score, h.details, h.state, h.case_id "caseId", h.created_at "createdAt",
  w.display_name "decidedBy", h.decided_at "decidedAt", h.reason_code "reasonCode", h.note,
  case when q.id is not null then jsonb_build_object('proposalId', q.id, 'by', q.proposed_by,
    'proposedBy', (select a.display_name from profiles a where a.id = q.proposed_by),
    'reasonCode', q.payload -> 'reasonCode', 'note', q.payload -> 'note') end waiting`;
const hitTables = sql`name_hits h join profiles p on p.id = h.user_id left join profiles w on w.id = h.decided_by
  left join proposals q on q.kind = 'match' and q.subject = h.id::text and q.state = 'open'`;

const getWaiting = ({ waiting }: HitRow, viewerId: string): HitView['waiting'] => {
  if (!waiting) return null;
  const { by, ...clearance } = waiting;
  return { ...clearance, isOwn: by === viewerId };
};

const toHitView = (row: HitRow, viewerId: string): HitView => ({
  ...row,
  waiting: getWaiting(row, viewerId),
  sourceName: sourceNames[row.source as SourceName] ?? row.source,
  mayDecide: row.state === 'open' && row.userId !== viewerId,
});

export type HitsQuery = { state: HitState; userId?: string | undefined; before?: string | undefined };

/** Finds hits, newest first, with one extra row to detect another page. Excludes hits about the viewer. */
export async function findHits(
  tx: Db,
  { state, userId, before }: HitsQuery,
  options: { viewerId: string; limit: number },
) {
  const userFilter = userId === undefined ? sql`` : sql`and h.user_id = ${userId}`;
  const beforeFilter = before === undefined ? sql`` : sql`and h.id < ${before}`;
  const { rows } = await sql<HitRow>`select ${hitColumns} from ${hitTables}
     where h.state = ${state} and h.user_id <> ${options.viewerId} ${userFilter} ${beforeFilter}
     order by h.id desc limit ${options.limit + 1}`.execute(tx);
  return rows.map((row) => toHitView(row, options.viewerId));
}

/** Locks the hit while it is open. Decided hits can't be locked, since their rows are immutable. */
export async function lockHit(tx: Db, id: string, viewerId: string): Promise<HitView | null> {
  const query = sql`select ${hitColumns} from ${hitTables} where h.id = ${id}`;
  const row = (await firstRow<HitRow>(tx)`${query} for update of h`) ?? (await firstRow<HitRow>(tx)`${query}`);
  return row && toHitView(row, viewerId);
}

/** Returns the id of the hit's alert when all hits of that alert are cleared, else null. */
export const findAnsweredAlert = (tx: Db, hitId: string) =>
  firstValue<string>(tx)`
    select h.alert_id from name_hits h where h.id = ${hitId} and h.alert_id is not null
      and not exists (select from name_hits o
        where o.user_id = h.user_id and o.alert_id = h.alert_id and o.state <> 'cleared')`;

/** Finds staff who cleared a hit of the customer without a second person. */
export async function findClearers(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ by: string }>`
    select distinct decided_by "by" from name_hits where user_id = ${userId} and state = 'cleared'
      and not exists (select from proposals q where q.kind = 'match' and q.subject = name_hits.id::text
        and q.state = 'approved')`.execute(tx);
  return rows.map(({ by }) => by);
}

export type HitDecision = { state: 'cleared' | 'confirmed'; by: string; at: Date; reasonCode: string; note: string };

export async function updateHitDecision(
  tx: Db,
  id: string,
  { state, by, at, reasonCode, note }: HitDecision,
): Promise<void> {
  await sql`update name_hits set state = ${state}, decided_by = ${by}, decided_at = ${at}, reason_code = ${reasonCode},
      note = ${note} where id = ${id} and state = 'open'`.execute(tx);
}
