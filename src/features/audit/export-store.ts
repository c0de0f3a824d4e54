import { sql } from 'kysely';
import { allRows, type Db, firstValue } from '../../platform/database/database.ts';
import type { EntryTexts, Seal } from './chain.ts';
import type { ExportLine, LaterErasures } from './export-format.ts';
import { entryColumns, timestampText } from './seal-store.ts';

type Row = Seal & { present: boolean; erased: boolean } & (EntryTexts | { id: null });

export type ChainRange = { readonly after: string; readonly until: string; readonly limit: number };

const entryOfSeal = sql`select from audit_log o where o.id = s.audit_id`;

/** Loads chain lines with their current entries. Hidden and erased entries come without content. */
export async function loadExportLines(tx: Db, { after, until, limit }: ChainRange): Promise<ExportLine[]> {
  const { rows } = await sql<Row>`
    select s.seq::text, s.previous, s.digest, ${timestampText(sql`s.sealed_at`)} "sealedAt", s.hash, ${entryColumns},
           exists (${entryOfSeal}) or app.audit_entry_exists(s.audit_id) present,
           l.id is null
             and (exists (${entryOfSeal} and o.erased_at is not null) or app.audit_entry_erased(s.audit_id)) erased
      from audit_seals s left join audit_log l on l.id = s.audit_id and l.erased_at is null
     where s.seq > ${after} and s.seq <= ${until} order by s.seq limit ${limit}`.execute(tx);
  return rows.map(({ seq, previous, digest, sealedAt, hash, present, erased, ...entry }) => {
    const seal = { seq, previous, digest, sealedAt, hash };
    return { ...seal, entry: entry.id === null ? null : (entry as EntryTexts), missing: !present, erased };
  });
}

/** Finds erasures of lines in this range that later or unsealed entries record. */
export const findLaterErasures = (tx: Db, { from, until }: Record<'from' | 'until', string>) =>
  allRows<LaterErasures>(tx)`
    select n.named, s.seq::text "by"
      from audit_log l left join audit_seals s on s.audit_id = l.id
      cross join lateral (
        select array_agg(x.line order by x.line::bigint) named
          from (select line #>> '{}' line from jsonb_path_query(l.after, 'lax $.lines[*]') line) x
         where case when x.line ~ '^[1-9][0-9]{0,17}$' then x.line::bigint between ${from} and ${until} end) n
     where l.action = 'audit.erased' and l.actor_role = 'system' and l.erased_at is null
       and (s.seq is null or s.seq > ${until}) and n.named is not null
     order by s.seq nulls last, l.id`;

export type ChainHead = { seq: string; hash: string; sealedAt: Date | null; waiting: number };

export async function loadChainHead(tx: Db): Promise<ChainHead> {
  const { rows } = await sql<ChainHead>`
    select s.seq::text, s.hash, s.sealed_at "sealedAt",
           (select count(*)::int from audit_log l where l.id > s.audit_id
               and not exists (select from audit_seals o where o.audit_id = l.id)) waiting
      from audit_seals s order by s.seq desc limit 1`.execute(tx);
  return rows[0] ?? { seq: '0', hash: '0'.repeat(64), sealedAt: null, waiting: 0 };
}

export const findHashAt = (tx: Db, seq: string) =>
  firstValue<string>(tx)`select hash from audit_seals where seq = ${seq}`;
