import { type RawBuilder, sql } from 'kysely';
import { type Db, firstValue } from '../../platform/database/database.ts';
import type { NewAlert } from './raise-alert.ts';

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
