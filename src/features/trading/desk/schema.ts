import { z } from 'zod';
import { IdText } from '../../../kernel/id-text.ts';
import { Arrival as Arrived, Evidence, Moved, Note, Payer, Reason, Reference, Undo } from '../../movements/schema.ts';

const Order = { orderId: IdText };
/** A moment that an order can have: other years fit into a date here and not into one of the database. */
export const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));

export const queueFilters = ['all', 'late', 'second', 'held', 'buy', 'sell'] as const;

export const ShowQueue = z.strictObject({
  filter: z.enum(queueFilters).default('all'),
  search: z.string().trim().max(80).default(''),
  after: z.strictObject({ waitingSince: Moment, id: IdText }).nullable().default(null),
});

export const OneOrder = z.strictObject(Order);
export const PlainStep = z.strictObject({ ...Order, note: Note });
export const ReasonedStep = z.strictObject({ ...Order, reasonCode: Reason, note: Note });

/** An answer to what waits for a second person names what was read: what was swapped meanwhile is not decided. */
const Read = { proposalId: IdText };
export const AnswerStep = z.strictObject({ ...Order, ...Read, note: Note });
export const SendBack = z.strictObject({ ...Order, ...Read, reasonCode: Reason, note: Note });

/**
 * Money or coins that staff saw on the bank line or the chain: under what, how much, when, and from whom. Of money the
 * account of whoever paid, of coins the address that really sent them.
 */
export const ConfirmReceived = z.strictObject({
  ...Order,
  ...Arrived,
  note: Note,
});
export type Arrival = z.output<typeof ConfirmReceived>;

/**
 * What came in under one line going back to where it came from. Who paid stands on the line; it is typed here where the
 * line is older than such notes.
 */
export const PrepareReturn = z.strictObject({
  ...Order,
  movementId: IdText,
  reasonCode: Reason,
  ...Payer,
  note: Note,
});

/** That something approved left, by whoever sent it. */
export const RecordSent = z.strictObject({ ...Order, reference: Reference, ...Moved, note: Note });
export type Sent = z.output<typeof RecordSent>;

export const PrepareUndo = z.strictObject({ ...Order, ...Undo });

/** A line of what came in that was not for its order: why, and where that is seen. Another person decides. */
export const UndoPayIn = z.strictObject({
  ...Order,
  movementId: IdText,
  reasonCode: Reason,
  evidence: Evidence,
  note: Note,
});
export const AddNote = z.strictObject({ ...Order, note: z.string().trim().min(1, 'Write a note').max(1_000) });
