import { randomUUID } from 'node:crypto';
import { addDays, jamaicaDay } from '../../src/kernel/calendar.ts';
import { upload } from '../orders.ts';
import { setUpSuspicions } from '../suspicions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, OrderOptions, Scene } from './actors.ts';
import { buildBreachBodies, buildBreachRows } from './matrix-breaches.ts';
import { buildFreezeBodies, buildFreezeRows } from './matrix-freezes.ts';
import type { Outcome } from './outcomes.ts';

/** A past day in Jamaica, even if midnight passes during the test. */
const yesterday = addDays(jamaicaDay(new Date()), -1);

const content = {
  narrative: 'The customer sent coins on to a wallet of a listed person within minutes, three times in a week.',
  action: '',
  reasons: ['LISTED'],
  parties: [
    {
      role: 'customer',
      kind: 'person',
      firstName: 'Test',
      lastName: 'Person',
      ...{ birthDate: '', country: 'JM' },
      account: '',
      note: '',
    },
  ],
  orders: [],
};

export function createSuspicionInputs(server: TestServer, scene: Scene) {
  const { rowsOf, alertAbout } = setUpSuspicions(server);
  const insertId = async (statement: string, values: unknown[]) =>
    (await rowsOf<{ id: string }>(statement, values))[0]?.id ?? '';
  const getSubject = (actor: Actor) => scene.ids[actor === 'staffOwner' ? 'staffOwner' : 'owner'];
  const insertUserAlert = (actor: Actor) => alertAbout(getSubject(actor));
  const insertCase = (actor: Actor, state = 'open') =>
    insertId(
      `insert into cases (user_id, kind, title, state, opened_at, updated_at, outcome, outcome_text, closed_by, closed_at)
       select $1, 'manual', 'A test', $2, now(), now(), o, o, case when o is not null then $3::uuid end,
         case when o is not null then now() end
         from (select case when $2 = 'closed' then 'explained' end o) x returning id`,
      [getSubject(actor), state, scene.ids.preparer],
    );
  const insertCaseOrder = async (actor: Actor, options: OrderOptions, holdReason: string | null = null) => {
    const [caseId, orderId] = [
      await insertCase(actor),
      await scene.order({ ...options, of: actor === 'staffOwner' ? 'staffOwner' : 'owner' }),
    ];
    await rowsOf('insert into case_orders (case_id, order_id, user_id, added_at) values ($1, $2, $3, now())', [
      caseId,
      orderId,
      getSubject(actor),
    ]);
    await rowsOf('update transactions set hold_reason = $2 where id = $1', [orderId, holdReason]);
    return { caseId, orderId, note: 'Looked at it' };
  };
  const proposeRelease = async (actor: Actor) => {
    const { caseId, orderId } = await insertCaseOrder(actor, { held: true }, 'wallet_blocked');
    return insertId(
      `insert into proposals (kind, subject, payload, subject_snapshot, customer_id, proposed_by)
       values ('release', $1, $2, '{}', $3, $4) returning id`,
      [orderId, { orderId, caseId, note: '' }, getSubject(actor), scene.ids.preparer],
    );
  };
  const insertReportDraft = async (actor: Actor) => {
    const id = await insertId(
      `insert into str_reports (case_id, user_id, suspicion_formed_on, due_on, version, created_by, created_at)
       values ($1, $2, $4, $4::date + 15, 1, $3, now()) returning id`,
      [await insertCase(actor), getSubject(actor), scene.ids.preparer, yesterday],
    );
    await rowsOf(
      `insert into str_versions (report_id, version, user_id, content, written_by, written_at)
       values ($1, 1, $2, $3, $4, now())`,
      [id, getSubject(actor), content, scene.ids.preparer],
    );
    return id;
  };
  const insertSnooze = async (actor: Actor) => {
    await rowsOf('delete from alert_snoozes where user_id = $1', [getSubject(actor)]);
    return insertId(
      `insert into alert_snoozes (user_id, rule, until, reason, created_by, created_at)
       values ($1, 'night', now() + interval '5 days', 'Known', $2, now()) returning id`,
      [getSubject(actor), scene.ids.preparer],
    );
  };
  return {
    getSubject,
    insertUserAlert,
    insertCase,
    insertCaseOrder,
    proposeRelease,
    insertReportDraft,
    insertSnooze,
    rowsOf,
  };
}

const empty = async () => ({});
const nextWeek = addDays(jamaicaDay(new Date()), 7);

