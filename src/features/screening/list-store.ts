import { sql } from 'kysely';
import { type Db, requireRow } from '../../platform/database/database.ts';
import { getComparableAddress } from './address-index.ts';
import { getBlocks } from './names.ts';
import type { Party } from './party.ts';
import type { SourceName } from './sources.ts';
import type { ListDiff, ListVersionView } from './views.ts';

/** Stores weak names as facts, so that a weak name that becomes strong changes the party. */
const getWeakNames = (names: Party['names']) => {
  const weak = names.filter((entry) => entry.weak).map(({ name }) => name);
  return weak.length > 0 && { weak };
};

const toStagedRow = ({ ref, kind, category, names, births, countries, programmes, addresses }: Party) => ({
  party_ref: ref,
  kind,
  category,
  name: names[0]?.name ?? '',
  facts: { aliases: names.slice(1).map(({ name }) => name), births, countries, ...getWeakNames(names) },
  programmes,
  names: names.map(({ name, weak }) => ({ name, weak, blocks: getBlocks(name) })),
  addresses: [...new Map(addresses.map(({ tag, address }) => [`${tag} ${address}`, { tag, address }])).values()].map(
    ({ tag, address }) => ({ tag, shown: address, address: getComparableAddress(address) }),
  ),
});

export const stageParties = (tx: Db, importId: string, batch: readonly Party[]) =>
  sql`insert into sanctions_staging (import_id, party_ref, kind, category, name, facts, programmes, names, addresses)
    select ${importId}::uuid, party_ref, kind, category, name, facts, programmes, names, addresses
      from jsonb_to_recordset(${JSON.stringify(batch.map(toStagedRow))}::jsonb)
        as x(party_ref text, kind text, category text, name text, facts jsonb, programmes jsonb, names jsonb, addresses jsonb)
    on conflict do nothing`.execute(tx);

export const stageProgrammes = (
  tx: Db,
  importId: string,
  batch: readonly { of: string; programmes: readonly string[] }[],
) =>
  sql`update sanctions_staging s set programmes = x.programmes
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as x("of" text, programmes jsonb)
       where s.import_id = ${importId} and s.party_ref = x.of`.execute(tx);

export const clearStaging = (tx: Db, importId: string) =>
  sql`delete from sanctions_staging where import_id = ${importId}`.execute(tx);

export type Counts = { readonly parties: number; readonly names: number; readonly addresses: number };

export const countStaged = (tx: Db, importId: string) =>
  requireRow<Counts>(tx)`
    select count(*)::int parties, coalesce(sum(jsonb_array_length(names)), 0)::int names,
           (select count(distinct a->>'address')::int from sanctions_staging s, jsonb_array_elements(s.addresses) a
             where s.import_id = ${importId}) addresses
      from sanctions_staging where import_id = ${importId}`;

export type ActiveList = Counts & { readonly publishedOn: string | null; readonly sha256: string | null };

/** Locks a source and returns its active list. The lock serializes imports of one source. */
export async function lockSource(tx: Db, source: SourceName): Promise<ActiveList> {
  // Nested loops would take minutes, because staged rows have no statistics yet.
  await sql`select set_config('enable_nestloop', 'off', true), set_config('statement_timeout', '120000', true)`.execute(
    tx,
  );
  // Reads in a separate statement, to see the result of an import that held the lock.
  await sql`select 1 from sanctions_sources where source = ${source} for update`.execute(tx);
  const { rows } = await sql<ActiveList>`
    select l.published_on "publishedOn", l.sha256, coalesce(l.parties, 0) parties, coalesce(l.names, 0) names,
           coalesce(l.addresses, 0) addresses
      from sanctions_sources s left join sanctions_lists l on l.id = s.list_id
     where s.source = ${source}`.execute(tx);
  return rows[0] ?? { publishedOn: null, sha256: null, parties: 0, names: 0, addresses: 0 };
}

const stagedSql = (importId: string) => sql`staged as materialized (
  select s.party_ref, s.kind, s.category, s.name, s.facts || jsonb_build_object('programmes', s.programmes) facts,
         s.names, s.addresses,
         encode(sha256(convert_to(jsonb_build_array(s.kind, s.category, s.name, s.facts, s.programmes, s.addresses)::text,
           'utf8')), 'hex') facts_hash
    from sanctions_staging s where s.import_id = ${importId})`;

const activePartiesSql = (source: SourceName) => sql`active as materialized (
  select id, party_ref, name, facts_hash from sanctions_parties where source = ${source} and until_list is null)`;

const sampleSql = (table: string) =>
  sql`(select coalesce(jsonb_agg(x.shown), '[]') from (select shown from ${sql.ref(table)} order by shown limit 10) x)`;
const countSql = (table: string) => sql`(select count(*) from ${sql.ref(table)})`;

