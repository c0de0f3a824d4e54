import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { allRows, type Db, firstRow, firstValue, hasRow, newId, requireRow } from '../../platform/database/database.ts';
import { customerLabel, toLikePattern } from '../../platform/database/rows.ts';
import type { AlertPriority, AlertState, AlertType } from './alerts.ts';
import { compliancePermissions } from './permissions.ts';
import type { ListAlerts } from './schema.ts';
import type { AlertLine, AssigneeColumns, CustomerColumns, PersonName, SnoozeLine } from './views.ts';

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

/** Inserts an alert, unless all its rules are snoozed. Then `app.suppress_if_snoozed` counts a suppressed alert. */
export const insertAlertSql = (alert: NewAlert, deadline: Date): RawBuilder<unknown> => sql`
  insert into transaction_alerts (id, transaction_id, user_id, alert_type, priority, risk_score, description, details,
    triggered_rules, sla_deadline, created_at)
  select ${alert.id}::uuid, ${alert.transactionId}::uuid, ${alert.userId}::uuid, ${alert.type}, ${alert.priority},
    ${alert.riskScore}::integer, ${alert.description}, ${JSON.stringify(alert.details)}::jsonb,
    ${[...alert.rules]}::text[], ${deadline}::timestamptz, ${alert.at}::timestamptz
   where not app.suppress_if_snoozed(${alert.userId}::uuid, ${[...alert.rules]}::text[], ${alert.at}::timestamptz)
  on conflict do nothing`;

export type RepeatedRequest = { readonly wallet: string | null; readonly again: object };

/** Adds a repeated request to an open alert of the last 24 hours. Returns the alert id, or null. */
export const countRepeatedAlert = (tx: Db, { userId, type, at }: NewAlert, repeat: RepeatedRequest) =>
  firstValue<string>(tx)`
    select app.record_repeat_on_open_alert(${userId}::uuid, ${type}::text, ${repeat.wallet}::text, ${at}::timestamptz,
      ${JSON.stringify(repeat.again)}::jsonb) id`;

type SnoozeRow = Omit<SnoozeLine, 'customer'> & CustomerColumns;

/** Finds snoozes, active first, then newest. A null `userId` finds those of all customers. */
export async function findSnoozes(
  tx: Db,
  { userId, now }: { userId: string | null; now: Date },
): Promise<SnoozeLine[]> {
  const { rows } = await sql<SnoozeRow>`
    select s.id, s.user_id "customerId", ${customerLabel('p')} customer, p.email, s.rule, s.until, s.reason,
           w.display_name "madeBy", s.created_at "madeAt", s.ended_at "endedAt", s.suppressed,
           s.last_suppressed_at "lastSuppressedAt"
      from alert_snoozes s join profiles p on p.id = s.user_id join profiles w on w.id = s.created_by
     where ${userId === null ? sql`true` : sql`s.user_id = ${userId}`}
     order by (s.ended_at is null and s.until > ${now}) desc, s.created_at desc limit 200`.execute(tx);
  return rows.map(({ customerId, customer, email, ...row }) => ({
    ...row,
    customer: { id: customerId, name: customer, email },
  }));
}

export type NewSnooze = { userId: string; rule: string; until: Date; reason: string; by: string; at: Date };

export const endExpiredSnooze = (tx: Db, { userId, rule, by, at }: Pick<NewSnooze, 'userId' | 'rule' | 'by' | 'at'>) =>
  sql`update alert_snoozes set ended_at = until, ended_by = ${by}
       where user_id = ${userId} and rule = ${rule} and ended_at is null and until <= ${at}`.execute(tx);

/** Inserts a snooze. Throws `snooze_one_at_a_time` while another is active. */
export const addSnooze = (tx: Db, { userId, rule, until, reason, by, at }: NewSnooze) =>
  newId(tx)`
    insert into alert_snoozes (user_id, rule, until, reason, created_by, created_at)
    values (${userId}, ${rule}, ${until}, ${reason}, ${by}, ${at}) returning id`;

/** Ends an active snooze. Returns its rule and customer, or null. */
export const endActiveSnooze = (tx: Db, id: string, { by, at }: { by: string; at: Date }) =>
  firstRow<{ rule: string; userId: string }>(tx)`
    update alert_snoozes set ended_at = ${at}, ended_by = ${by}
     where id = ${id} and ended_at is null and until > ${at} returning rule, user_id "userId"`;

type NestedField = 'customer' | 'order' | 'assignee' | 'clock';
export type AlertRow = Omit<AlertLine, NestedField> &
  CustomerColumns &
  AssigneeColumns & { orderId: string | null; reference: string | null };

const columns = sql`a.id, a.alert_type "type", a.priority, a.state, a.risk_score "riskScore", a.description,
  a.triggered_rules rules, a.user_id "customerId", ${customerLabel('p')} customer, p.email, a.transaction_id "orderId",
  t.reference, a.assignee "assigneeId", w.display_name assignee, a.created_at "createdAt", a.sla_deadline deadline,
  c.id "caseId", c.number::int "caseNumber", a.outcome, a.closed_at "closedAt",
  a.details -> 'order' ->> 'amount' amount, a.details -> 'order' ->> 'coins' coins,
  (select 'Version ' || r.version || ', ' || r.title from risk_rule_sets r where r.id::text = a.details ->> 'ruleSetId') "ruleSet"`;

const joins = sql`join profiles p on p.id = a.user_id left join transactions t on t.id = a.transaction_id
  left join profiles w on w.id = a.assignee left join case_alerts l on l.alert_id = a.id
  left join cases c on c.id = l.case_id`;

export type AlertQuery = z.infer<typeof ListAlerts> & { me: string; now: Date; limit: number };

