import { z } from 'zod';
import { PageCursor } from '../../kernel/pagination.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { type OptionalKind, optionalKinds } from './kinds.ts';

export const noticesPageSize = 30;

export const ListNotices = z.strictObject({ before: PageCursor });
export const NoticeInput = z.strictObject({ noticeId: UuidSchema });
export const SavePreference = z.strictObject({
  kind: z.enum(optionalKinds as [OptionalKind, ...OptionalKind[]]),
  channel: z.enum(['mail', 'push']),
  wanted: z.boolean(),
});
/** Omitted settings stay unchanged, so that two quick changes do not overwrite each other. */
export const SaveDigestSettings = z.strictObject({ digest: z.boolean().nullish(), quiet: z.boolean().nullish() });
export const SaveMarketing = z.strictObject({ given: z.boolean() });
export const StopMails = z.strictObject({ token: z.string().min(1).max(300) });
export const BrowserInput = z.strictObject({ endpoint: z.string().max(1_000) });