/** Rows of the compliance commands. No one finds items about themselves. */
export function buildComplianceRows(server: TestServer, scene: Scene) {
  const { getSubject, insertUserAlert, insertCase, insertCaseOrder, proposeRelease, insertSnooze, rowsOf } =
    createSuspicionInputs(server, scene);
  const [visible, missing, refused] = ['yes', 404, 403] as const;
  const staff = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const withAlert =
    (more: object = {}) =>
    async (actor: Actor) => ({ alertId: await insertUserAlert(actor), ...more });
  const withCase =
    (more: object = {}, state = 'open') =>
    async (actor: Actor) => ({ caseId: await insertCase(actor, state), ...more });
  return {
    'compliance/alerts': staff(visible, empty),
    'compliance/alert': staff(missing, withAlert()),
    'compliance/takeAlert': staff(missing, withAlert()),
    'compliance/assignAlert': staff(missing, withAlert({ to: scene.ids.staffOwner })),
    'compliance/closeAlert': staff(missing, withAlert({ outcome: 'explained', note: 'Looked at it' })),
    'compliance/raiseAlert': staff(refused, async (actor) => ({
      userId: getSubject(actor),
      priority: 'low',
      description: 'Asked odd questions',
    })),
    'compliance/snooze': staff(refused, async (actor) => {
      await rowsOf('delete from alert_snoozes where user_id = $1', [getSubject(actor)]);
      return { userId: getSubject(actor), rule: 'night', until: nextWeek, reason: 'Works at night' };
    }),
    'compliance/endSnooze': staff(missing, async (actor) => ({ snoozeId: await insertSnooze(actor) })),
    'compliance/snoozes': staff(visible, empty),
    'compliance/cases': staff(visible, empty),
    'compliance/case': staff(missing, withCase()),
    'compliance/openCase': staff(refused, async (actor) => ({ userId: getSubject(actor), title: 'A closer look' })),
    'compliance/addToCase': staff(missing, async (actor) => ({
      caseId: await insertCase(actor),
      alerts: [await insertUserAlert(actor)],
      files:
        actor === 'compliance' ? [(await upload(server, scene.cookies.compliance ?? '', 'case-file')).body.id] : [],
    })),
    'compliance/assignCase': staff(missing, withCase({ to: scene.ids.staffOwner })),
    'compliance/startReview': staff(missing, withCase()),
    'compliance/noteCase': staff(missing, withCase({ note: 'Called about it' })),
    'compliance/closeCase': staff(missing, withCase({ outcome: 'explained', text: 'Papers account for it' })),
    'compliance/reopenCase': staff(missing, withCase({ reason: 'New facts' }, 'closed')),
    'compliance/holdOrder': staff(missing, async (actor) => ({
      ...(await insertCaseOrder(actor, { payIn: 'claimed' })),
      reasonCode: 'unusual_pattern',
    })),
    'compliance/releaseOrder': staff(missing, (actor) => insertCaseOrder(actor, { held: true }, 'unusual_pattern')),
    'compliance/proposeRelease': staff(missing, (actor) => insertCaseOrder(actor, { held: true }, 'wallet_blocked')),
    'compliance/decideRelease': staff(missing, async (actor) => ({
      proposalId: await proposeRelease(actor),
      decision: 'reject',
      note: 'Not like this',
    })),
    'compliance/customers': staff(visible, empty),
    'compliance/reviewCustomer': staff(refused, async (actor) => ({
      userId: getSubject(actor),
      riskLevel: 'low',
      nextReviewOn: nextWeek,
      note: 'Looked at the last orders',
    })),
    ...buildBreachRows(server),
    ...buildFreezeRows(server, scene),
    'desk/screenAgain': staff(refused, async (actor) => ({
      orderId: (await insertCaseOrder(actor, { held: true }, 'screening_down')).orderId,
    })),
  };
}

