import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { OneCourse } from '../learning/schema.ts';

/** Signs that are none, or turn what stands beside them. */
const unseen = /[\p{Cf}\p{Cs}\p{Co}]|(?![\n\r])\p{Cc}/u;
const plain = 'Letters, figures and lines only';

export const WriteToClass = OneCourse.extend({
  key: IdText,
  subject: z
    .string()
    .trim()
    .min(3, 'At least 3 letters')
    .max(120)
    .refine((text) => !unseen.test(text) && !/[\r\n]/.test(text), plain),
  body: z
    .string()
    .trim()
    .min(10, 'At least 10 letters')
    .max(2_000)
    .refine((text) => !unseen.test(text), plain),
});
export const WantMails = OneCourse.extend({ mails: z.boolean() });
