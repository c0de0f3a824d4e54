import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { parseMoney } from '../../kernel/money.ts';

export const Note = z.string().trim().max(1_000).default('');
export const Reason = z.string().trim().min(1, 'Choose a reason').max(60);

/** A bank's reference, a transaction hash or the page of an explorer that shows it, as copied from there. */
export const Reference = z
  .string()
  .trim()
  .min(4, 'Enter the bank reference or transaction hash')
  .max(300)
  .regex(/^[ -~]+$/, 'Plain letters, digits and signs only');

export const Evidence = z.string().trim().min(20, 'Say where it is seen, in at least 20 letters').max(1_000);

/** When it moved by the bank line or the block, in Jamaica: the day, and the time where it is known. */
export const Moved = {
  movedOn: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter the day as YYYY-MM-DD'),
  movedTime: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Enter the time as HH:MM, or leave it empty')
    .default(''),
};

const typed = (longest: number) => z.string().trim().max(longest).default('');
/** Who paid, as the bank or the chain shows it: what goes back goes there alone. */
export const Payer = { payerBank: typed(80), payerAccount: typed(40), payerHolder: typed(120) };

/** Of coins: the address that really sent them. */
export const Sender = {
  senderAddress: typed(2_048),
  senderTag: z
    .string()
    .trim()
    .regex(/^\d{0,10}$/, 'Digits only')
    .default(''),
};

/** What arrived, in money or coins. */
export const AmountText = z
  .string()
  .trim()
  .max(40)
  // Explorers write 504,201.680673.
  .overwrite((text) => (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text))
  .refine((text) => parseMoney(text, 'JMD') !== null || /^\d{1,15}(\.\d{1,18})?$/.test(text), 'Enter the amount');

/** What somebody saw coming in on the bank line or the chain: under what, how much, when, and from whom. */
export const Arrival = { reference: Reference, amount: AmountText, ...Moved, ...Payer, ...Sender };
export type Arrived = z.output<z.ZodObject<typeof Arrival>>;

/**
 * An approval that is to be undone, or what had left and bounced: why, and where that is seen. The reference is that of
 * the line under which it came back, where there is one.
 */
export const Undo = {
  proposalId: IdText,
  reasonCode: Reason,
  evidence: Evidence,
  reference: Reference.or(z.literal('')).default(''),
  movedOn: Moved.movedOn.or(z.literal('')).default(''),
  movedTime: Moved.movedTime,
  note: Note,
};
