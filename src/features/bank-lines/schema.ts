import { z } from 'zod';
import { separators } from '../../kernel/csv.ts';
import { IdText } from '../../kernel/id-text.ts';
import { currencies } from '../../kernel/money.ts';
import { AmountText, Note, Payer } from '../movements/schema.ts';
import { dayForms, decimalSigns } from './amount-and-day.ts';
import { chosenAsides } from './asides.ts';
import { longestStatement } from './statement.ts';

const heading = z.string().trim().max(80).default('');

/** How one bank writes its statements. */
export const Format = z.strictObject({
  separator: z.enum(separators),
  decimal: z.enum(decimalSigns),
  day: z.enum(dayForms),
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
  }),
});

export const KeepFormat = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name, such as the bank').max(60),
  format: Format,
});

/** The lines of one of our accounts, as its bank exports or shows them. */
export const UploadStatement = z.strictObject({
  currency: z.enum(currencies),
  text: z.string().min(1, 'Choose a file, or paste lines').max(longestStatement, 'Upload it in parts'),
  format: Format,
});

const Which = { lineId: IdText };
const Day = z.iso.date();

export const ListLines = z.strictObject({
  which: z.enum(['open', 'aside']).default('open'),
  after: z.strictObject({ day: Day, id: IdText }).nullable().default(null),
});

/** A reference, a name or an amount. */
export const FindAwaited = z.strictObject({
  ...Which,
  search: z.string().trim().min(2, 'Enter a reference, a name or an amount').max(80),
});

/** What of the payer the statement does not say, from wherever the bank shows it; what it says stands. */
const Missing = { ...Payer, note: Note };

/** The line is the money of exactly this. */
export const ConfirmLine = z.strictObject({
  ...Which,
  kind: z.enum(['order', 'payment']),
  id: IdText,
  ...Missing,
});

const Part = z.strictObject({
  reference: z.string().trim().min(1, 'Enter the reference').max(40),
  amount: AmountText,
});

/** The line stands as unassigned money, and these parts of it go to what they are for. */
export const SplitLine = z.strictObject({ ...Which, parts: z.array(Part).max(5), ...Missing });

/** Its customer is asked about the name on it. */
export const AskName = z.strictObject({ ...Which, kind: z.enum(['order', 'payment']), id: IdText, note: Note });

/** What is in the books already is named there, so that the line becomes it: it counts once, and as what it is. */
export const SetAside = z
  .strictObject({
    ...Which,
    reason: z.enum(chosenAsides),
    reference: z.string().trim().max(120).default(''),
    note: Note,
  })
  .refine(({ reason, reference }) => reason !== 'recorded' || reference !== '', {
    path: ['reference'],
    message: 'Enter the reference under which it was recorded',
  });
export const BringBack = z.strictObject(Which);

/** It is another line than the one that it looks like: why. */
export const ProposeTwo = z.strictObject({
  ...Which,
  note: z.string().trim().min(1, 'Say how the bank tells them apart').max(500),
});
