import { sql } from 'kysely';
import { type Db, whoAsks } from '../../../platform/database.ts';
import type { Indicator } from '../indicators/indicator.ts';
import type { MatterPage } from './desk-schema.ts';
import type { DeskIndicator, DeskNote, DeskPublication, DeskReport, DeskVerdict, MatterLine } from './shapes.ts';

type Wanted = Pick<MatterPage, 'view' | 'kind' | 'after'> & {
  /** Only those that name one of these; null where nothing was looked for. */
  readonly naming: readonly Indicator[] | null;
  readonly limit: number;
};

const ofKind = (kind: string) =>
  sql`and exists (select from scam_reports r join scam_report_indicators l on l.report_id = r.id
    join scam_indicators i on i.id = l.indicator_id where r.matter_id = m.id and i.kind = ${kind})`;

/** Found from the thing itself, by the one index of them. */
const whichName = (things: readonly Indicator[]) =>
  sql`and m.id in (select r.matter_id
      from unnest(${things.map(({ kind }) => kind)}::text[], ${things.map(({ scope }) => scope)}::text[],
        ${things.map(({ value }) => value)}::text[]) a (kind, scope, value)
      join scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value
      join scam_report_indicators l on l.indicator_id = i.id join scam_reports r on r.id = l.report_id)`;

/** The matters of a view, paged by key: what waits the longest first, else the newest. */
export async function matterLines(tx: Db, { view, kind, naming, after, limit }: Wanted): Promise<MatterLine[]> {
  const waits = view === 'waiting';
  const at = waits ? sql`m.waits_since` : sql`m.last_report_at`;
  const [beyond, order] = waits ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<MatterLine>`
    select m.id, m.people, m.reports, m.waits_since "waitsSince", m.last_report_at "lastReportAt",
        (select r.name from scam_reports r where r.matter_id = m.id order by r.created_at, r.id limit 1) "name",
        array(select distinct i.kind from scam_reports r join scam_report_indicators l on l.report_id = r.id
          join scam_indicators i on i.id = l.indicator_id where r.matter_id = m.id order by 1) kinds,
        (select v.verdict from scam_verdicts v where v.id = app.scam_verdict_in_force(m.id)) verdict,
        exists (select from scam_publications p where p.matter_id = m.id and p.withdrawn_at is null) published
      from scam_matters m
     where ${waits ? sql`m.waits_since is not null` : sql`m.merged_into is null and m.reports > 0`}
       ${after === null ? sql`` : sql`and (${at}, m.id) ${beyond} (${after.at}, ${after.id})`}
       ${kind === null ? sql`` : ofKind(kind)} ${naming === null ? sql`` : whichName(naming)}
     order by ${at} ${order}, m.id ${order} limit ${limit}`.execute(tx);
  return rows;
}

export async function countWaiting(tx: Db): Promise<{ waiting: number; appeals: number }> {
  const { rows } = await sql<{ waiting: number; appeals: number }>`
    select (select count(*)::int from scam_matters where waits_since is not null) waiting,
        (select count(*)::int from scam_appeals where state = 'open') appeals`.execute(tx);
  return rows[0] ?? { waiting: 0, appeals: 0 };
}

/** A matter by itself; `reporters` are the accounts that reported in it. */
export type ReadMatter = {
  readonly id: string;
  readonly openedAt: Date;
  readonly waitsSince: Date | null;
  readonly people: number;
  readonly mergedInto: string | null;
  /** Those that it took in. */
  readonly took: readonly string[];
  /** The verdict on all of it: the newest since it took another matter in. */
  readonly verdictId: string | null;
  readonly reporters: readonly string[];
};

