import { z } from 'zod';
import { parseUserUrl } from '../../kernel/parse-url.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { accepted } from '../../ui/upload-rules.ts';

/** Splits community links into trimmed, non-empty lines [001 §5 Launch form]. */
export const parseLinks = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const maxLinks = 10;
const maxLinkLength = 300;

/** True for an https URL with a host name and no credentials. */
export function isHttpsLink(line: string): boolean {
  if (line.length > maxLinkLength || /[\s\p{C}<>"\\]/u.test(line) || !/^https:\/\//i.test(line)) return false;
  const link = parseUserUrl(line);
  if (link === null) return false;
  const { hostname, username, password } = link;
  const hasHostName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(hostname);
  return hasHostName && username === '' && password === '';
}

/** Returns the error of the links; null if valid. */
export function findLinkError(text: string): string | null {
  const lines = parseLinks(text);
  if (lines.length > maxLinks) return `Use at most ${maxLinks} links`;
  const invalidIndex = lines.findIndex((line) => !isHttpsLink(line));
  return invalidIndex < 0 ? null : `Link ${invalidIndex + 1} must be a full address that starts with https://`;
}

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

export const LaunchFormSchema = LaunchText.extend({
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
