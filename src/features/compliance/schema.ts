import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { isCalendarDay } from '../accounts/age.ts';
import { isWhyGiven, whyMissing } from '../approvals/schema.ts';
import { alertOutcomeCodes, alertPriorities, alertTypeCodes, longestSnooze, riskLevels } from './alerts.ts';
import { toBeTold } from './breach.ts';
import { caseKindCodes, caseOutcomeCodes } from './cases.ts';
import { alertViews, caseViews, reportViews } from './filters.ts';
import { reportReasonCodes } from './reports.ts';

const printable = /^[\P{Cc}\n\r\t]*$/u;
const Text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Must be at most ${longest} characters`)
    .regex(printable, 'Please use letters, numbers and punctuation only');
const Needed = (longest: number, message: string) => Text(longest).min(1, message);
const Line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');
const Note = Text(4_000).default('');
const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));
const Day = z.string().refine(isCalendarDay, 'Please enter a valid date');
const Ids = z.array(IdText).max(50).default([]);
/** The last line of the page before. */
const After = z.strictObject({ at: Moment, id: IdText }).nullable().default(null);
const Search = z.string().trim().max(80).default('');

/** Open ones by what is due first, closed ones by what was closed last. `search`: name, e-mail, order reference. */
export const ListAlerts = z.strictObject({
  view: z.enum(alertViews).default('open'),
  priority: z.enum(alertPriorities).nullable().default(null),
  type: z
    .enum(alertTypeCodes as [string, ...string[]])
    .nullable()
    .default(null),
  search: Search,
  after: After,
});
export const OneAlert = z.strictObject({ alertId: IdText });
export const AssignAlert = z.strictObject({ alertId: IdText, to: IdText });
export const CloseAlert = z.strictObject({
  alertId: IdText,
  outcome: z.enum(alertOutcomeCodes as [string, ...string[]], { error: 'Choose an outcome' }),
  note: Needed(4_000, 'Say in a sentence why'),
});
export const RaiseByHand = z.strictObject({
  userId: IdText,
  orderId: IdText.nullable().default(null),
  priority: z.enum(alertPriorities),
  description: Needed(500, 'Say what gave rise to it'),
});

export const Snooze = z.strictObject({
  userId: IdText,
  rule: z.string().trim().min(1).max(60),
  /** The last day on which the rule is quiet, at most 90 days from now. */
  until: Day,
  reason: Needed(1_000, `Say why it may be quiet, for at most ${longestSnooze} days`),
});
export const EndSnooze = z.strictObject({ snoozeId: IdText });
export const ListSnoozes = z.strictObject({ userId: IdText.nullable().default(null) });

export const ListCases = z.strictObject({
  view: z.enum(caseViews).default('open'),
  kind: z
    .enum(caseKindCodes as [string, ...string[]])
    .nullable()
    .default(null),
  search: Search,
  after: After,
});
export const OneCase = z.strictObject({ caseId: IdText });
export const OpenCase = z.strictObject({
  userId: IdText,
  title: Needed(120, 'Give it a title'),
  alerts: Ids,
  orders: Ids,
});
export const AddToCase = z.strictObject({
  caseId: IdText,
  alerts: Ids,
  orders: Ids,
  screenings: Ids,
  hits: Ids,
  /** Files that whoever asks uploaded with the purpose `case-file`. */
  files: Ids,
});
export const AssignCase = z.strictObject({ caseId: IdText, to: IdText });
export const NoteCase = z.strictObject({ caseId: IdText, note: Needed(4_000, 'Write a note') });
export const CloseCase = z.strictObject({
  caseId: IdText,
  outcome: z.enum(caseOutcomeCodes as [string, ...string[]], { error: 'Choose an outcome' }),
  text: Needed(4_000, 'Say what was found and decided'),
});
export const ReopenCase = z.strictObject({ caseId: IdText, reason: Needed(1_000, 'Say why it is opened again') });

/** `reasonCode` is one of the hold reasons of trading. */
export const HoldOrder = z.strictObject({
  caseId: IdText,
  orderId: IdText,
  reasonCode: z.string().trim().min(1, 'Choose a reason').max(60),
  note: Note,
});
export const ReleaseOrder = z.strictObject({
  caseId: IdText,
  orderId: IdText,
  note: Needed(4_000, 'Say why it may go on'),
});
export const ProposeRelease = ReleaseOrder;
export const DecideRelease = z
  .strictObject({
    proposalId: IdText,
    decision: z.enum(['approve', 'reject', 'withdraw']),
    note: Note,
  })
  .refine(isWhyGiven, whyMissing);

export const ListReports = z.strictObject({
  view: z.enum(reportViews).default('open'),
  after: IdText.nullable().default(null),
});
export const OpenReport = z.strictObject({ caseId: IdText, suspicionFormedOn: Day });
export const OneReport = z.strictObject({ reportId: IdText });

export const PartyInput = z.strictObject({
  role: z.enum(['customer', 'counterparty', 'other']),
  kind: z.enum(['person', 'entity', 'wallet']),
  firstName: Line(100).default(''),
  lastName: Line(100).default(''),
  birthDate: z.union([z.literal(''), Day]).default(''),
  country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'Two letters')]).default(''),
  account: Line(256).default(''),
  note: Text(1_000).default(''),
});
export const SaveReport = z.strictObject({
  reportId: IdText,
  /** The version that was read: when somebody saved another since, this one is refused. */
  version: z.int().min(0),
  content: z.strictObject({
    narrative: Text(20_000),
    action: Text(4_000).default(''),
    reasons: z.array(z.enum(reportReasonCodes as [(typeof reportReasonCodes)[number]])).max(10),
    parties: z.array(PartyInput).max(30),
    orders: z.array(IdText).max(100),
  }),
});
export const FileReport = z.strictObject({
  reportId: IdText,
  version: z.int().min(1),
  fidReference: z
    .string()
    .trim()
    .min(3, 'Enter the reference that the FID gave')
    .max(60)
    .regex(/^[\p{L}\d /._-]*$/u, 'Letters, digits and hyphens only'),
  filedOn: Day,
});
export const AbandonReport = z.strictObject({
  reportId: IdText,
  reason: Needed(2_000, 'Say why nothing is reported'),
});

export const customerViews = ['all', 'due', 'high', 'pep', 'alerts'] as const;
export const ListCustomers = z.strictObject({
  view: z.enum(customerViews).default('all'),
  search: Search,
  after: z
    .strictObject({ score: z.int().min(0).max(100), id: IdText })
    .nullable()
    .default(null),
});
export const ReviewCustomer = z.strictObject({
  userId: IdText,
  riskLevel: z.enum(riskLevels),
  nextReviewOn: Day,
  note: Needed(4_000, 'Say what was looked at and found'),
});
export const ShowFigures = z.strictObject({ months: z.int().min(1).max(36).default(12) });

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time as HH:MM');
/** What is not known yet stays empty: the Commissioner is told all the same. */
const BreachTexts = {
  title: Needed(120, 'Give it a title'),
  facts: Needed(4_000, 'Say what happened, as far as it is known'),
  subjects: Note,
  consequences: Note,
  measures: Note,
  contact: Text(500).default(''),
};
/** Day and time of the Jamaican clock. */
export const NoteBreach = z.strictObject({ ...BreachTexts, awareOn: Day, awareTime: Time });
export const UpdateBreach = z.strictObject({
  breachId: IdText,
  /** The version that was read. */
  version: z.int().min(1),
  ...BreachTexts,
});
export const TellBreach = z.strictObject({
  breachId: IdText,
  who: z.enum(toBeTold),
  toldOn: Day,
  toldTime: Time,
});
