import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';
import { after, hours, minutes } from '../../kernel/clock.ts';
import { withSystem, withUser } from '../../platform/database/database.ts';
import { alertPriorities, canSnooze, getAlertClock, getAlertPriority, shouldRaise, slaDeadline } from './alerts.ts';
import { openCase } from './open-case.ts';
import { raiseAlert } from './raise-alert.ts';
import type { AlertPage, AlertView, SnoozeLine } from './views.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { rowsOf, idOf, alertAbout, another } = setUpSuspicions(server);
const cookies = {
  compliance: await createSession(server, 'compliance'),
  admin: await createSession(server, 'admin'),
  tier1: await createSession(server, 'tier1'),
};
const customer = await idOf('tier1');
const me = await idOf('compliance');
const list = async (input: object = {}, cookie = cookies.compliance) =>
  (await call<AlertPage>('compliance/alerts', input, cookie)).body;
const show = async (alertId: string) =>
  (await call<AlertView>('compliance/alert', { alertId }, cookies.compliance)).body;
const auditActions = (subject: string) =>
  rowsOf<{ action: string }>('select action from audit_log where subject_id = $1 order by id', [subject]);

beforeEach(() => owner.query('truncate transaction_alerts, case_alerts, alert_snoozes, suppressed_alerts cascade'));

test('alerts are listed by deadline with their state and counted', async () => {
  const now = Date.now();
  const late = await alertAbout(customer, { at: new Date(now - hours(1)) });
  const lowPriority = await alertAbout(customer, { priority: 'low' });
  const soon = await alertAbout(customer, { priority: 'urgent', at: new Date(now - hours(0.4)) });
  const page = await list();
  expect(page.lines.map(({ id, clock }) => [id, clock])).toEqual([
    [late, 'overdue'],
    [soon, 'due_soon'],
    [lowPriority, 'due'],
  ]);
  expect(page.counts).toMatchObject({ open: 3, overdue: 1, mine: 0, unassigned: 3, urgent: 1, high: 1, low: 1 });
  expect((await list({ view: 'overdue' })).lines.map(({ id }) => id)).toEqual([late]);
  expect((await list({ priority: 'low' })).lines.map(({ id }) => id)).toEqual([lowPriority]);
  expect((await list({ search: 'campbell' })).lines).toHaveLength(3);
  expect((await list({ search: 'no such name' })).lines).toHaveLength(0);
});

/** Requests the next page. `meta` declares the cursor time as a date. */
async function pageAfter(next: AlertPage['next']): Promise<AlertPage> {
  const headers = { 'content-type': 'application/json', cookie: cookies.compliance };
  const payload = JSON.stringify({ json: { after: next }, meta: [[1, 'after', 'at']] });
  const answer = await server.app.inject({ method: 'POST', url: '/api/rpc/compliance/alerts', headers, payload });
  return answer.json<{ json: AlertPage }>().json;
}

