import { type RawBuilder, sql } from 'kysely';
import type { NewAlert } from './raise-alert.ts';

/** Adds an alert unless every rule of it is snoozed for the customer; the database counts what was kept quiet. */
export const addAlert = (alert: NewAlert, deadline: Date): RawBuilder<unknown> => sql`
  insert into transaction_alerts (id, transaction_id, user_id, alert_type, priority, risk_score, description, details,
    triggered_rules, sla_deadline, created_at)
  select ${alert.id}::uuid, ${alert.transactionId}::uuid, ${alert.userId}::uuid, ${alert.type}, ${alert.priority},
    ${alert.riskScore}::integer, ${alert.description}, ${JSON.stringify(alert.details)}::jsonb,
    ${[...alert.rules]}::text[], ${deadline}::timestamptz, ${alert.at}::timestamptz
   where not app.snoozed(${alert.userId}::uuid, ${[...alert.rules]}::text[], ${alert.at}::timestamptz)
  on conflict do nothing`;