const conditions: Readonly<Record<AlertQuery['view'], (query: AlertQuery) => RawBuilder<unknown>>> = {
  open: () => sql`a.state <> 'closed'`,
  overdue: ({ now }) => sql`a.state <> 'closed' and a.sla_deadline <= ${now}`,
  mine: ({ me }) => sql`a.state <> 'closed' and a.assignee = ${me}`,
  unassigned: () => sql`a.state <> 'closed' and a.assignee is null`,
  closed: () => sql`a.state = 'closed'`,
};

export const matchesSearch = (search: string): RawBuilder<unknown> =>
  search === ''
    ? sql`true`
    : sql`(a.user_id in (select id from profiles where display_name ilike ${toLikePattern(search)} or email ilike ${toLikePattern(search)})
        or a.user_id in (select user_id from transactions where reference = upper(${search})))`;

/** Finds open alerts by deadline, or closed alerts, newest first. Keyset pagination. */
export async function findAlerts(tx: Db, query: AlertQuery): Promise<AlertRow[]> {
  const { view, priority, type, search, after, limit } = query;
  const closed = view === 'closed';
  const next =
    after &&
    (closed
      ? sql`and (a.closed_at, a.id) < (${after.at}, ${after.id})`
      : sql`and (a.sla_deadline, a.id) > (${after.at}, ${after.id})`);
  return allRows<AlertRow>(tx)`
    select ${columns} from (
      select * from transaction_alerts a
       where ${conditions[view](query)} and ${matchesSearch(search)}
         ${priority === null ? sql`` : sql`and a.priority = ${priority}`}
         ${type === null ? sql`` : sql`and a.alert_type = ${type}`} ${next ?? sql``}
       order by ${closed ? sql`a.closed_at desc, a.id desc` : sql`a.sla_deadline, a.id`} limit ${limit}) a ${joins}
     order by ${closed ? sql`a.closed_at desc, a.id desc` : sql`a.sla_deadline, a.id`}`;
}

/** Counts open alerts by filter. Reads only the index of open alerts. */
export const countAlerts = (tx: Db, me: string, now: Date) =>
  requireRow<Readonly<Record<'open' | 'overdue' | 'mine' | 'unassigned' | AlertPriority, number>>>(tx)`
    select count(*)::int "open", count(*) filter (where sla_deadline <= ${now})::int overdue,
           count(*) filter (where assignee = ${me})::int mine, count(*) filter (where assignee is null)::int unassigned,
           count(*) filter (where priority = 'urgent')::int urgent, count(*) filter (where priority = 'high')::int high,
           count(*) filter (where priority = 'medium')::int medium, count(*) filter (where priority = 'low')::int low
      from transaction_alerts where state <> 'closed'`;

export type AlertDetail = AlertRow & {
  readonly details: Readonly<Record<string, unknown>>;
  readonly takenAt: Date | null;
  readonly outcomeNote: string | null;
  readonly closedBy: string | null;
};

/** Finds an alert. Null if row security hides the alert from the current user. */
export const findAlert = (tx: Db, id: string) =>
  firstRow<AlertDetail>(tx)`
    select ${columns}, a.details, a.taken_at "takenAt", a.outcome_note "outcomeNote", x.display_name "closedBy"
      from transaction_alerts a ${joins} left join profiles x on x.id = a.closed_by where a.id = ${id}`;

export type LockedAlert = {
  id: string;
  userId: string;
  state: AlertState;
  assignee: string | null;
  inCase: boolean;
};

export const lockAlert = (tx: Db, id: string) =>
  firstRow<LockedAlert>(tx)`
    select id, user_id "userId", state, assignee, exists (select from case_alerts l where l.alert_id = a.id) "inCase"
      from transaction_alerts a where id = ${id} for update`;

/** Finds alerts of a customer, newest first: in a case, in no case, or all except one. */
export const findCustomerAlerts = (
  tx: Db,
  userId: string,
  { caseId, free, except }: { caseId?: string; free?: boolean; except?: string },
) =>
  allRows<AlertRow>(tx)`
    select ${columns} from transaction_alerts a ${joins}
     where a.user_id = ${userId} ${caseId ? sql`and l.case_id = ${caseId}` : sql``}
       ${free ? sql`and l.case_id is null and a.state <> 'closed'` : sql``} ${except ? sql`and a.id <> ${except}` : sql``}
     order by a.created_at desc, a.id desc limit ${caseId ? 200 : 10}`;

export const setAlertAssignee = (tx: Db, id: string, { to, at }: { to: string; at: Date }) =>
  sql`update transaction_alerts set state = 'taken', assignee = ${to}, taken_at = ${at}
       where id = ${id} and state <> 'closed'`.execute(tx);

type AlertClosing = { by: string; at: Date; outcome: string; note: string };

export const closeAlertRow = (tx: Db, id: string, { by, at, outcome, note }: AlertClosing) =>
  sql`update transaction_alerts set state = 'closed', outcome = ${outcome}, outcome_note = ${note}, closed_by = ${by},
        closed_at = ${at} where id = ${id} and state <> 'closed'`.execute(tx);

/** Finds active staff who may work on alerts and cases about this customer. */
export const findAssignableStaff = (tx: Db, userId: string) =>
  allRows<PersonName>(tx)`
    select p.id, p.display_name "name" from profiles p
     where p.id <> ${userId} and p.closed_at is null
       and p.id in (select r.user_id from user_roles r where r.role = any(${compliancePermissions.work.roles}::text[]))
     order by p.display_name limit 200`;

export const customerExists = (tx: Db, userId: string) => hasRow(tx)`select from profiles where id = ${userId}`;
