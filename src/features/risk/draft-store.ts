import { sql } from 'kysely';
import { allRows, type Db, firstRow, newId } from '../../platform/database.ts';
import { RuleSet } from './rule-set.ts';
import type { DraftLine, DraftState, WholeDraft } from './views.ts';

const line = sql`d.id, d.title, d.state, d.based_on "basedOn", d.revision, p.display_name author, d.updated_at "updatedAt"`;

/** Drafts that are still worked on or wait for a decision, and the latest that were decided; newest first. */
export const draftLines = (tx: Db) =>
  allRows<DraftLine>(tx)`
    select ${line} from risk_drafts d join profiles p on p.id = d.author
     order by d.updated_at desc, d.id desc limit 50`;

/** One draft; with `lock`, nobody else changes it until the transaction ends. */
export async function wholeDraft(tx: Db, id: string, lock = false): Promise<WholeDraft | null> {
  const row = await firstRow<DraftLine & { rules: unknown }>(tx)`
    select ${line}, d.rules from risk_drafts d join profiles p on p.id = d.author
     where d.id = ${id} ${lock ? sql`for update of d` : sql``}`;
  if (!row) return null;
  const { rules, ...rest } = row;
  return { ...rest, ruleSet: RuleSet.parse(rules) };
}

type Content = { title: string; ruleSet: RuleSet; basedOn: number; author: string; at: Date };

export const addDraft = (tx: Db, { title, ruleSet, basedOn, author, at }: Content) =>
  newId(tx)`
    insert into risk_drafts (title, rules, based_on, author, updated_at)
    values (${title}, ${JSON.stringify(ruleSet)}, ${basedOn}, ${author}, ${at}) returning id`;

/** Writes a draft anew over the revision that was seen. Its author is whoever wrote last. */
export const saveDraftAnew = (tx: Db, id: string, { title, ruleSet, basedOn, author, at }: Content) =>
  sql`update risk_drafts set title = ${title}, rules = ${JSON.stringify(ruleSet)}, based_on = ${basedOn},
    revision = revision + 1, state = 'open', author = ${author}, updated_at = ${at} where id = ${id}`.execute(tx);

export const setDraftState = (tx: Db, id: string, { state, at }: { state: DraftState; at: Date }) =>
  sql`update risk_drafts set state = ${state}, updated_at = ${at} where id = ${id}`.execute(tx);
