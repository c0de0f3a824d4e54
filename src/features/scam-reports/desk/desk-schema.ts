import { z } from 'zod';
import { IdText, idOr } from '../../../kernel/id-text.ts';
import { PageKey } from '../../../kernel/page-key.ts';
import { indicatorKinds } from '../indicators/indicator.ts';
import { verdicts } from '../shapes.ts';
import { Checklist } from './checklist.ts';

export const matterViews = ['waiting', 'all'] as const;
export type MatterView = (typeof matterViews)[number];

export const MatterPage = z.strictObject({
  view: z.enum(matterViews).default('waiting'),
  kind: z.enum(indicatorKinds).nullable().default(null),
  /** A website, wallet, number, account, address or name, as it is typed. */
  search: z.string().trim().max(320).default(''),
  after: PageKey,
});
export type MatterPage = z.infer<typeof MatterPage>;

const Code = z.string().regex(/^[a-z_]{2,40}$/, 'Choose a reason');
const Word = (most: number) => z.string().trim().min(1, 'Say why').max(most);

export const OneMatter = z.strictObject({ matterId: IdText });
export const NoteMatter = OneMatter.extend({ text: z.string().trim().min(1, 'Write something').max(2_000) });
export const JudgeMatter = OneMatter.extend({
  verdict: z.enum(verdicts, 'Choose a verdict'),
  reasonCode: Code,
  checklist: Checklist,
  note: Word(5_000),
});
/** A thing that is everybody's, or is not after all. */
export const MarkCommon = OneMatter.extend({ indicatorId: IdText, common: z.boolean(), word: Word(500) });

export const OneReport = z.strictObject({ reportId: IdText });
/** What staff say to whoever reported, beside the verdict. */
export const DrawReport = OneReport.extend({ says: z.string().trim().max(2_000) });
export const CompleteReport = OneReport.extend({
  fileId: idOr('Make the report file, or upload one'),
  /** What was judged when it was made or looked at. */
  verdictId: IdText,
});
export const DeclineReport = OneReport.extend({ reasonCode: Code });

/** What is to be published, frozen until a second person agrees. */
export const ProposeWarning = OneMatter.extend({
  title: z.string().trim().min(3, 'Give it a title').max(160),
  summary: z.string().trim().min(20, 'Say what was found, in 20 letters or more').max(3_000),
  indicators: z.array(IdText).min(1, 'Choose what it warns of').max(100),
});
export const WithdrawWarning = z.strictObject({ publicationId: IdText, reasonCode: Code });

export const AppealPage = z.strictObject({
  view: z.enum(['open', 'answered']).default('open'),
  after: PageKey,
});
export type AppealPage = z.infer<typeof AppealPage>;
export const AnswerAppeal = z.strictObject({
  appealId: IdText,
  outcome: z.enum(['upheld', 'dismissed'], 'Choose an answer'),
  reasonCode: Code,
  answer: z.string().trim().min(20, 'Write an answer of 20 letters or more').max(3_000),
});
