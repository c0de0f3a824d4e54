import { randomUUID } from 'node:crypto';
import { jamaicaDay, shiftDay } from '../../src/kernel/calendar.ts';
import { upload } from '../orders.ts';
import { suspicionsOn } from '../suspicions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, OrderWish, Scene } from './actors.ts';
import { bookLines, soundForBooks } from './matrix-books.ts';
import { freezeLines, soundForFreezes } from './matrix-freezes.ts';
import type { Outcome } from './verdicts.ts';

/** A Jamaican day that is past whenever it is asked, also where the tests run over midnight. */
const lately = shiftDay(jamaicaDay(new Date()), -1);

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

/** Alerts, cases and reports about the owner, or about the member of staff who is a customer, laid down by hand. */
export function suspicionsIn(server: TestServer, scene: Scene) {
  const { rowsOf, alertAbout } = suspicionsOn(server);
  const idIn = async (statement: string, values: unknown[]) =>
    (await rowsOf<{ id: string }>(statement, values))[0]?.id ?? '';
  const about = (actor: Actor) => scene.ids[actor === 'staffOwner' ? 'staffOwner' : 'owner'];
  const alert = (actor: Actor) => alertAbout(about(actor));
  const kase = (actor: Actor, state = 'open') =>
    idIn(
      `insert into cases (user_id, kind, title, state, opened_at, updated_at, outcome, outcome_text, closed_by, closed_at)
       select $1, 'manual', 'A test', $2, now(), now(), o, o, case when o is not null then $3::uuid end,
         case when o is not null then now() end
         from (select case when $2 = 'closed' then 'explained' end o) x returning id`,
      [about(actor), state, scene.ids.preparer],
    );
  /** An order in a case. */
  const ordered = async (actor: Actor, wish: OrderWish, holdReason: string | null = null) => {
    const [caseId, orderId] = [
      await kase(actor),
      await scene.order({ ...wish, of: actor === 'staffOwner' ? 'staffOwner' : 'owner' }),
    ];
    await rowsOf('insert into case_orders (case_id, order_id, user_id, added_at) values ($1, $2, $3, now())', [
      caseId,
      orderId,
      about(actor),
    ]);
    await rowsOf('update transactions set hold_reason = $2 where id = $1', [orderId, holdReason]);
    return { caseId, orderId, note: 'Looked at it' };
  };
  const proposed = async (actor: Actor) => {
    const { caseId, orderId } = await ordered(actor, { held: true }, 'wallet_blocked');
    return idIn(
      `insert into proposals (kind, subject, payload, stood, customer_id, proposed_by)
       values ('release', $1, $2, '{}', $3, $4) returning id`,
      [orderId, { orderId, caseId, note: '' }, about(actor), scene.ids.preparer],
    );
  };
  const report = async (actor: Actor) => {
    const id = await idIn(
      `insert into str_reports (case_id, user_id, suspicion_formed_on, due_on, version, created_by, created_at)
       values ($1, $2, $4, $4::date + 15, 1, $3, now()) returning id`,
      [await kase(actor), about(actor), scene.ids.preparer, lately],
    );
    await rowsOf(
      `insert into str_versions (report_id, version, user_id, content, written_by, written_at)
       values ($1, 1, $2, $3, $4, now())`,
      [id, about(actor), content, scene.ids.preparer],
    );
    return id;
  };
  const snooze = async (actor: Actor) => {
    await rowsOf('delete from alert_snoozes where user_id = $1', [about(actor)]);
    return idIn(
      `insert into alert_snoozes (user_id, rule, until, reason, made_by, made_at)
       values ($1, 'night', now() + interval '5 days', 'Known', $2, now()) returning id`,
      [about(actor), scene.ids.preparer],
    );
  };
  return { about, alert, kase, ordered, proposed, report, snooze, rowsOf };
}

const empty = async () => ({});
const later = shiftDay(jamaicaDay(new Date()), 7);

