import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type AlertPriority, type AlertType, slaDeadline } from '../../src/features/compliance/alerts.ts';
import { after, days, hours, minutes } from '../../src/kernel/clock.ts';
import type { Db } from '../../src/platform/database/database.ts';

/** Inserts demo data for compliance: alerts and a case under review. */
export async function insertComplianceData(tx: Db, now: Date): Promise<void> {
  const ids = await peopleIds(tx);
  const officer = ids('compliance');
  await screenOrders(tx);
  await insertAlerts(tx, { ids, officer, now });
  await insertClosedAlerts(tx, { ids, officer, now });
  await insertCase(tx, { ids, officer, now });
}

type Scene = { ids: (name: string) => string; officer: string; now: Date };

async function peopleIds(tx: Db): Promise<(name: string) => string> {
  const { rows } = await sql<{ id: string; email: string }>`select id, email from profiles`.execute(tx);
  const known = new Map(rows.map(({ id, email }) => [email, id]));
  return (name) => known.get(`${name}@demo.test`) ?? '';
}

const screenOrders = (tx: Db) =>
  sql`with screened as (
      insert into blockchain_screening (user_id, wallet_address, crypto_symbol, network, risk_score, screening_result,
        provider, list_versions, evidence, created_at)
      select t.user_id, coalesce(t.wallet_address, t.sender_wallet_address), t.crypto_symbol, t.network, 0, 'clear', 'lists',
        '[]', jsonb_build_object('order', t.id), t.created_at from transactions t where t.blockchain_screening_id is null
      returning id, evidence)
    update transactions t set blockchain_screening_id = s.id from screened s
     where t.id = (s.evidence->>'order')::uuid`.execute(tx);

type DemoAlert = {
  userId: string;
  type: AlertType;
  priority: AlertPriority;
  score: number;
  says: string;
  rules: readonly string[];
  points?: readonly (readonly [code: string, points: number, reason: string])[];
  at: Date;
  orderId?: string | null;
};

async function insertAlert(tx: Db, alert: DemoAlert): Promise<string> {
  const id = randomUUID();
  const riskFactors = (alert.points ?? []).map(([code, points, reason]) => ({ code, points, reason }));
  const details = JSON.stringify({ riskFactors, behavioralFlags: alert.rules });
  await sql`insert into transaction_alerts (id, transaction_id, user_id, alert_type, priority, risk_score, description, details,
      triggered_rules, sla_deadline, created_at)
    values (${id}, ${alert.orderId ?? null}, ${alert.userId}, ${alert.type}, ${alert.priority}, ${alert.score}, ${alert.says},
      ${details}::jsonb, ${[...alert.rules]}::text[], ${slaDeadline(alert.priority, alert.at)}, ${alert.at})`.execute(
    tx,
  );
  return id;
}

async function insertAlerts(tx: Db, { ids, officer, now }: Scene): Promise<void> {
  const night = ['night', 10, 'Placed between midnight and 5:59 am in Jamaica.'] as const;
  const large = ['large_amount', 25, 'The order is above J$500,000.'] as const;
  const many = ['many_orders', 20, 'More than 10 orders this month.'] as const;
  const income = ['income_exceeded', 30, "This month's orders exceed the declared monthly income."] as const;
  await insertAlert(tx, {
    userId: ids('tier2'),
    type: 'high_risk',
    priority: 'high',
    score: 75,
    says: 'High risk score.',
    rules: ['income_exceeded', 'large_amount', 'many_orders'],
    points: [income, large, many],
    at: after(now, -hours(3)),
  });
  const assigned = await insertAlert(tx, {
    userId: ids('tier1'),
    type: 'high_risk',
    priority: 'high',
    score: 55,
    says: 'High risk score.',
    rules: ['large_amount', 'many_orders', 'night'],
    points: [large, many, night],
    at: after(now, -minutes(12)),
  });
  await sql`update transaction_alerts set state = 'taken', assignee = ${officer}, taken_at = ${after(now, -minutes(5))}
     where id = ${assigned}`.execute(tx);
  await insertAlert(tx, {
    userId: ids('traveller'),
    type: 'account_activity',
    priority: 'medium',
    score: 35,
    says: 'In Miami and, an hour later, in London.',
    rules: ['impossible_travel'],
    at: after(now, -hours(5)),
  });
}

/** Closed alerts: days since opening, outcome, minutes until closing, customer. */
const closedAlerts = [
  [78, 'false_positive', 14, 'tier1'],
  [61, 'explained', 40, 'tier2'],
  [55, 'explained', 22, 'enhanced'],
  [33, 'false_positive', 9, 'tier1'],
  [30, 'duplicate', 3, 'tier1'],
  [24, 'explained', 95, 'tier2'],
  [9, 'false_positive', 18, 'tier2'],
  [4, 'explained', 26, 'enhanced'],
] as const;

