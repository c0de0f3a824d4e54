import { z } from 'zod';
import { PageCursor } from '../../kernel/pagination.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { type AboutKind, aboutKinds, categories, limits, outcomes } from './conversation.ts';

export type About = { readonly kind: AboutKind; readonly id: string };

/** Parses what a conversation is about, such as `order:<id>` in a link. Null if invalid. */
export function parseAbout(text: string): About | null {
  const [kind, id = ''] = text.split(':');
  const known = aboutKinds.find((each) => each === kind);
  return known && UuidSchema.safeParse(id).success ? { kind: known, id } : null;
}

const AboutText = z
  .string()
  .max(60)
  .refine((text) => parseAbout(text) !== null);
const Message = z
  .string()
  .trim()
  .min(1, 'Write your message')
  .max(limits.messageLength, 'Use at most 4,000 characters');
const Files = z.array(UuidSchema).max(limits.files);

export const OneConversation = z.strictObject({ conversationId: UuidSchema });
export const AboutInput = z.strictObject({ about: AboutText });

export const OpenConversation = z.strictObject({
  key: UuidSchema,
  about: AboutText.nullable(),
  category: z.enum(categories, 'Choose a topic'),
  isComplaint: z.boolean(),
  message: Message,
  files: Files,
});

export const WriteMessage = OneConversation.extend({ key: UuidSchema, message: Message, files: Files });

const UploadedFile = z.custom<{ readonly id: string } | null>();
const MessageForm = { message: Message, file1: UploadedFile, file2: UploadedFile, file3: UploadedFile };
export const WriteForm = z.strictObject(MessageForm);
export const OpenForm = z.strictObject({
  ...MessageForm,
  kind: z.enum(['question', 'complaint']),
  category: z.enum(categories, 'Choose a topic'),
});

export const RequestReview = OneConversation.extend({
  key: UuidSchema,
  message: Message.min(10, 'Tell us why you disagree'),
});

export const Answer = OneConversation.extend({
  key: UuidSchema,
  message: Message,
  internal: z.boolean(),
});

/** Input for what a customer wrote or said elsewhere. */
export const RecordMessage = z.strictObject({
  key: UuidSchema,
  email: typedText().pipe(z.email('Enter the email of the account')),
  kind: z.enum(['complaint', 'question']),
  category: z.enum(categories, 'Choose a topic'),
  // The dates of a complaint never change, so a mistyped year would stay in the register.
  receivedOn: z.iso.date().refine((day) => day >= '2020-01-01', 'Check the year'),
  message: Message,
});

export const AnswerForm = z.strictObject({ message: Message, kind: z.enum(['answer', 'note']) });

export const Assign = OneConversation.extend({ toMe: z.boolean() });

export const Decide = OneConversation.extend({
  outcome: z.enum(outcomes, 'Choose one'),
  reasons: z.string().trim().min(20, 'Explain the decision').max(limits.messageLength),
});

export const helpViews = ['waiting', 'mine', 'unowned', 'overdue', 'complaints', 'customer', 'closed'] as const;
export type HelpView = (typeof helpViews)[number];
export const HelpPage = z.strictObject({
  view: z.enum(helpViews).default('waiting'),
  search: typedText().max(80).default(''),
  after: PageCursor,
});

const maxRegisterYears = 5;

export const RegisterPeriod = z
  .strictObject({ from: z.iso.date(), until: z.iso.date() })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'Must not be before the first day' })
  .refine(({ from, until }) => Number(until.slice(0, 4)) - Number(from.slice(0, 4)) <= maxRegisterYears, {
    path: ['from'],
    message: 'Choose at most five years',
  });
