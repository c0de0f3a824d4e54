import { z } from 'zod';
import { parseMoney } from '../../kernel/money.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';

export const Note = z.string().trim().max(1_000).default('');
export const Reason = z.string().trim().min(1, 'Choose a reason').max(60);

export const Reference = typedText()
  .min(4, 'Enter the bank reference or transaction hash')
  .max(300)
  .regex(/^[ -~]+$/, 'Use plain letters, digits and symbols only');

export const Evidence = z.string().trim().min(20, 'Say where you see this, in at least 20 characters').max(1_000);

export const Moved = {
  movedOn: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter the day as YYYY-MM-DD'),
  movedTime: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Enter the time as HH:MM, or leave it empty')
    .default(''),
};

const textField = (maxLength: number) => typedText().max(maxLength).default('');
/** Refunds go to this payer only. */
export const Payer = { payerBank: textField(80), payerAccount: textField(40), payerHolder: textField(120) };

export const Sender = {
  senderAddress: textField(2_048),
  senderTag: typedText()
    .regex(/^\d{0,10}$/, 'Digits only')
    .default(''),
};

export const AmountText = typedText()
  .max(40)
  // Block explorers write 504,201.680673.
  .overwrite((text) => (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text))
  .refine((text) => parseMoney(text, 'JMD') !== null || /^\d{1,15}(\.\d{1,18})?$/.test(text), 'Enter the amount');

export const Arrival = { reference: Reference, amount: AmountText, ...Moved, ...Payer, ...Sender };
export type Arrived = z.output<z.ZodObject<typeof Arrival>>;

export const Undo = {
  proposalId: UuidSchema,
  reasonCode: Reason,
  evidence: Evidence,
  reference: Reference.or(z.literal('')).default(''),
  movedOn: Moved.movedOn.or(z.literal('')).default(''),
  movedTime: Moved.movedTime,
  note: Note,
};
