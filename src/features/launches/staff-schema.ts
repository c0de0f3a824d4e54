import { z } from 'zod';
import { PageCursor } from '../../kernel/pagination.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { outcomes } from './launch.ts';
import { OneLaunch } from './schema.ts';

export const launchViews = ['waiting', 'late', 'founder', 'decided'] as const;
export type LaunchView = (typeof launchViews)[number];
export const LaunchPage = z.strictObject({
  view: z.enum(launchViews).default('waiting'),
  search: typedText().max(80).default(''),
  after: PageCursor,
});

export const Ask = OneLaunch.extend({ question: z.string().trim().min(10, 'Write a full question').max(2_000) });

export const Decide = OneLaunch.extend({
  outcome: z.enum(outcomes),
  reasonCode: z.string().min(1, 'Choose a reason').max(40),
  note: z.string().trim().max(2_000),
});
