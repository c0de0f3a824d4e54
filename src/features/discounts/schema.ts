import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';

const stripSeparators = (text: string): string => text.replaceAll(/[\s,]/g, '');

const Whole = (max: number, message: string) =>
  typedText()
    .overwrite(stripSeparators)
    .regex(/^\d{1,12}$/, message)
    .refine((text) => Number(text) <= max, message);

/** Codes ignore case, spaces and hyphens. */
export const Code = typedText()
  .overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .regex(/^[A-Z0-9]{6,20}$/, 'A code has 6 to 20 letters and digits');

export const EnterCode = z.strictObject({ code: Code });

export const StartProof = z.strictObject({
  walletAddress: typedText().min(1, 'Please enter your wallet address').max(120),
});

/** Length of a signature in base58 or base64. */
export const ProveWallet = z.strictObject({
  signature: typedText().min(1, 'Please paste the signature').max(100, 'A signature has at most 90 characters'),
});

export const CheckHolding = z.strictObject({
  userId: UuidSchema,
  /** The wallet that staff looked up, in case the customer proved another one meanwhile. */
  address: z.string().max(60),
  amount: Whole(1_000_000_000, 'Enter whole MHI, such as 50,000,000'),
  heldSince: z.iso.date('Enter a date'),
});

export const CreateCode = z
  .strictObject({
    code: Code,
    percent: Whole(100, 'Enter 1 to 100').refine((text) => Number(text) > 0, 'Enter 1 to 100'),
    reason: typedText()
      .min(3, 'Add a reason')
      .max(60, 'Keep it to 60 characters or fewer')
      .regex(/^[^\p{Cc}<>]*$/u, 'Use plain text in one line'),
    startsOn: z.iso.date('Enter a date'),
    endsOn: z.iso.date('Enter a date'),
    maxUses: Whole(100_000, 'Enter 1 to 100,000').refine((text) => Number(text) > 0, 'Enter 1 to 100,000'),
  })
  .refine(({ startsOn, endsOn }) => endsOn >= startsOn, { path: ['endsOn'], message: "Can't be before the start" });

export const OneCode = z.strictObject({ promoCodeId: UuidSchema });
