import { z } from 'zod';
import { PageKey } from '../../kernel/page-key.ts';
import { outcomes } from './outcomes.ts';
import { parts } from './rubric.ts';
import { OneLaunch } from './schema.ts';

export const launchViews = ['waiting', 'late', 'founder', 'decided'] as const;
export type LaunchView = (typeof launchViews)[number];
export const LaunchPage = z.strictObject({
  view: z.enum(launchViews).default('waiting'),
  search: z.string().trim().max(80).default(''),
  after: PageKey,
});

export const Ask = OneLaunch.extend({
  question: z.string().trim().min(10, 'Ask in a whole sentence').max(2_000),
});

export const Declare = OneLaunch.extend({
  conflict: z.boolean(),
  words: z.string().trim().max(1_000),
}).superRefine(({ conflict, words }, { addIssue }) => {
  if (conflict && words.length < 10)
    addIssue({ code: 'custom', path: ['words'], message: 'Say in a sentence what your interest is' });
});

export const MarkPart = OneLaunch.extend({
  part: z.enum(parts),
  score: z.number().int().min(1).max(5),
  note: z.string().trim().min(1, 'Say why in a few words').max(2_000),
});

export const Decide = OneLaunch.extend({
  outcome: z.enum(outcomes),
  reasonCode: z.string().min(1, 'Choose a reason').max(40),
  note: z.string().trim().max(2_000),
});
