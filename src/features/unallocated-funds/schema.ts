import { z } from 'zod';
import { currencies } from '../../kernel/money.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { assetSymbols } from '../assets/assets.ts';
import { networkIds } from '../assets/networks.ts';
import { AmountText, Moved, Note, Payer, Reason, Reference, Sender, Undo } from '../ledger/schema.ts';
import { selectableReasons } from '../ledger/unallocated-reasons.ts';
import { Moment } from '../trading/staff/schema.ts';

const Money = { movementId: UuidSchema };

export const OneMoney = z.strictObject(Money);

export const ListUnallocated = z.strictObject({
  after: z.strictObject({ settled: z.boolean(), since: Moment, id: UuidSchema }).nullable().default(null),
});

/** `amount` is the whole bank line or transaction. `part` numbers several payments under one reference. */
export const RecordUnallocated = z.strictObject({
  asset: z.enum([...currencies, ...assetSymbols]),
  rail: z.enum(['bank', ...networkIds]),
  reference: Reference,
  part: typedText()
    .regex(/^([1-9]\d{0,2})?$/, 'A number from 1 on')
    .default(''),
  amount: AmountText,
  ...Moved,
  ...Payer,
  ...Sender,
  reason: z.enum(selectableReasons),
  note: Note,
});

export const Attach = z.strictObject({
  ...Money,
  reference: typedText().min(1, 'Enter the reference').max(40),
  amount: AmountText,
  note: Note,
});

export const PrepareReturn = z.strictObject({ ...Money, reasonCode: Reason, note: Note });

export const Decide = z.strictObject({
  ...Money,
  proposalId: UuidSchema,
  decision: z.enum(['approve', 'decline']),
  note: Note,
});

export const RecordReturned = z.strictObject({ ...Money, reference: Reference, ...Moved, note: Note });

export const UndoReturn = z.strictObject({ ...Money, ...Undo });
