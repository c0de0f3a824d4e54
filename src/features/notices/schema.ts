import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { PageKey } from '../../kernel/page-key.ts';
import { type ChoiceKind, choiceKinds } from './kinds.ts';

export const noticesAtATime = 30;

/** A page of one's own notices, newest first. */
export const ListNotices = z.strictObject({ before: PageKey });
export const OneNotice = z.strictObject({ noticeId: IdText });
export const SaveWish = z.strictObject({
  kind: z.enum(choiceKinds as [ChoiceKind, ...ChoiceKind[]]),
  channel: z.enum(['mail', 'push']),
  wanted: z.boolean(),
});
/** What is left out stays as it is: two boxes that are ticked one after the other do not undo each other. */
export const SaveHabits = z.strictObject({ digest: z.boolean().nullish(), quiet: z.boolean().nullish() });
export const SaveMarketing = z.strictObject({ given: z.boolean() });
export const StopMails = z.strictObject({ token: z.string().min(1).max(300) });
/** A browser, by the place of its maker that we are to tell. */
export const OneBrowser = z.strictObject({ endpoint: z.string().max(1_000) });