/** What every act on suspicions is tried on. Nobody finds what is about themselves. */
export function complianceLines(server: TestServer, scene: Scene) {
  const { about, alert, kase, ordered, proposed, snooze, rowsOf } = suspicionsIn(server, scene);
  const [lists, theirs, named] = ['yes', 404, 403] as const;
  const line = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const onAlert =
    (more: object = {}) =>
    async (actor: Actor) => ({ alertId: await alert(actor), ...more });
  const onCase =
    (more: object = {}) =>
    async (actor: Actor) => ({ caseId: await kase(actor), ...more });
  return {
    'compliance/alerts': line(lists, empty),
    'compliance/alert': line(theirs, onAlert()),
    'compliance/takeAlert': line(theirs, onAlert()),
    'compliance/assignAlert': line(theirs, onAlert({ to: scene.ids.staffOwner })),
    'compliance/closeAlert': line(theirs, onAlert({ outcome: 'explained', note: 'Looked at it' })),
    'compliance/raiseAlert': line(named, async (actor) => ({
      userId: about(actor),
      priority: 'low',
      description: 'Asked odd questions',
    })),
    'compliance/snooze': line(named, async (actor) => {
      await rowsOf('delete from alert_snoozes where user_id = $1', [about(actor)]);
      return { userId: about(actor), rule: 'night', until: later, reason: 'Works at night' };
    }),
    'compliance/endSnooze': line(theirs, async (actor) => ({ snoozeId: await snooze(actor) })),
    'compliance/snoozes': line(lists, empty),
    'compliance/cases': line(lists, empty),
    'compliance/case': line(theirs, onCase()),
    'compliance/openCase': line(named, async (actor) => ({ userId: about(actor), title: 'A closer look' })),
    'compliance/addToCase': line(theirs, async (actor) => ({
      caseId: await kase(actor),
      alerts: [await alert(actor)],
      files:
        actor === 'compliance' ? [(await upload(server, scene.cookies.compliance ?? '', 'case-file')).body.id] : [],
    })),
    'compliance/assignCase': line(theirs, onCase({ to: scene.ids.staffOwner })),
    'compliance/startReview': line(theirs, onCase()),
    'compliance/noteCase': line(theirs, onCase({ note: 'Called about it' })),
    'compliance/closeCase': line(theirs, onCase({ outcome: 'explained', text: 'Papers account for it' })),
    'compliance/reopenCase': line(theirs, async (actor) => ({
      caseId: await kase(actor, 'closed'),
      reason: 'New facts',
    })),
    'compliance/holdOrder': line(theirs, async (actor) => ({
      ...(await ordered(actor, { payIn: 'claimed' })),
      reasonCode: 'unusual_pattern',
    })),
    'compliance/releaseOrder': line(theirs, (actor) => ordered(actor, { held: true }, 'unusual_pattern')),
    'compliance/proposeRelease': line(theirs, (actor) => ordered(actor, { held: true }, 'wallet_blocked')),
    'compliance/decideRelease': line(theirs, async (actor) => ({
      proposalId: await proposed(actor),
      decision: 'reject',
      note: 'Not as it stands',
    })),
    'compliance/customers': line(lists, empty),
    'compliance/reviewCustomer': line(named, async (actor) => ({
      userId: about(actor),
      riskLevel: 'low',
      nextReviewOn: later,
      note: 'Looked at the last orders',
    })),
    ...bookLines(server),
    ...freezeLines(server, scene),
    'desk/screenAgain': line(named, async (actor) => ({
      orderId: (await ordered(actor, { held: true }, 'screening_down')).orderId,
    })),
  };
}

/** The same of reports to the authority. */
export function reportLines(server: TestServer, scene: Scene) {
  const { kase, report } = suspicionsIn(server, scene);
  const reporters = 403;
  const line = (own: Outcome, input: (actor: Actor) => Promise<unknown>) => ({ own, input });
  const onCase = (more: object) => async (actor: Actor) => ({ caseId: await kase(actor), ...more });
  const onReport =
    (more: object = {}) =>
    async (actor: Actor) => ({ reportId: await report(actor), ...more });
  return {
    'compliance/reports': line(reporters, async () => ({})),
    'compliance/openReport': line(reporters, onCase({ suspicionFormedOn: lately })),
    'compliance/report': line(reporters, onReport()),
    'compliance/saveReport': line(reporters, onReport({ version: 1, content })),
    'compliance/fileReport': line(reporters, async (actor) => ({
      reportId: await report(actor),
      version: 1,
      fidReference: `FID-${randomUUID()}`,
      filedOn: lately,
    })),
    'compliance/abandonReport': line(reporters, onReport({ reason: 'Papers account for it' })),
    'compliance/reportXml': line(reporters, onReport()),
  };
}

/** Each act of compliance that leaves an entry in the log, done once by compliance. */
export function complianceActs(server: TestServer, scene: Scene) {
  const lines = { ...complianceLines(server, scene), ...reportLines(server, scene) };
  const cookie = scene.cookies.compliance;
  const acts = Object.entries(lines).filter(([path]) => !(path in withoutEntry));
  return Object.fromEntries(
    acts.map(([path, { input }]) => [path, async () => ({ cookie, input: await input?.('compliance') })]),
  );
}

/** What leaves none, and why. */
export const withoutEntry: Readonly<Record<string, string>> = {
  'compliance/alerts': 'lines of a list; an alert is opened by compliance/alert',
  'compliance/snoozes': 'a question',
  'compliance/cases': 'lines of a list; a case is opened by compliance/case',
  'compliance/customers': 'names and levels; a file is opened by identity/customer',
  'compliance/figures': 'counts',
  'compliance/erasures': 'counts',
  'compliance/breaches': 'records that name nobody',
};

/** What may be done again: a look, or another change. */
export const doneAgain: readonly string[] = [
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

/** A sound body for everything of compliance that takes one. */
export const soundForCompliance = (of: { userId: string; orderId: string }) => {
  const [alertId, caseId, reportId] = [randomUUID(), randomUUID(), randomUUID()];
  const onOrder = { caseId, orderId: of.orderId, note: 'x' };
  return {
    'compliance/alerts': {},
    'compliance/alert': { alertId },
    'compliance/takeAlert': { alertId },
    'compliance/assignAlert': { alertId, to: of.userId },
    'compliance/closeAlert': { alertId, outcome: 'explained', note: 'x' },
    'compliance/raiseAlert': { userId: of.userId, priority: 'low', description: 'x' },
    'compliance/snooze': { userId: of.userId, rule: 'night', until: later, reason: 'x' },
    'compliance/endSnooze': { snoozeId: randomUUID() },
    'compliance/snoozes': { userId: of.userId },
    'compliance/cases': {},
    'compliance/case': { caseId },
    'compliance/openCase': { userId: of.userId, title: 'x' },
    'compliance/addToCase': { caseId },
    'compliance/assignCase': { caseId, to: of.userId },
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
    'compliance/reviewCustomer': { userId: of.userId, riskLevel: 'low', nextReviewOn: later, note: 'x' },
    ...soundForBooks(),
    ...soundForFreezes(of),
    'desk/screenAgain': { orderId: of.orderId },
  };
};
