import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { accepted } from '../../ui/upload-rules.ts';
import { linksFault } from './links.ts';

const mostBytes = 10 * 1024 * 1024;

/** What somebody writes about their coin: coinName, idea, communityLinks, with their messages [001 §5 Launch form]. */
const Written = z.strictObject({
  coinName: z.string().trim().min(2, 'Coin name is required').max(80, 'Use at most 80 characters'),
  idea: z.string().trim().min(10, 'Please describe your idea').max(5_000, 'Use at most 5,000 characters'),
  communityLinks: z
    .string()
    .max(4_000, 'Use fewer or shorter links')
    .superRefine((text, { addIssue }) => {
      const message = linksFault(text);
      if (message) addIssue({ code: 'custom', message });
    }),
});

export const HandIn = Written.extend({ key: IdText, whitepaper: IdText });

type Paper = { readonly id: string; readonly name: string; readonly bytes: number; readonly mime: string };

/** A whitepaper as it is checked again on submit: .doc or .docx, up to 10MB [001 §5 Launch form]. */
export const isWhitepaper = ({ mime, bytes }: Pick<Paper, 'mime' | 'bytes'>): boolean =>
  accepted.word.types.includes(mime) && bytes > 0 && bytes <= mostBytes;

/** The same as it stands in the form, with the file itself. */
export const LaunchForm = Written.extend({
  whitepaper: z
    .custom<Paper | null>((file) => file !== null, 'Whitepaper is required')
    .refine((file) => file === null || isWhitepaper(file), 'Accepted: Word documents (.doc or .docx). Max 10MB.'),
});

/** What was typed so far: text only, bounded, and never judged. */
export const LaunchDraft = z.strictObject({
  data: z.record(z.string().max(40), z.string().max(6_000)).refine((data) => Object.keys(data).length <= 8),
});

export const OneLaunch = z.strictObject({ submissionId: IdText });
export const Answer = z.strictObject({
  questionId: IdText,
  answer: z.string().trim().min(2, 'Please write your answer').max(5_000),
});
