import { type RawBuilder, sql } from 'kysely';
import { type Db, firstValue } from '../../platform/database/database.ts';
import type { AlertPriority, AlertType } from './alerts.ts';

/** New alert [001 §3 transaction_alerts]. `details` is stored as JSON: `riskFactors`, `behavioralFlags` and more. */
export type NewAlert = {
  readonly id: string;
  readonly transactionId: string | null;
  readonly userId: string;
  readonly type: AlertType;
  readonly priority: AlertPriority;
  readonly riskScore: number;
  readonly description: string;
  readonly details: object;
  /** Rule codes. If the customer's snoozes cover all of them, the alert is only counted. */
  readonly rules: readonly string[];
  readonly at: Date;
};

/** Inserts an alert, unless all its rules are snoozed. Then the database counts a suppressed alert. */
export const insertAlertSql = (alert: NewAlert, deadline: Date): RawBuilder<unknown> => sql`
  insert into transaction_alerts (id, transaction_id, user_id, alert_type, priority, risk_score, description, details,
    triggered_rules, sla_deadline, created_at)
  select ${alert.id}::uuid, ${alert.transactionId}::uuid, ${alert.userId}::uuid, ${alert.type}, ${alert.priority},
    ${alert.riskScore}::integer, ${alert.description}, ${JSON.stringify(alert.details)}::jsonb,
    ${[...alert.rules]}::text[], ${deadline}::timestamptz, ${alert.at}::timestamptz
   where not app.is_snoozed(${alert.userId}::uuid, ${[...alert.rules]}::text[], ${alert.at}::timestamptz)
  on conflict do nothing`;

export type RepeatedRequest = { readonly wallet: string | null; readonly again: object };

/** Counts a repeated request on an open alert of the last 24 hours. Returns the alert id, or null. */
export const countRepeatedAlert = (tx: Db, { userId, type, at }: NewAlert, repeat: RepeatedRequest) =>
  firstValue<string>(tx)`
    select app.count_repeated_alert(${userId}::uuid, ${type}::text, ${repeat.wallet}::text, ${at}::timestamptz,
      ${JSON.stringify(repeat.again)}::jsonb) id`;
