import { z } from 'zod';
import { parseMoney } from '../../kernel/money.ts';
import { typedText } from '../../kernel/typed-text.ts';

export type FieldRow = {
  /** Name in the column `kyc_submissions.data`. Unique within its tier. */
  readonly key: string;
  readonly schema: z.ZodType;
  readonly label: string;
  /** For staff, where it differs from `label`. */
  readonly summary?: string;
  readonly control: 'line' | 'lines' | 'date' | 'phone' | 'money' | 'select' | 'checkbox';
  /** A valid input, for tests. */
  readonly example: string | boolean;
  /** Two neighbours share a line. */
  readonly isHalf?: true;
  /** Not for a checkbox. */
  readonly hint?: string;
  /** For lines, dates and phones, as is `placeholder`. */
  readonly autoComplete?: string;
  readonly placeholder?: string;
  /** Of a select. */
  readonly options?: Readonly<Record<string, string>>;
  /** First choice of a select. Default: none. */
  readonly initial?: string;
  /** Asked only when true of the other fields, and then required. */
  readonly askedIf?: { readonly isTrue: (group: Group) => boolean; readonly missing: string };
  /** Stored even while it is not asked. */
  readonly isKeptUnasked?: true;
  /** Encrypted, shown to the customer and to most staff with its last three characters only. */
  readonly isSealed?: true;
  /** Form in which a valid input is stored. */
  readonly normalize?: (typed: string) => string;
  readonly format?: (stored: string) => string;
};
export type Group = Readonly<Record<string, unknown>>;

const textRefusal = 'Please use letters, numbers and punctuation only';

export const TextLine = (missing: string, maxLength = 120) =>
  typedText()
    .min(1, missing)
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .regex(/^\P{Cc}*$/u, textRefusal);

export const MultilineText = (missing: string, maxLength = 500) =>
  typedText()
    .min(1, missing)
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .regex(/^[\P{Cc}\n\r\t]*$/u, textRefusal);

export const OptionalText = z
  .string()
  .trim()
  .max(500, 'Must be at most 500 characters')
  .regex(/^[\P{Cc}\n\r\t]*$/u, textRefusal)
  .default('');

/** Amount in J$ with at most two decimals; zero is valid [000 §5 Tier 2]. */
export const Income = typedText()
  .min(1, 'Monthly income is required')
  .max(24, 'Monthly income must be a number')
  .refine((text) => parseMoney(text, 'JMD') !== null, 'Monthly income must be a number of 0 or more');
