import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { PageKey } from '../../kernel/page-key.ts';
import type { Rubric } from '../learning/course-schema.ts';
import { OneCourse } from '../learning/schema.ts';

const Part = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
const few = <T extends z.ZodType>(each: T) => z.record(Part, each).refine((parts) => Object.keys(parts).length <= 10);

/** What somebody hands in for each part. An address and a hash are signs and figures of any network. */
export const Evidence = few(
  z.strictObject({
    text: z.string().trim().max(6_000),
    address: z
      .string()
      .trim()
      .regex(/^[\w:.-]{0,128}$/, 'An address has letters and figures only'),
    hash: z
      .string()
      .trim()
      .regex(/^(|\w{32,128})$/, 'A hash has 32 to 128 letters and figures'),
  }),
);
export type Evidence = z.infer<typeof Evidence>;

export const WithEvidence = OneCourse.extend({ evidence: Evidence });

/** The same with nothing missing in any part of this project, as it is handed in. */
export const wholeFor = ({ tasks }: Rubric) =>
  WithEvidence.superRefine(({ evidence }, { addIssue }) => {
    for (const { id, evidence: kind } of tasks) {
      const missing = (field: string, message: string) =>
        addIssue({ code: 'custom', path: ['evidence', id, field], message });
      if (!evidence[id]?.text) missing('text', 'Write your answer here');
      if (kind === 'transaction' && !evidence[id]?.hash) missing('hash', 'Give the hash of the transaction');
    }
  });

export const OneSubmission = z.strictObject({ submissionId: IdText });
export const Appeal = OneSubmission.extend({ reason: z.string().trim().min(20).max(2_000) });

export const submissionViews = ['waiting', 'appealed', 'marked'] as const;
export type SubmissionView = (typeof submissionViews)[number];
export const SubmissionPage = z.strictObject({
  view: z.enum(submissionViews).default('waiting'),
  after: PageKey,
});

export const Mark = OneSubmission.extend({
  /** Points by `part/criterion`. */
  levels: z
    .record(z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/), z.number().int().min(0).max(100))
    .refine((levels) => Object.keys(levels).length <= 80),
  comments: few(z.string().trim().max(2_000)),
  says: z.string().trim().min(20).max(2_000),
});

/** The same as it stands in a form, where points are texts, with a level chosen for each point of the rubric. */
export const MarkInForm = Mark.extend({ levels: z.record(z.string(), z.string()) }).superRefine(
  ({ levels }, { addIssue }) => {
    for (const [key, points] of Object.entries(levels))
      if (points === '') addIssue({ code: 'custom', path: ['levels', key], message: 'Choose a level' });
  },
);
