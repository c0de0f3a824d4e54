import { z } from 'zod';
import { typedText } from '../../../kernel/typed-text.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { Arrival as Arrived, Evidence, Moved, Note, Payer, Reason, Reference, Undo } from '../../ledger/schema.ts';

const Order = { orderId: UuidSchema };
/** JavaScript dates can exceed the range of the database. */
export const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));

export const queueFilters = ['all', 'late', 'second', 'held', 'buy', 'sell'] as const;

export const ShowQueue = z.strictObject({
  filter: z.enum(queueFilters).default('all'),
  search: typedText().max(80).default(''),
  after: z.strictObject({ waitingSince: Moment, id: UuidSchema }).nullable().default(null),
});

export const OneOrder = z.strictObject(Order);
export const PlainStep = z.strictObject({ ...Order, note: Note });
export const ReasonedStep = z.strictObject({ ...Order, reasonCode: Reason, note: Note });

/** Id of the proposal on the user's screen. A decision about a replaced proposal is rejected. */
const ReadProposal = { proposalId: UuidSchema };
export const AnswerStep = z.strictObject({ ...Order, ...ReadProposal, note: Note });
export const SendBack = z.strictObject({ ...Order, ...ReadProposal, reasonCode: Reason, note: Note });

export const ConfirmReceived = z.strictObject({
  ...Order,
  ...Arrived,
  note: Note,
});
export type Arrival = z.output<typeof ConfirmReceived>;

export const PrepareReturn = z.strictObject({
  ...Order,
  movementId: UuidSchema,
  reasonCode: Reason,
  ...Payer,
  note: Note,
});

export const RecordSent = z.strictObject({ ...Order, reference: Reference, ...Moved, note: Note });
export type Sent = z.output<typeof RecordSent>;

export const PrepareUndo = z.strictObject({ ...Order, ...Undo });

export const UndoPayIn = z.strictObject({
  ...Order,
  movementId: UuidSchema,
  reasonCode: Reason,
  evidence: Evidence,
  note: Note,
});
export const AddNote = z.strictObject({ ...Order, note: z.string().trim().min(1, 'Write a note').max(1_000) });
