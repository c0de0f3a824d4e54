import { sql } from 'kysely';
import { after, days } from '../../kernel/clock.ts';
import { type Money, money, parseMinorUnits } from '../../kernel/money.ts';
import { allRows, currentUserId, type Db, firstRow, newId } from '../../platform/database/database.ts';
import type { StartBatch } from './schema.ts';

export type NewBatch = typeof StartBatch._output;
export type BatchAct = NewBatch['act'];

const retentionDays = 30;

export type BatchItem = {
  readonly act: BatchAct;
  readonly place: number;
  readonly lineId: string;
  readonly aboutKind: 'order' | 'payment' | null;
  readonly aboutId: string | null;
};

/** Inserts a batch and deletes old batches of the same user. Returns the new id. */
export async function insertBatch(tx: Db, { act, items }: NewBatch, now: Date): Promise<string> {
  const rows = items.map(({ lineId, ...about }, place) => ({
    place,
    line_id: lineId,
    ...('id' in about && { about_kind: about.kind, about_id: about.id }),
  }));
  const oldest = after(now, -days(retentionDays));
  await sql`delete from bank_line_batches where person_id = ${currentUserId} and created_at < ${oldest}`.execute(tx);
  const id = await newId(tx)`
    insert into bank_line_batches (person_id, act, created_at) values (${currentUserId}, ${act}, ${now}) returning id`;
  await sql`
    insert into bank_line_batch_items (batch_id, place, line_id, about_kind, about_id)
      select ${id}, place, line_id, about_kind, about_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        i(place smallint, line_id uuid, about_kind text, about_id uuid)`.execute(tx);
  return id;
}

/** Query for `withJobUser`: starts a transaction as the user who created the batch. */
export const batchSessionQuery = (batchId: string) => ({
  name: 'enter by batch',
  text: 'select * from app.authenticate_batch($1)',
  values: [batchId],
});

export const findWaitingItems = (tx: Db, batchId: string) =>
  allRows<BatchItem>(tx)`
    select b.act, i.place, i.line_id "lineId", i.about_kind "aboutKind", i.about_id "aboutId"
      from bank_line_batches b join bank_line_batch_items i on i.batch_id = b.id
     where b.id = ${batchId} and i.state = 'waiting' order by i.place`;

/** Marks an item as done. Returns false if an earlier run of the job already did. */
export async function finishItem(tx: Db, batchId: string, { place, now }: { place: number; now: Date }) {
  const { numAffectedRows } = await sql`
    update bank_line_batch_items set state = 'done', settled_at = ${now}
     where batch_id = ${batchId} and place = ${place} and state = 'waiting'`.execute(tx);
  return numAffectedRows === 1n;
}

type RefusedItem = { readonly place: number; readonly code: string; readonly reason: string; readonly now: Date };

export const refuseItem = (tx: Db, batchId: string, { place, code, reason, now }: RefusedItem) =>
  sql`update bank_line_batch_items set state = 'refused', code = ${code}, reason = ${reason}, settled_at = ${now}
       where batch_id = ${batchId} and place = ${place} and state = 'waiting'`.execute(tx);

export const finishBatch = (tx: Db, batchId: string, now: Date) =>
  sql`update bank_line_batches set finished_at = ${now} where id = ${batchId} and finished_at is null`.execute(tx);

type Batch = {
  readonly id: string;
  readonly act: BatchAct;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};
type ResultRow = {
  lineId: string;
  state: 'waiting' | 'done' | 'refused';
  reason: string | null;
  reference: string | null;
  currency: Money['currency'] | null;
  amount: string | null;
};

export async function findNewestBatch(tx: Db) {
  const batch = await firstRow<Batch>(tx)`
    select id, act, created_at "createdAt", finished_at "finishedAt" from bank_line_batches
     where person_id = ${currentUserId} order by created_at desc limit 1`;
  if (!batch) return null;
  const rows = await allRows<ResultRow>(tx)`
    select i.line_id "lineId", i.state, i.reason, l.reference, l.currency, l.amount::text amount
      from bank_line_batch_items i left join bank_lines l on l.id = i.line_id
     where i.batch_id = ${batch.id} order by i.place`;
  const lines = rows.map(({ currency, amount, ...row }) => ({
    ...row,
    amount: currency && amount !== null ? money(currency, parseMinorUnits(amount)) : null,
  }));
  return { ...batch, lines };
}
