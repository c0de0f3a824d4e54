import { z } from 'zod';
import { parseMoney } from '../../../kernel/money.ts';

const Order = { orderId: z.uuid() };
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
  .refine((text) => parseMoney(text, 'JMD') !== null || /^\d{1,15}(\.\d{1,18})?$/.test(text), 'Enter the amount');

/** A moment that an order can have: other years fit into a date here and not into one of the database. */
export const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));

export const queueFilters = ['all', 'late', 'second', 'held', 'buy', 'sell'] as const;

export const ShowQueue = z.strictObject({
  filter: z.enum(queueFilters).default('all'),
  search: z.string().trim().max(80).default(''),
  after: z.strictObject({ waitingSince: Moment, id: z.uuid() }).nullable().default(null),
});

export const OneOrder = z.strictObject(Order);
export const PlainStep = z.strictObject({ ...Order, note: Note });
export const ReasonedStep = z.strictObject({ ...Order, reasonCode: Reason, note: Note });

/** An answer to what waits for a second person names what was read: what was swapped meanwhile is not decided. */
const Read = { proposalId: z.uuid() };
export const AnswerStep = z.strictObject({ ...Order, ...Read, note: Note });
export const SendBack = z.strictObject({ ...Order, ...Read, reasonCode: Reason, note: Note });

/**
 * Money or coins that staff saw on the bank line or the chain: under what, how much, when, and from whom. Of money the
 * account of whoever paid, of coins the address that really sent them.
 */
export const ConfirmReceived = z.strictObject({
  ...Order,
  reference: Reference,
  amount: AmountText,
  ...Moved,
  ...Payer,
  ...Sender,
  note: Note,
});
export type Arrival = z.output<typeof ConfirmReceived>;

/**
 * What came in under one line going back to where it came from. Who paid stands on the line; it is typed here where the
 * line is older than such notes.
 */
export const PrepareReturn = z.strictObject({
  ...Order,
  movementId: z.uuid(),
  reasonCode: Reason,
  ...Payer,
  note: Note,
});

/** That something approved left, by whoever sent it. */
export const RecordSent = z.strictObject({ ...Order, reference: Reference, ...Moved, note: Note });
export type Sent = z.output<typeof RecordSent>;

/**
 * An approval that is to be undone, or what had left and bounced: why, and where that is seen. The reference is that of
 * the line under which it came back, where there is one.
 */
export const PrepareUndo = z.strictObject({
  ...Order,
  proposalId: z.uuid(),
  reasonCode: Reason,
  evidence: Evidence,
  reference: Reference.or(z.literal('')).default(''),
  movedOn: Moved.movedOn.or(z.literal('')).default(''),
  movedTime: Moved.movedTime,
  note: Note,
});

/** A line of what came in that was not for its order: why, and where that is seen. Another person decides. */
export const UndoPayIn = z.strictObject({
  ...Order,
  movementId: z.uuid(),
  reasonCode: Reason,
  evidence: Evidence,
  note: Note,
});
export const AddNote = z.strictObject({ ...Order, note: z.string().trim().min(1, 'Write a note').max(1_000) });
