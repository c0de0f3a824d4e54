import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { countRepeatedAlert, insertAlertSql, type NewAlert, type RepeatedRequest } from './alert-store.ts';
import { slaDeadline } from './alerts.ts';

/**
 * Builds an SQL `insert`, also for a `with` clause. It returns no rows, because customers cannot read alerts (A7). A
 * repeated id is ignored. Callers must publish `compliance` in the same transaction, unlike {@link raiseAlert}.
 */
export const buildAlertInsert = (alert: NewAlert): RawBuilder<unknown> =>
  insertAlertSql(alert, slaDeadline(alert.priority, alert.at));

/** Raises an alert and publishes it. Returns its id, even if the alert is snoozed. */
export async function raiseAlert(tx: Db, alert: Omit<NewAlert, 'id'> & { id?: string }): Promise<string> {
  const id = alert.id ?? randomUUID();
  await buildAlertInsert({ ...alert, id }).execute(tx);
  publishTopic(tx, 'compliance');
  return id;
}

/** Raises an alert, or counts a repeated request on an open alert of the last 24 hours. Returns the alert id. */
export async function raiseOrCount(tx: Db, alert: NewAlert, repeat: RepeatedRequest): Promise<string> {
  const existingId = await countRepeatedAlert(tx, alert, repeat);
  if (existingId === null) return raiseAlert(tx, alert);
  publishTopic(tx, 'compliance');
  return existingId;
}