export function buildReportRows(server: TestServer, scene: Scene) {
  const { insertCase, insertReportDraft } = createSuspicionInputs(server, scene);
  const refused = 403;
  const staff = (own: Outcome, input: (actor: Actor) => Promise<unknown>) => ({ own, input });
  const withCase = (more: object) => async (actor: Actor) => ({ caseId: await insertCase(actor), ...more });
  const withReport =
    (more: object = {}) =>
    async (actor: Actor) => ({ reportId: await insertReportDraft(actor), ...more });
  return {
    'compliance/reports': staff(refused, async () => ({})),
    'compliance/openReport': staff(refused, withCase({ suspicionFormedOn: yesterday })),
    'compliance/report': staff(refused, withReport()),
    'compliance/saveReport': staff(refused, withReport({ version: 1, content })),
    'compliance/fileReport': staff(refused, async (actor) => ({
      reportId: await insertReportDraft(actor),
      version: 1,
      fidReference: `FID-${randomUUID()}`,
      filedOn: yesterday,
    })),
    'compliance/abandonReport': staff(refused, withReport({ reason: 'Papers account for it' })),
    'compliance/reportXml': staff(refused, withReport()),
  };
}

export function buildComplianceCommands(server: TestServer, scene: Scene) {
  const rows = { ...buildComplianceRows(server, scene), ...buildReportRows(server, scene) };
  const cookie = scene.cookies.compliance;
  const commands = Object.entries(rows).filter(([path]) => !(path in withoutEntry));
  return Object.fromEntries(
    commands.map(([path, { input }]) => [path, async () => ({ cookie: cookie, input: await input?.('compliance') })]),
  );
}

export const withoutEntry: Readonly<Record<string, string>> = {
  'compliance/alerts': 'rows of a list; compliance/alert opens an alert',
  'compliance/snoozes': 'a query',
  'compliance/cases': 'rows of a list; compliance/case opens a case',
  'compliance/customers': 'names and levels; identity/customer opens a file',
  'compliance/erasures': 'counts',
  'compliance/breaches': 'records without names',
};

export const repeatableCompliance: readonly string[] = [
  'compliance/alert',
  'compliance/assignAlert',
  'compliance/raiseAlert',
  'compliance/case',
  'compliance/noteBreach',
  'compliance/freezes',
  'compliance/openCase',
  'compliance/addToCase',
  'compliance/assignCase',
  'compliance/noteCase',
  'compliance/reports',
  'compliance/report',
  'compliance/reportXml',
  'compliance/reviewCustomer',
  'desk/screenAgain',
];

export const buildComplianceBodies = (target: { userId: string; orderId: string }) => {
  const [alertId, caseId, reportId] = [randomUUID(), randomUUID(), randomUUID()];
  const onOrder = { caseId, orderId: target.orderId, note: 'x' };
  return {
    'compliance/alerts': {},
    'compliance/alert': { alertId },
    'compliance/takeAlert': { alertId },
    'compliance/assignAlert': { alertId, to: target.userId },
    'compliance/closeAlert': { alertId, outcome: 'explained', note: 'x' },
    'compliance/raiseAlert': { userId: target.userId, priority: 'low', description: 'x' },
    'compliance/snooze': { userId: target.userId, rule: 'night', until: nextWeek, reason: 'x' },
    'compliance/endSnooze': { snoozeId: randomUUID() },
    'compliance/snoozes': { userId: target.userId },
    'compliance/cases': {},
    'compliance/case': { caseId },
    'compliance/openCase': { userId: target.userId, title: 'x' },
    'compliance/addToCase': { caseId },
    'compliance/assignCase': { caseId, to: target.userId },
    'compliance/startReview': { caseId },
    'compliance/noteCase': { caseId, note: 'x' },
    'compliance/closeCase': { caseId, outcome: 'explained', text: 'x' },
    'compliance/reopenCase': { caseId, reason: 'x' },
    'compliance/holdOrder': { ...onOrder, reasonCode: 'unusual_pattern' },
    'compliance/releaseOrder': onOrder,
    'compliance/proposeRelease': onOrder,
    'compliance/decideRelease': { proposalId: randomUUID(), decision: 'approve' },
    'compliance/reports': {},
    'compliance/openReport': { caseId, suspicionFormedOn: '2026-11-01' },
    'compliance/report': { reportId },
    'compliance/saveReport': { reportId, version: 1, content },
    'compliance/fileReport': { reportId, version: 1, fidReference: 'FID-1', filedOn: '2026-11-01' },
    'compliance/abandonReport': { reportId, reason: 'x' },
    'compliance/reportXml': { reportId },
    'compliance/customers': {},
    'compliance/reviewCustomer': { userId: target.userId, riskLevel: 'low', nextReviewOn: nextWeek, note: 'x' },
    ...buildBreachBodies(),
    ...buildFreezeBodies(target),
    'desk/screenAgain': { orderId: target.orderId },
  };
};