/** With `lock` nobody else judges it until the transaction ends. */
export async function matterById(tx: Db, id: string, lock = false): Promise<ReadMatter | null> {
  if (lock) await sql`select from scam_matters where id = ${id} for update`.execute(tx);
  const { rows } = await sql<ReadMatter>`
    select m.id, m.opened_at "openedAt", m.waits_since "waitsSince", m.people, m.merged_into "mergedInto",
        array(select o.id from scam_matters o where o.merged_into = m.id) took, app.scam_verdict_in_force(m.id) "verdictId",
        array(select distinct r.user_id from scam_reports r where r.matter_id = m.id) reporters
      from scam_matters m where m.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** A matter, or the one that took it in since, held until the transaction ends. */
export async function standingMatter(tx: Db, id: string): Promise<ReadMatter | null> {
  // What was taken in is not held: who joins matters holds the one that stands, and moves along what it took in before.
  const found = await matterById(tx, id);
  const held = found?.mergedInto ? found : await matterById(tx, id, true);
  return held?.mergedInto ? standingMatter(tx, held.mergedInto) : held;
}

export async function indicatorsOfMatter(tx: Db, id: string): Promise<DeskIndicator[]> {
  const { rows } = await sql<DeskIndicator>`
    with i as materialized (select * from app.scam_indicators_of(${id}))
    select id, kind, scope, value, people, first_at "firstAt", last_at "lastAt", common, common_word "commonWord",
        o.verdict "verdictId",
        exists (select from scam_published_indicators s join scam_publications p on p.id = s.publication_id
          where s.indicator_id = i.id and p.withdrawn_at is null) warned
      from i left join app.scam_verdicts_on(${id}, array(select id from i)) o on o.thing = i.id
     order by kind, people desc, id`.execute(tx);
  return rows;
}

const paper = (of: 'evidence_file' | 'report_file') =>
  sql`(select jsonb_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'state',
    case when f.state in ('clean', 'refused') then f.state else 'being_checked' end) from files f where f.id = r.${sql.ref(of)})`;

/**
 * The scam_reports of a matter for admins, the oldest first; who reported, where whoever asks may know [001 §7 Reads
 * and writes].
 */
export async function reportsOfMatter(tx: Db, id: string, withReporter: boolean): Promise<DeskReport[]> {
  const reporter = sql`(select jsonb_build_object('id', p.id, 'name', p.display_name) from profiles p where p.id = r.user_id)`;
  const { rows } = await sql<DeskReport>`
    select r.id, r.name, r.website, r.contact_info "contactInfo", r.description, r.suspicious_notes "suspiciousNotes",
        r.status, r.reason_code "reasonCode", r.created_at "createdAt", r.decided_at "decidedAt",
        app.scam_verdict_of(r.id) "verdictId",
        ${withReporter ? reporter : sql`null::jsonb`} reporter, ${paper('evidence_file')} evidence, ${paper('report_file')} answer
      from scam_reports r where r.matter_id = ${id} order by r.created_at, r.id limit 500`.execute(tx);
  return rows;
}

export async function verdictsOf(tx: Db, id: string): Promise<DeskVerdict[]> {
  const { rows } = await sql<DeskVerdict>`
    select v.id, v.verdict, v.reason_code "reasonCode", v.note, v.checklist, p.display_name "by", v.decided_at "at"
      from scam_verdicts v join profiles p on p.id = v.decided_by
     where v.matter_id = ${id} order by v.decided_at desc, v.id desc`.execute(tx);
  return rows;
}

export async function notesOf(tx: Db, id: string): Promise<DeskNote[]> {
  const { rows } = await sql<DeskNote>`
    select n.id, n.text, p.display_name "by", n.written_at "at" from scam_notes n join profiles p on p.id = n.written_by
     where n.matter_id = ${id} order by n.written_at, n.id`.execute(tx);
  return rows;
}

export async function publicationsOf(tx: Db, id: string): Promise<DeskPublication[]> {
  const { rows } = await sql<DeskPublication>`
    select id, slug, title, summary, verdict, published_at "publishedAt", withdrawn_at "withdrawnAt",
        withdrawn_code "withdrawnCode"
      from scam_publications where matter_id = ${id} order by published_at desc`.execute(tx);
  return rows;
}

export const addNote = (tx: Db, id: string, { text, now }: { text: string; now: Date }) =>
  sql`insert into scam_notes (matter_id, text, written_by, written_at)
      values (${id}, ${text}, ${whoAsks}, ${now})`.execute(tx);

/** Breaks `warned_is_not_common` where a warning names it. */
export const markCommon = (tx: Db, id: string, { common, word }: { common: boolean; word: string }) =>
  sql`select app.mark_indicator_common(${id}, ${common}, ${word})`.execute(tx);
