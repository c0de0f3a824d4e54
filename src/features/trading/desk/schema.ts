import { z } from 'zod';
import { parseMoney } from '../../../kernel/money.ts';

const Order = { orderId: z.uuid() };
const Note = z.string().trim().max(1_000).default('');
const Reason = z.string().trim().min(1, 'Choose a reason').max(60);

/** A bank's reference or a transaction hash, as copied from the bank or the chain. */
const Reference = z
  .string()
  .trim()
  .min(4, 'Enter the bank reference or transaction hash')
  .max(120)
  .regex(/^[\w:./-]+$/, 'Letters, digits and : . / - _ only')
  // Hexadecimal says the same in capitals; addresses of Solana do not.
  .transform((text) => (/^(0x)?[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : text));

/** A moment that an order can have: other years fit into a date here and not into one of the database. */
const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));

export const queueFilters = ['all', 'late', 'second', 'held', 'buy', 'sell'] as const;

export const ShowQueue = z.strictObject({
  filter: z.enum(queueFilters).default('all'),
  search: z.string().trim().max(80).default(''),
  after: z.strictObject({ waitingSince: Moment, id: z.uuid() }).nullable().default(null),
});

export const OneOrder = z.strictObject(Order);
export const PlainStep = z.strictObject({ ...Order, note: Note });
export const ReasonedStep = z.strictObject({ ...Order, reasonCode: Reason, note: Note });

/** Money or coins that staff saw on the bank line or the chain: with what and how much, so that it can be compared. */
export const ConfirmReceived = z.strictObject({
  ...Order,
  reference: Reference,
  amount: z
    .string()
    .trim()
    .max(40)
    .refine((text) => parseMoney(text, 'JMD') !== null || /^\d{1,15}(\.\d{1,18})?$/.test(text), 'Enter the amount'),
  note: Note,
});

/** Money or coins of a stopped order going back, with the reference under which they leave. */
export const PrepareReturn = z.strictObject({ ...Order, reference: Reference, reasonCode: Reason, note: Note });
export const PreparePayout = z.strictObject({ ...Order, reference: Reference, note: Note });
export const AddNote = z.strictObject({ ...Order, note: z.string().trim().min(1, 'Write a note').max(1_000) });
