import { z } from 'zod';
import { formatGroupedMinorUnits, formatMinorUnits, parseMinorUnits, parseMoney } from '../../kernel/money.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';

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
export type Rows = Readonly<Record<string, FieldRow>>;

export const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

export const isAsked = ({ askedIf }: FieldRow, group: Group): boolean => askedIf?.isTrue(group) ?? true;

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

export const income = {
  key: 'monthly_income',
  schema: Income,
  summary: 'Monthly income',
  control: 'money',
  isHalf: true,
  normalize: (typed: string) => formatMinorUnits(parseMoney(typed, 'JMD')?.minor ?? 0n),
  format: (stored: string) => `J$${formatGroupedMinorUnits(parseMinorUnits(stored))}`,
} as const;

export const FileId = UuidSchema.nullable();
export const OnlyFile = z.strictObject({ file: FileId });

type Shape<Fields extends Rows> = { [Name in keyof Fields]: Fields[Name]['schema'] };

function requireConditional(rows: Rows, group: Group, context: z.RefinementCtx): void {
  for (const [name, { askedIf }] of Object.entries(rows))
    if (askedIf?.isTrue(group) && group[name] === '')
      context.addIssue({ code: 'custom', path: [name], message: askedIf.missing });
}

/** Schema of the typed fields of an item and of `more`. Requires the details that other fields ask for. */
export function fieldsSchema<Fields extends Rows, More extends z.ZodRawShape = Record<never, never>>(
  rows: Fields,
  more = {} as More,
) {
  const fields = Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema])) as Shape<Fields>;
  return z
    .strictObject({ ...fields, ...more })
    .superRefine((group, context) => requireConditional(rows, group as Group, context));
}
