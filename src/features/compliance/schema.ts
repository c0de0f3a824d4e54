import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { isCalendarDay } from '../accounts/age.ts';
import { hasReason, missingReasonIssue } from '../approvals/schema.ts';
import { alertOutcomeCodes, alertPriorities, alertTypeCodes, alertViews, riskLevels } from './alerts.ts';
import { notificationsDue } from './breach.ts';
import { caseKindCodes, caseOutcomeCodes, caseViews } from './cases.ts';
import { reportReasonCodes, reportViews } from './reports.ts';

const printable = /^[\P{Cc}\n\r\t]*$/u;
const Text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .regex(printable, 'Please use letters, numbers and punctuation only');
const RequiredText = (maxLength: number, message: string) => Text(maxLength).min(1, message);
const Line = (maxLength: number) =>
  typedText()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');
const Note = Text(4_000).default('');
const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));
const Day = z.string().refine(isCalendarDay, 'Please enter a valid date');
const Ids = z.array(UuidSchema).max(50).default([]);
const Cursor = z.strictObject({ at: Moment, id: UuidSchema }).nullable().default(null);
const Search = typedText().max(80).default('');

export const ListAlerts = z.strictObject({
  view: z.enum(alertViews).default('open'),
  priority: z.enum(alertPriorities).nullable().default(null),
  type: z
    .enum(alertTypeCodes as [string, ...string[]])
    .nullable()
    .default(null),
  search: Search,
  after: Cursor,
});
export const OneAlert = z.strictObject({ alertId: UuidSchema });
export const AssignAlert = z.strictObject({ alertId: UuidSchema, to: UuidSchema });
export const CloseAlert = z.strictObject({
  alertId: UuidSchema,
  outcome: z.enum(alertOutcomeCodes as [string, ...string[]], { error: 'Choose an outcome' }),
  note: RequiredText(4_000, 'Enter a reason'),
});
export const RaiseManualAlert = z.strictObject({
  userId: UuidSchema,
  orderId: UuidSchema.nullable().default(null),
  priority: z.enum(alertPriorities),
  description: RequiredText(500, 'Describe the reason'),
});

export const Snooze = z.strictObject({
  userId: UuidSchema,
  rule: typedText().min(1).max(60),
  /** Last snoozed day, at most 90 days from now. */
  until: Day,
  reason: RequiredText(1_000, 'Enter a reason for the snooze'),
});
export const EndSnooze = z.strictObject({ snoozeId: UuidSchema });
export const ListSnoozes = z.strictObject({ userId: UuidSchema.nullable().default(null) });

export const ListCases = z.strictObject({
  view: z.enum(caseViews).default('open'),
  kind: z
    .enum(caseKindCodes as [string, ...string[]])
    .nullable()
    .default(null),
  search: Search,
  after: Cursor,
});
export const OneCase = z.strictObject({ caseId: UuidSchema });
export const OpenCase = z.strictObject({
  userId: UuidSchema,
  title: RequiredText(120, 'Give it a title'),
  alerts: Ids,
  orders: Ids,
});
export const AddToCase = z.strictObject({
  caseId: UuidSchema,
  alerts: Ids,
  orders: Ids,
  screenings: Ids,
  hits: Ids,
  /** Ids of files that the current user uploaded as `case-file`. */
  files: Ids,
});
export const AssignCase = z.strictObject({ caseId: UuidSchema, to: UuidSchema });
export const NoteCase = z.strictObject({ caseId: UuidSchema, note: RequiredText(4_000, 'Write a note') });
export const CloseCase = z.strictObject({
  caseId: UuidSchema,
  outcome: z.enum(caseOutcomeCodes as [string, ...string[]], { error: 'Choose an outcome' }),
  text: RequiredText(4_000, 'Enter the findings and the decision'),
});
export const ReopenCase = z.strictObject({ caseId: UuidSchema, reason: RequiredText(1_000, 'Enter a reason') });

/** `reasonCode` is a hold reason of the trading feature. */
export const HoldOrder = z.strictObject({
  caseId: UuidSchema,
  orderId: UuidSchema,
  reasonCode: typedText().min(1, 'Choose a reason').max(60),
  note: Note,
});
export const ReleaseOrder = z.strictObject({
  caseId: UuidSchema,
  orderId: UuidSchema,
  note: RequiredText(4_000, 'Enter a reason for the release'),
});
export const ProposeRelease = ReleaseOrder;
export const DecideRelease = z
  .strictObject({
    proposalId: UuidSchema,
    decision: z.enum(['approve', 'reject', 'withdraw']),
    note: Note,
  })
  .refine(hasReason, missingReasonIssue);

export const ListReports = z.strictObject({
  view: z.enum(reportViews).default('open'),
  after: UuidSchema.nullable().default(null),
});
export const OpenReport = z.strictObject({ caseId: UuidSchema, suspicionFormedOn: Day });
export const OneReport = z.strictObject({ reportId: UuidSchema });

export const PartyInput = z.strictObject({
  role: z.enum(['customer', 'counterparty', 'other']),
  kind: z.enum(['person', 'entity', 'wallet']),
  firstName: Line(100).default(''),
  lastName: Line(100).default(''),
  birthDate: z.union([z.literal(''), Day]).default(''),
  country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'Use two letters')]).default(''),
  account: Line(256).default(''),
  note: Text(1_000).default(''),
});
export const SaveReport = z.strictObject({
  reportId: UuidSchema,
  /** Version on screen. Saving is refused if a newer version exists. */
  version: z.int().min(0),
  content: z.strictObject({
    narrative: Text(20_000),
    action: Text(4_000).default(''),
    reasons: z.array(z.enum(reportReasonCodes as [(typeof reportReasonCodes)[number]])).max(10),
    parties: z.array(PartyInput).max(30),
    orders: z.array(UuidSchema).max(100),
  }),
});
export const FileReport = z.strictObject({
  reportId: UuidSchema,
  version: z.int().min(1),
  fidReference: typedText()
    .min(3, 'Enter the FID reference')
    .max(60)
    .regex(/^[\p{L}\d /._-]*$/u, 'Use letters, digits and hyphens only'),
  filedOn: Day,
});
export const AbandonReport = z.strictObject({
  reportId: UuidSchema,
  reason: RequiredText(2_000, 'Enter a reason'),
});

export const customerViews = ['all', 'due', 'high', 'pep', 'alerts'] as const;
export const ListCustomers = z.strictObject({
  view: z.enum(customerViews).default('all'),
  search: Search,
  after: z
    .strictObject({ rank: z.int().min(0).max(10_000), id: UuidSchema })
    .nullable()
    .default(null),
});
export const ReviewCustomer = z.strictObject({
  userId: UuidSchema,
  riskLevel: z.enum(riskLevels),
  nextReviewOn: Day,
  note: RequiredText(4_000, 'Enter your findings'),
});

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time as HH:MM');
/** Unknown parts may be empty, because the notification deadline does not wait. */
const BreachTexts = {
  title: RequiredText(120, 'Give it a title'),
  facts: RequiredText(4_000, 'Describe what happened, as far as you know'),
  subjects: Note,
  consequences: Note,
  measures: Note,
  contact: Text(500).default(''),
};
export const NoteBreach = z.strictObject({ ...BreachTexts, awareOn: Day, awareTime: Time });
export const UpdateBreach = z.strictObject({
  breachId: UuidSchema,
  version: z.int().min(1),
  ...BreachTexts,
});
export const RecordBreachNotification = z.strictObject({
  breachId: UuidSchema,
  recipient: z.enum(notificationsDue),
  notifiedOn: Day,
  notifiedTime: Time,
});
