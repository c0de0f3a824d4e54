import { z } from 'zod';
import { PageCursor } from '../../../kernel/pagination.ts';
import { typedText } from '../../../kernel/typed-text.ts';
import { UuidSchema, uuidWithMessage } from '../../../kernel/uuid.ts';
import { indicatorKinds, reportStatuses, verdicts } from '../types.ts';

export const checks = {
  evidence: 'The evidence was opened and supports the report',
  ours: "The target isn't one of our own websites, wallets, numbers or addresses",
  official: 'Public registers were checked for the people behind it',
  others: 'Warnings from other authorities were checked',
  reporters: "The reporters don't seem to be working together",
} as const;
type Check = keyof typeof checks;
export const checkNames = Object.keys(checks) as readonly Check[];
export const checkAnswers = { yes: 'Yes', no: 'No', unknown: 'Unknown' } as const;

export const Checklist = z.strictObject(
  Object.fromEntries(checkNames.map((name) => [name, z.enum(['yes', 'no', 'unknown'], 'Choose an answer')])) as Record<
    Check,
    z.ZodEnum<{ yes: 'yes'; no: 'no'; unknown: 'unknown' }>
  >,
);
export type Checklist = z.infer<typeof Checklist>;

/** Returns true when a scam verdict is possible: the target is not ours, and the evidence was opened. */
export const supportsWarning = ({ ours, evidence }: Checklist): boolean => ours === 'yes' && evidence !== 'unknown';

export const caseViews = ['waiting', 'all'] as const;
export type CaseView = (typeof caseViews)[number];

export const CasePage = z.strictObject({
  view: z.enum(caseViews).default('waiting'),
  kind: z.enum(indicatorKinds).nullable().default(null),
  search: typedText().max(320).default(''),
  after: PageCursor,
});
export type CasePage = z.infer<typeof CasePage>;

export const SubmissionPage = z.strictObject({
  status: z.enum(reportStatuses).nullable().default(null),
  after: PageCursor,
});
export type SubmissionPage = z.infer<typeof SubmissionPage>;

const Code = z.string().regex(/^[a-z_]{2,40}$/, 'Choose a reason');
const Explanation = (maxLength: number) => z.string().trim().min(1, 'Enter a reason').max(maxLength);

export const CaseRef = z.strictObject({ caseId: UuidSchema });
export const AddCaseNote = CaseRef.extend({ text: z.string().trim().min(1, 'Enter a note').max(2_000) });
export const JudgeCase = CaseRef.extend({
  verdict: z.enum(verdicts, 'Choose a verdict'),
  reasonCode: Code,
  checklist: Checklist,
  note: Explanation(5_000),
});
export const MarkCommon = CaseRef.extend({ indicatorId: UuidSchema, common: z.boolean(), word: Explanation(500) });

export const ReportRef = z.strictObject({ reportId: UuidSchema });
export const JoinCases = CaseRef.extend({ otherId: UuidSchema, word: Explanation(500) });
export const SeparateReport = ReportRef.extend({ word: Explanation(500) });
export const GenerateReport = ReportRef.extend({ message: z.string().trim().max(2_000) });
export const CompleteReport = ReportRef.extend({
  fileId: uuidWithMessage('Generate a report file or upload one'),
  /** Verdict at the time the file was generated or the dialog was opened. */
  verdictId: UuidSchema,
});
export const DeclineReport = ReportRef.extend({ reasonCode: Code });

export const ProposeWarning = CaseRef.extend({
  title: z.string().trim().min(3, 'Enter a title').max(160),
  summary: z.string().trim().min(20, 'Enter a summary of at least 20 characters').max(3_000),
  indicators: z.array(UuidSchema).min(1, 'Choose at least one indicator').max(100),
});
export const WithdrawWarning = z.strictObject({ publicationId: UuidSchema, reasonCode: Code });

export const AppealPage = z.strictObject({ view: z.enum(['open', 'answered']).default('open'), after: PageCursor });
export type AppealPage = z.infer<typeof AppealPage>;
export const AnswerAppeal = z.strictObject({
  appealId: UuidSchema,
  outcome: z.enum(['upheld', 'dismissed'], 'Choose a decision'),
  reasonCode: Code,
  answer: z.string().trim().min(20, 'Enter an answer of at least 20 characters').max(3_000),
});