async function insertClosedAlerts(tx: Db, { ids, officer, now }: Scene): Promise<void> {
  for (const [ago, outcome, minutesToClose, name] of closedAlerts) {
    const at = after(now, -days(ago));
    const texts = { says: 'High risk score.', rules: ['large_amount'], score: 50 };
    const id = await insertAlert(tx, { userId: ids(name), type: 'high_risk', priority: 'high', ...texts, at });
    await sql`update transaction_alerts set state = 'closed', assignee = ${officer}, taken_at = ${after(at, minutes(2))},
        outcome = ${outcome}, outcome_note = 'Consistent with earlier orders and the documents on file.', closed_by = ${officer},
        closed_at = ${after(at, minutes(minutesToClose))} where id = ${id}`.execute(tx);
  }
}

/** Inserts a case under review, with an alert, an order, notes and a timeline. */
async function insertCase(tx: Db, { ids, officer, now }: Scene): Promise<void> {
  const userId = ids('enhanced');
  const opened = after(now, -days(2));
  const { rows } = await sql<{ id: string }>`
    select id from transactions where user_id = ${userId} and status = 'processing' order by id desc limit 1`.execute(
    tx,
  );
  const orderId = rows[0]?.id ?? null;
  const alert = await insertAlert(tx, {
    userId,
    type: 'wallet_blocked',
    priority: 'urgent',
    score: 100,
    says: 'The wallet of an order is on a list.',
    rules: ['wallet_blocked'],
    at: opened,
  });
  await sql`update transaction_alerts set state = 'closed', assignee = ${officer}, taken_at = ${after(opened, minutes(6))},
      outcome = 'case_opened', outcome_note = 'Continued in the case.', closed_by = ${officer},
      closed_at = ${after(opened, minutes(21))} where id = ${alert}`.execute(tx);
  const created = await sql<{ id: string }>`
    insert into cases (user_id, kind, title, state, assignee, opened_at, updated_at)
    values (${userId}, 'wallet', 'Wallet on a list', 'under_review', ${officer}, ${opened}, ${after(now, -hours(4))})
    returning id`.execute(tx);
  const caseId = created.rows[0]?.id ?? '';
  const of = { caseId, userId };
  await sql`insert into case_alerts (alert_id, case_id, user_id, added_at) values (${alert}, ${caseId}, ${userId}, ${opened})`.execute(
    tx,
  );
  await insertCaseEvent(tx, of, { event: 'opened', at: opened, note: 'Wallet on a list' });
  await insertCaseEvent(tx, of, { event: 'alert_added', at: opened, subject: ['alert', alert] });
  await insertCaseEvent(tx, of, { event: 'review_started', at: after(opened, minutes(25)), by: officer });
  if (orderId) {
    await sql`insert into case_orders (case_id, order_id, user_id, added_at)
      values (${caseId}, ${orderId}, ${userId}, ${after(opened, minutes(30))})`.execute(tx);
    await insertCaseEvent(tx, of, {
      event: 'order_added',
      at: after(opened, minutes(30)),
      by: officer,
      subject: ['order', orderId],
    });
  }
  await insertNote(tx, of, { at: after(opened, hours(3)), by: officer, note: firstNote });
  await insertNote(tx, of, { at: after(now, -hours(4)), by: officer, note: secondNote });
}

const firstNote = 'The customer says the wallet belongs to an exchange. I asked the exchange to confirm this.';
const secondNote = 'No reply from the exchange yet. Earlier orders went to other wallets, all of them clear.';

type Of = { caseId: string; userId: string };
type CaseEvent = { event: string; at: Date; by?: string; note?: string; subject?: readonly [type: string, id: string] };

const insertCaseEvent = (tx: Db, { caseId, userId }: Of, { event, at, by, note, subject }: CaseEvent) =>
  sql`insert into case_events (case_id, user_id, at, event, actor_id, note, subject_type, subject_id)
    values (${caseId}, ${userId}, ${at}, ${event}, ${by ?? null}, ${note ?? null}, ${subject?.[0] ?? null},
      ${subject?.[1] ?? null})`.execute(tx);

async function insertNote(tx: Db, of: Of, { at, by, note }: { at: Date; by: string; note: string }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into case_notes (case_id, user_id, at, written_by, note)
    values (${of.caseId}, ${of.userId}, ${at}, ${by}, ${note}) returning id`.execute(tx);
  await insertCaseEvent(tx, of, { event: 'noted', at, by, subject: ['note', rows[0]?.id ?? ''] });
}
