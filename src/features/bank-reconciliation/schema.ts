import { z } from 'zod';
import { separators } from '../../kernel/csv.ts';
import { currencies } from '../../kernel/money.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { AmountText, Note, Payer } from '../ledger/schema.ts';
import { maxBatchLines, selectableReasons } from './line-rules.ts';
import { dateOrders, decimalSigns } from './parse-cells.ts';
import { amountSigns, maxStatementLength } from './statement-format.ts';

const heading = z.string().trim().max(80).default('');

export const Format = z.strictObject({
  separator: z.enum(separators),
  decimal: z.enum(decimalSigns),
  day: z.enum(dateOrders),
  amounts: z.enum(amountSigns).optional(),
  columns: z.strictObject({
    day: heading,
    amount: heading,
    credit: heading,
    debit: heading,
    reference: heading,
    details: heading,
    payer: heading,
    account: heading,
    bank: heading,
    direction: heading,
    currency: heading,
    status: heading,
    balance: heading,
  }),
});

export const KeepFormat = z.strictObject({
  name: typedText().min(1, 'Enter a name, such as the bank name').max(60),
  format: Format,
});

export const UploadStatement = z.strictObject({
  currency: z.enum(currencies),
  text: z
    .string()
    .min(1, 'Choose a file or paste lines')
    .max(maxStatementLength, 'This is too long. Upload it in parts'),
  format: Format,
});

const LineInput = { lineId: UuidSchema };
const Day = z.iso.date();

export const ListLines = z.strictObject({
  which: z.enum(['open', 'dismissed']).default('open'),
  after: z.strictObject({ day: Day, id: UuidSchema }).nullable().default(null),
});

export const FindAwaited = z.strictObject({
  ...LineInput,
  search: typedText().min(2, 'Enter a reference, name or amount').max(80),
});

/** Payer details that the statement lacks. Values on the statement take precedence. */
const PayerInput = { ...Payer, note: Note };

export const ConfirmLine = z.strictObject({
  ...LineInput,
  kind: z.enum(['order', 'payment']),
  id: UuidSchema,
  ...PayerInput,
});

const Part = z.strictObject({
  reference: typedText().min(1, 'Enter the reference').max(40),
  amount: AmountText,
});

export const SplitLine = z.strictObject({ ...LineInput, parts: z.array(Part).max(5), ...PayerInput });

export const emptyPayerInput = { payerBank: '', payerAccount: '', payerHolder: '', note: '' };

const batchItems = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(maxBatchLines);

export const StartBatch = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('confirm'),
    items: batchItems(z.strictObject({ ...LineInput, kind: z.enum(['order', 'payment']), id: UuidSchema })),
  }),
  z.strictObject({ act: z.literal('set_aside'), items: batchItems(z.strictObject(LineInput)) }),
]);

export const AskPayerName = z.strictObject({
  ...LineInput,
  kind: z.enum(['order', 'payment']),
  id: UuidSchema,
  note: Note,
});

/** `recorded` needs the reference of the manual entry, which the line then joins. */
export const DismissLine = z
  .strictObject({
    ...LineInput,
    reason: z.enum(selectableReasons),
    reference: typedText().max(120).default(''),
    note: Note,
  })
  .refine(({ reason, reference }) => reason !== 'recorded' || reference !== '', {
    path: ['reference'],
    message: 'Enter the reference it was recorded under',
  });
export const RestoreLine = z.strictObject(LineInput);

export const ProposeDistinct = z.strictObject({
  ...LineInput,
  note: z.string().trim().min(1, 'Explain how the bank shows two payments').max(500),
});