test('pages have no gaps or duplicates, even with equal deadlines', async () => {
  const at = new Date(Date.now() - hours(2));
  for (let n = 0; n < 120; n += 1) await alertAbout(customer, { at });
  const seen: string[] = [];
  for (let next: AlertPage['next'] = null, n = 0; n < 4; n += 1) {
    const page: AlertPage = next ? await pageAfter(next) : await list();
    seen.push(...page.lines.map(({ id }) => id));
    next = page.next;
    if (!next) break;
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
});

test('two concurrent attempts to take an alert: one succeeds', async () => {
  const alertId = await alertAbout(customer);
  const both = await Promise.all(
    [cookies.compliance, cookies.admin].map((cookie) => call('compliance/takeAlert', { alertId }, cookie)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await auditActions(alertId)).map(({ action }) => action)).toEqual(['compliance.alert_taken']);
});

test('an alert is assigned only to staff with the role, never to the customer concerned', async () => {
  const officer = await another('compliance');
  const alertId = await alertAbout(customer);
  const give = (to: string, id = alertId) => call('compliance/assignAlert', { alertId: id, to }, cookies.compliance);
  expect((await give(await idOf('support'))).body).toMatchObject({ code: 'compliance.no_such_person' });
  expect((await give(officer.id)).status).toBe(200);
  expect((await show(alertId)).assignee?.id).toBe(officer.id);
  expect((await list({ view: 'mine' }, officer.cookie)).lines).toHaveLength(1);
  const about = await alertAbout(officer.id);
  expect((await give(officer.id, about)).body).toMatchObject({ code: 'compliance.no_such_person' });
  expect((await show(about)).people.map(({ id }) => id)).not.toContain(officer.id);
});

test('an alert about oneself is hidden in the list, by id and from every command', async () => {
  const officer = await another('compliance');
  const alertId = await alertAbout(officer.id);
  expect((await list({}, officer.cookie)).lines).toEqual([]);
  expect((await list({}, officer.cookie)).counts.open).toBe(0);
  for (const [act, more] of [
    ['alert', {}],
    ['takeAlert', {}],
    ['closeAlert', { outcome: 'explained', note: 'It is me' }],
  ] as const)
    expect([act, (await call(`compliance/${act}`, { alertId, ...more }, officer.cookie)).status]).toEqual([act, 404]);
  const own = { userId: officer.id, rule: 'night', until: addDays(jamaicaDay(new Date()), 3), reason: 'I trade late' };
  expect((await call('compliance/snooze', own, officer.cookie)).body).toMatchObject({ code: 'approvals.own_matter' });
});

test('closing an alert needs an outcome and a note, works once, and stops the deadline', async () => {
  const alertId = await alertAbout(customer, { at: new Date(Date.now() - hours(3)) });
  const close = (outcome: string, note = 'Looked at the payslips') =>
    call('compliance/closeAlert', { alertId, outcome, note }, cookies.compliance);
  expect((await close('explained', ' ')).status).toBe(400);
  expect((await close('guilty')).status).toBe(400);
  expect((await close('case_opened')).body).toMatchObject({ code: 'compliance.no_case' });
  expect((await close('explained')).status).toBe(200);
  expect((await close('false_positive')).body).toMatchObject({ code: 'compliance.not_now' });
  expect(await show(alertId)).toMatchObject({
    state: 'closed',
    clock: 'closed',
    outcome: 'explained',
    closedBy: 'Conrad Lewis',
  });
  const [entry] = await rowsOf(`select * from audit_log where action = 'compliance.alert_closed' and subject_id = $1`, [
    alertId,
  ]);
  expect(entry).toMatchObject({
    actor_id: me,
    about_id: customer,
    reason_code: 'explained',
    before: { state: 'open' },
  });
  expect((await list({ view: 'closed' })).lines.map(({ id }) => id)).toEqual([alertId]);
});

const raiseTestAlert = (rules: string[]) =>
  withSystem(services.pool, (tx) =>
    raiseAlert(tx, {
      transactionId: null,
      userId: customer,
      type: 'high_risk',
      priority: 'high',
      riskScore: 75,
      description: 'A test',
      details: {},
      rules,
      at: services.clock(),
    }),
  );
const snoozeRule = (rule: string, days = 5) =>
  call<{ snoozeId: string; code?: string }>(
    'compliance/snooze',
    { userId: customer, rule, until: addDays(jamaicaDay(new Date()), days), reason: 'Known pattern' },
    cookies.compliance,
  );
const countRaised = async () => (await rowsOf<{ n: number }>('select count(*)::int n from transaction_alerts'))[0]?.n;

test('a snoozed rule raises no alert until its date, and suppressed alerts are counted', async () => {
  const { body } = await snoozeRule('many_orders');
  await raiseTestAlert(['many_orders']);
  await raiseTestAlert(['many_orders']);
  expect(await countRaised()).toBe(0);
  await raiseTestAlert(['many_orders', 'large_amount']);
  expect(await countRaised()).toBe(1);
  const shown = await call<{ lines: SnoozeLine[] }>('compliance/snoozes', { userId: customer }, cookies.compliance);
  expect(shown.body.lines).toMatchObject([
    { id: body.snoozeId, rule: 'many_orders', suppressed: 2, madeBy: 'Conrad Lewis' },
  ]);
  server.setTime(after(new Date(), hours(24 * 7)));
  await raiseTestAlert(['many_orders']);
  server.setTime(null);
  expect(await countRaised()).toBe(2);
  expect((await snoozeRule('many_orders')).body.code).toBe('compliance.snoozed_already');
  expect((await call('compliance/endSnooze', { snoozeId: body.snoozeId }, cookies.admin)).status).toBe(200);
  await raiseTestAlert(['many_orders']);
  expect(await countRaised()).toBe(3);
  expect((await call('compliance/endSnooze', { snoozeId: body.snoozeId }, cookies.admin)).status).toBe(404);
});

test('list rules cannot be snoozed, and others for at most ninety days', async () => {
  expect((await snoozeRule('wallet_blocked')).body.code).toBe('compliance.never_snoozed');
  expect((await snoozeRule('night', 0)).body.code).toBe('compliance.snooze_too_long');
  expect((await snoozeRule('night', 91)).body.code).toBe('compliance.snooze_too_long');
  expect((await snoozeRule('night', 90)).status).toBe(200);
});

test("alert and case are created in a customer's transaction, which cannot read them", async () => {
  const token = decodeURIComponent(cookies.tier1.split('=')[1] ?? '').split('.')[0] ?? '';
  const seen = await withUser(services.pool, { token, ip: '127.0.0.1' }, async (tx, person) => {
    const at = new Date();
    const facts = { transactionId: null, userId: person.id, type: 'wallet_blocked', priority: 'urgent' } as const;
    const content = { riskScore: 100, description: 'A test', details: {}, rules: ['wallet_blocked'], at };
    const alert = await raiseAlert(tx, { ...facts, ...content });
    const newCase = { userId: person.id, kind: 'wallet', title: 'A wallet', by: null, at } as const;
    const first = await openCase(tx, { ...newCase, alerts: [alert] });
    const second = await openCase(tx, { ...newCase, alerts: [await raiseAlert(tx, { ...facts, ...content })] });
    const own = await tx
      .selectFrom('transaction_alerts' as never)
      .selectAll()
      .execute();
    const cases = await tx
      .selectFrom('cases' as never)
      .selectAll()
      .execute();
    return { same: first === second, rows: own.length + cases.length, caseId: first };
  });
  expect(seen?.value).toMatchObject({ same: true, rows: 0 });
  const [linked] = await rowsOf('select count(*)::int n from case_alerts where case_id = $1', [seen?.value.caseId]);
  expect(linked).toEqual({ n: 2 });
  const another = await idOf('tier2');
  const foreign = withUser(services.pool, { token, ip: '127.0.0.1' }, (tx) =>
    openCase(tx, { userId: another, kind: 'wallet', title: 'x', alerts: [], by: null, at: new Date() }),
  );
  await expect(foreign).rejects.toThrow(/only compliance/);
});

describe('alert rules', () => {
  const raised = new Date('2026-11-20T15:00:00Z');

  test('an urgent or high alert is due within half an hour, any other within a day', () => {
    const due = alertPriorities.map((priority) => slaDeadline(priority, raised).toISOString());
    expect(due).toEqual([
      '2026-11-20T15:30:00.000Z',
      '2026-11-20T15:30:00.000Z',
      '2026-11-21T15:00:00.000Z',
      '2026-11-21T15:00:00.000Z',
    ]);
  });

  test('the priority follows the level of risk', () => {
    expect((['critical', 'high', 'medium', 'low'] as const).map(getAlertPriority)).toEqual([
      'urgent',
      'high',
      'medium',
      'low',
    ]);
  });

  test('an alert is overdue from its deadline on; a closed one never is', () => {
    const deadline = slaDeadline('high', raised);
    const at = (ms: number) => getAlertClock({ state: 'open', deadline }, after(deadline, ms));
    expect([at(-minutes(15) - 1), at(-minutes(15)), at(-1), at(0)]).toEqual(['due', 'due_soon', 'due_soon', 'overdue']);
    expect(getAlertClock({ state: 'closed', deadline }, after(deadline, minutes(900)))).toBe('closed');
  });

  test('list matches and stopped orders cannot be snoozed', () => {
    expect(['wallet_blocked', 'transaction_blocked', 'name_match', 'sanctions'].map(canSnooze)).toEqual(
      Array(4).fill(false),
    );
    expect(canSnooze('many_orders')).toBe(true);
  });

  test('an alert is suppressed only if all its rules are snoozed', () => {
    expect(shouldRaise([], ['night'])).toBe(true);
    expect(shouldRaise(['night'], ['night', 'wallet'])).toBe(false);
    const rule = fc.constantFrom('night', 'wallet', 'many_orders', 'large_amount');
    fc.assert(
      fc.property(fc.uniqueArray(rule, { minLength: 1 }), fc.uniqueArray(rule), (rules, quiet) => {
        expect(shouldRaise(rules, quiet)).toBe(!rules.every((each) => quiet.includes(each)));
      }),
    );
  });
});
