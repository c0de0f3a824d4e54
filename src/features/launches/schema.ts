import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { accepted } from '../../ui/upload-rules.ts';
import { findLinkError } from './links.ts';

const maxBytes = 10 * 1024 * 1024;

/** Fields of the launch form [001 §5 Launch form]. */
const LaunchText = z.strictObject({
  coinName: typedText().min(2, 'Coin name is required').max(80, 'Use at most 80 characters'),
  idea: z.string().trim().min(10, 'Please describe your idea').max(5_000, 'Use at most 5,000 characters'),
  communityLinks: z
    .string()
    .max(4_000, 'Use fewer or shorter links')
    .superRefine((text, { addIssue }) => {
      const message = findLinkError(text);
      if (message) addIssue({ code: 'custom', message });
    }),
});

export const SubmitLaunch = LaunchText.extend({ key: UuidSchema, whitepaper: UuidSchema });

type WhitepaperFile = { readonly id: string; readonly name: string; readonly bytes: number; readonly mime: string };

/** True for a Word document up to 10 MB [001 §5 Launch form]. */
export const isWhitepaper = ({ mime, bytes }: Pick<WhitepaperFile, 'mime' | 'bytes'>): boolean =>
  accepted.word.types.includes(mime) && bytes > 0 && bytes <= maxBytes;

export const LaunchForm = LaunchText.extend({
  whitepaper: z
    .custom<WhitepaperFile | null>((file) => file !== null, 'Whitepaper is required')
    .refine((file) => file === null || isWhitepaper(file), 'Accepted: Word documents (.doc or .docx). Max 10MB.'),
});

/** Draft texts. Only their size is validated. */
export const LaunchDraft = z.strictObject({
  data: z.record(z.string().max(40), z.string().max(6_000)).refine((data) => Object.keys(data).length <= 8),
});

export const OneLaunch = z.strictObject({ submissionId: UuidSchema });
export const Answer = z.strictObject({
  questionId: UuidSchema,
  answer: z.string().trim().min(2, 'Please write your answer').max(5_000),
});
