import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { announce, type Db } from '../../platform/database.ts';
import { type AlertPriority, type AlertType, slaDeadline } from './alerts.ts';
import { type AskedAgain, addAlert, countAgain } from './raise-store.ts';

/**
 * An alert as it is to be raised in transaction_alerts [001 §3 transaction_alerts]: what a person is to look at.
 * `details` is what led to it, in JSON: `riskFactors`, `behavioralFlags` and more.
 */
export type NewAlert = {
  readonly id: string;
  /** Null where no order exists, as for one that was refused. */
  readonly transactionId: string | null;
  readonly userId: string;
  readonly type: AlertType;
  readonly priority: AlertPriority;
  /** 0 to 100. */
  readonly riskScore: number;
  /** For staff, one sentence. */
  readonly description: string;
  readonly details: object;
  /** The codes of the rules that spoke. When all of them are snoozed for the customer, the alert is only counted. */
  readonly rules: readonly string[];
  readonly at: Date;
};

/**
 * The whole `insert` of an alert, to run alone or as a `with` part of a larger statement: it returns no rows, since the
 * customer in whose act it runs may not read them (A7). Choose the id before. The same id twice adds one alert.
 * Announce `compliance` in the same transaction, or use {@link raiseAlert}.
 */
export const alertRow = (alert: NewAlert): RawBuilder<unknown> =>
  addAlert(alert, slaDeadline(alert.priority, alert.at));

/** Raises an alert in the caller's transaction, whoever's it is, and answers its id (of a snoozed one too). */
export async function raiseAlert(tx: Db, alert: Omit<NewAlert, 'id'> & { id?: string }): Promise<string> {
  const id = alert.id ?? randomUUID();
  await alertRow({ ...alert, id }).execute(tx);
  announce(tx, 'compliance');
  return id;
}

/**
 * The same about a request that was refused, however often its customer asks: what is asked for again within 24 hours
 * is counted on the alert that waits already. Answers the id of the one or the other.
 */
export async function raiseOrCount(tx: Db, alert: NewAlert, asked: AskedAgain): Promise<string> {
  const known = await countAgain(tx, alert, asked);
  if (known === null) return raiseAlert(tx, alert);
  announce(tx, 'compliance');
  return known;
}
