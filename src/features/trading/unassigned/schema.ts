import { z } from 'zod';
import { IdText } from '../../../kernel/id-text.ts';
import { currencies } from '../../../kernel/money.ts';
import { assetSymbols } from '../../coins/assets.ts';
import { networkIds } from '../../coins/networks.ts';
import { AmountText, Moved, Note, Payer, Reason, Reference, Sender, Undo } from '../../movements/schema.ts';
import { noteReasons } from '../../movements/unassigned-why.ts';
import { Moment } from '../desk/schema.ts';

const Money = { movementId: IdText };

export const OneMoney = z.strictObject(Money);

export const ListUnassigned = z.strictObject({
  after: z.strictObject({ settled: z.boolean(), since: Moment, id: IdText }).nullable().default(null),
});

/**
 * Money or coins that came in and belong to no order, or to several: what the bank line or the chain shows, whole. A
 * further output of one transaction is recorded under its number there.
 */
export const RecordUnassigned = z.strictObject({
  asset: z.enum([...currencies, ...assetSymbols]),
  rail: z.enum(['bank', ...networkIds]),
  reference: Reference,
  part: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,2})?$/, 'A number from 1 on')
    .default(''),
  amount: AmountText,
  ...Moved,
  ...Payer,
  ...Sender,
  reason: z.enum(noteReasons),
  note: Note,
});

/** So much of it is the pay-in of an order or a payment, named by what its customer writes on a transfer. */
export const Attach = z.strictObject({
  ...Money,
  reference: z.string().trim().min(1, 'Enter the reference').max(40),
  amount: AmountText,
  note: Note,
});

export const PrepareReturn = z.strictObject({ ...Money, reasonCode: Reason, note: Note });

/** What waits for a second person about it, as it was read: agreed to, or taken off the table. */
export const Decide = z.strictObject({
  ...Money,
  proposalId: IdText,
  decision: z.enum(['approve', 'decline']),
  note: Note,
});

export const RecordReturned = z.strictObject({ ...Money, reference: Reference, ...Moved, note: Note });

/** An approved return that is to be undone: it never left, or came back under a line of its own. */
export const UndoReturn = z.strictObject({ ...Money, ...Undo });
