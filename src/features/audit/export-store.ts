import { sql } from 'kysely';
import { allRows, type Db, firstValue } from '../../platform/database.ts';
import type { EntryTexts, Seal } from './chain.ts';
import type { ExportLine, Named } from './export-lines.ts';
import { entryTexts, momentText } from './seal-store.ts';

type Row = Seal & { stands: boolean; erased: boolean } & (EntryTexts | { id: null });

/** A stretch of the chain: behind line `after`, up to line `until`. */
export type Stretch = { readonly after: string; readonly until: string; readonly limit: number };

const ofLine = sql`select from audit_log o where o.id = s.audit_id`;

/** The chain with what the log says now to each line; what row security hides or was erased is kept back, and how. */
export async function exportLines(tx: Db, { after, until, limit }: Stretch): Promise<ExportLine[]> {
  const { rows } = await sql<Row>`
    select s.seq::text, s.previous, s.digest, ${momentText(sql`s.sealed_at`)} "sealedAt", s.hash, ${entryTexts},
           exists (${ofLine}) or app.audit_entry_stands(s.audit_id) stands,
           l.id is null
             and (exists (${ofLine} and o.erased_at is not null) or app.audit_entry_erased(s.audit_id)) erased
      from audit_seals s left join audit_log l on l.id = s.audit_id and l.erased_at is null
     where s.seq > ${after} and s.seq <= ${until} order by s.seq limit ${limit}`.execute(tx);
  return rows.map(({ seq, previous, digest, sealedAt, hash, stands, erased, ...entry }) => {
    const seal = { seq, previous, digest, sealedAt, hash };
    return { ...seal, entry: entry.id === null ? null : (entry as EntryTexts), missing: !stands, erased };
  });
}

/** Which lines of a stretch entries name as erased that none of its lines hold: not sealed yet, or behind. */
export const namedBehind = (tx: Db, { from, until }: Record<'from' | 'until', string>) =>
  allRows<Named>(tx)`
    select n.named, s.seq::text "by"
      from audit_log l left join audit_seals s on s.audit_id = l.id
      cross join lateral (
        select array_agg(x.line order by x.line::bigint) named
          from (select line #>> '{}' line from jsonb_path_query(l.after, 'lax $.lines[*]') line) x
         where case when x.line ~ '^[1-9][0-9]{0,17}$' then x.line::bigint between ${from} and ${until} end) n
     where l.action = 'audit.erased' and l.actor_role = 'system' and l.erased_at is null
       and (s.seq is null or s.seq > ${until}) and n.named is not null
     order by s.seq nulls last, l.id`;

/** The end of the chain as it is now, and how many entries wait behind it. */
export type Anchored = { seq: string; hash: string; sealedAt: Date | null; waiting: number };

export async function headOf(tx: Db): Promise<Anchored> {
  const { rows } = await sql<Anchored>`
    select s.seq::text, s.hash, s.sealed_at "sealedAt",
           (select count(*)::int from audit_log l where l.id > s.audit_id
               and not exists (select from audit_seals o where o.audit_id = l.id)) waiting
      from audit_seals s order by s.seq desc limit 1`.execute(tx);
  return rows[0] ?? { seq: '0', hash: '0'.repeat(64), sealedAt: null, waiting: 0 };
}

/** The hash of one line; null where there is none. */
export const hashAt = (tx: Db, seq: string) => firstValue<string>(tx)`select hash from audit_seals where seq = ${seq}`;
