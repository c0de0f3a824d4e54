import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { EntryTexts, Seal } from './chain.ts';
import type { ExportLine } from './export-lines.ts';
import { entryTexts, momentText } from './seal-store.ts';

type Row = Seal & { stands: boolean } & (EntryTexts | { id: null });

/** A stretch of the chain: behind line `after`, up to line `until`. */
export type Stretch = { readonly after: string; readonly until: string; readonly limit: number };

/** The chain with what the log says now to each line; what row security hides or was erased is kept back. */
export async function exportLines(tx: Db, { after, until, limit }: Stretch): Promise<ExportLine[]> {
  const { rows } = await sql<Row>`
    select s.seq::text, s.previous, s.digest, ${momentText(sql`s.sealed_at`)} "sealedAt", s.hash, ${entryTexts},
           exists (select from audit_log o where o.id = s.audit_id) or app.audit_entry_stands(s.audit_id) stands
      from audit_seals s left join audit_log l on l.id = s.audit_id and l.erased_at is null
     where s.seq > ${after} and s.seq <= ${until} order by s.seq limit ${limit}`.execute(tx);
  return rows.map(({ seq, previous, digest, sealedAt, hash, stands, ...entry }) => {
    const seal = { seq, previous, digest, sealedAt, hash };
    return { ...seal, entry: entry.id === null ? null : (entry as EntryTexts), missing: !stands };
  });
}

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
export async function hashAt(tx: Db, seq: string): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`select hash from audit_seals where seq = ${seq}`.execute(tx);
  return rows[0]?.hash ?? null;
}