export async function compareStaged(tx: Db, source: SourceName, importId: string): Promise<ListDiff> {
  const { diff } = await requireRow<{ diff: ListDiff }>(tx)`
    with ${stagedSql(importId)}, ${activePartiesSql(source)},
    added as (select n.party_ref || ' ' || n.name shown from staged n
               where not exists (select from active o where o.party_ref = n.party_ref)),
    removed as (select o.party_ref || ' ' || o.name shown from active o
                 where not exists (select from staged n where n.party_ref = o.party_ref)),
    changed as (select n.party_ref || ' ' || n.name shown from staged n join active o using (party_ref)
                 where o.facts_hash <> n.facts_hash),
    before as (select distinct a.address shown from active o join sanctions_addresses a on a.party_id = o.id),
    after as (select distinct a->>'address' shown from staged n, jsonb_array_elements(n.addresses) a),
    added_addresses as (select shown from after except select shown from before),
    removed_addresses as (select shown from before except select shown from after)
    select jsonb_build_object(
      'parties', jsonb_build_object('added', ${countSql('added')}, 'removed', ${countSql('removed')}, 'changed', ${countSql('changed')}),
      'addresses', jsonb_build_object('added', ${countSql('added_addresses')}, 'removed', ${countSql('removed_addresses')}),
      'samples', jsonb_build_object('added', ${sampleSql('added')}, 'removed', ${sampleSql('removed')},
        'changed', ${sampleSql('changed')}, 'addedAddresses', ${sampleSql('added_addresses')},
        'removedAddresses', ${sampleSql('removed_addresses')})) diff`;
  return diff;
}

export type NewVersion = ListVersionView & { readonly asOf: Date };

export async function activateVersion(tx: Db, importId: string, version: NewVersion): Promise<void> {
  const { id, source } = version;
  await sql`with ${stagedSql(importId)}
    update sanctions_parties p set until_list = ${id} where p.source = ${source} and p.until_list is null
       and not exists (select from staged n where n.party_ref = p.party_ref and n.facts_hash = p.facts_hash)`.execute(
    tx,
  );
  await sql`with ${stagedSql(importId)}, ${activePartiesSql(source)}, added as (
      insert into sanctions_parties (source, party_ref, kind, category, name, facts, facts_hash, since_list)
      select ${source}, n.party_ref, n.kind, n.category, n.name, n.facts, n.facts_hash, ${id} from staged n
       where not exists (select from active o where o.party_ref = n.party_ref)
      returning id, party_ref
    ), named as (
      insert into sanctions_names (party_id, name, weak, blocks)
      select a.id, x->>'name', (x->>'weak')::boolean, array(select jsonb_array_elements_text(x->'blocks'))
        from added a join staged n using (party_ref), jsonb_array_elements(n.names) x
    )
    insert into sanctions_addresses (party_id, address, shown, tag)
    select distinct on (a.id, x->>'address', x->>'tag') a.id, x->>'address', x->>'shown', x->>'tag'
      from added a join staged n using (party_ref), jsonb_array_elements(n.addresses) x`.execute(tx);
  await insertVersion(tx, version);
}

async function insertVersion(tx: Db, version: NewVersion): Promise<void> {
  await sql`insert into sanctions_lists (id, source, published_on, sha256, origin, file_name, imported_at, imported_by,
      parties, names, addresses, diff)
    values (${version.id}, ${version.source}, ${version.publishedOn}, ${version.sha256}, ${version.origin}, ${version.fileName}, ${version.importedAt},
      ${version.importedBy}, ${version.parties}, ${version.names}, ${version.addresses}, ${JSON.stringify(version.diff)})`.execute(
    tx,
  );
  await sql`update sanctions_sources set list_id = ${version.id}, as_of = ${version.asOf}, asked_at = ${version.importedAt}, failure = null
    where source = ${version.source}`.execute(tx);
}

/** Confirms that the active list is still the newest. Never sets an earlier `as_of`. */
export const confirmVersion = (tx: Db, source: SourceName, { now, asOf }: { now: Date; asOf: Date }) =>
  sql`update sanctions_sources set asked_at = ${now}, failure = null, as_of = greatest(as_of, ${asOf})
    where source = ${source} and list_id is not null`.execute(tx);

export const recordFailure = (tx: Db, source: SourceName, { now, why }: { now: Date; why: string }) =>
  sql`update sanctions_sources set asked_at = ${now}, failure = ${why} where source = ${source}`.execute(tx);

export const saveRules = (
  tx: Db,
  rules: readonly { source: SourceName; needed: boolean; allowedHours: number | null }[],
) =>
  sql`update sanctions_sources s set needed = x.needed, allowed_hours = x."allowedHours"
        from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as x(source text, needed boolean, "allowedHours" int)
       where s.source = x.source
         and (s.needed, s.allowed_hours) is distinct from (x.needed, x."allowedHours")`.execute(tx);
