import { z } from 'zod';
import { PageCursor } from '../../../kernel/pagination.ts';
import { typedText } from '../../../kernel/typed-text.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import type { Rubric } from '../course-schema.ts';
import { CourseInput } from '../schema.ts';

const Part = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
const boundedRecord = <T extends z.ZodType>(each: T) =>
  z.record(Part, each).refine((parts) => Object.keys(parts).length <= 10);

export const Evidence = boundedRecord(
  z.strictObject({
    text: z.string().trim().max(6_000),
    address: typedText().regex(/^[\w:.-]{0,128}$/, 'Use letters and digits only'),
    hash: typedText().regex(/^(|\w{32,128})$/, 'Use 32 to 128 letters and digits'),
  }),
);
export type Evidence = z.infer<typeof Evidence>;

export const ProjectInput = CourseInput.extend({ evidence: Evidence });

/** Schema of a submission, in which every part of the rubric is required. */
export const completeFor = ({ tasks }: Rubric) =>
  ProjectInput.superRefine(({ evidence }, { addIssue }) => {
    for (const { id, evidence: kind } of tasks) {
      const missing = (field: string, message: string) =>
        addIssue({ code: 'custom', path: ['evidence', id, field], message });
      if (!evidence[id]?.text) missing('text', 'Write your answer here');
      if (kind === 'transaction' && !evidence[id]?.hash) missing('hash', 'Enter the transaction hash');
    }
  });

export const SubmissionInput = z.strictObject({ submissionId: UuidSchema });
export const Appeal = SubmissionInput.extend({ reason: z.string().trim().min(20).max(2_000) });

export const submissionViews = ['waiting', 'appealed', 'marked'] as const;
export type SubmissionView = (typeof submissionViews)[number];
export const SubmissionPage = z.strictObject({ view: z.enum(submissionViews).default('waiting'), after: PageCursor });

export const Mark = SubmissionInput.extend({
  /** Points by `part/criterion`. */
  levels: z
    .record(z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/), z.number().int().min(0).max(100))
    .refine((levels) => Object.keys(levels).length <= 80),
  comments: boundedRecord(z.string().trim().max(2_000)),
  says: z.string().trim().min(20).max(2_000),
});

/** Variant for the form: points are strings, and each criterion needs a level. */
export const MarkInForm = Mark.extend({ levels: z.record(z.string(), z.string()) }).superRefine(
  ({ levels }, { addIssue }) => {
    for (const [key, points] of Object.entries(levels))
      if (points === '') addIssue({ code: 'custom', path: ['levels', key], message: 'Choose a level' });
  },
);
