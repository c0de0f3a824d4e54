import { type RawBuilder, sql } from 'kysely';
import { type Db, firstValue } from '../../platform/database.ts';
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

/** What was asked for once more: of which wallet, where one is named, and in words for staff. */
export type AskedAgain = { readonly wallet: string | null; readonly again: object };

/**
 * Counts a request that was refused on the alert about the same that waits for a person since less than 24 hours, and
 * answers its id; null where there is none.
 */
export const countAgain = (tx: Db, { userId, type, at }: NewAlert, asked: AskedAgain) =>
  firstValue<string>(tx)`
    select app.asked_again(${userId}::uuid, ${type}::text, ${asked.wallet}::text, ${at}::timestamptz,
      ${JSON.stringify(asked.again)}::jsonb) id`;
