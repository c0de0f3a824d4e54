import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema, uuidWithMessage } from '../../kernel/uuid.ts';
import { AmountText, Arrival, Moved, Note, Reason, Reference, Undo } from '../ledger/schema.ts';
import { mahoniWallets } from './mahoni-wallets.ts';
import { payables } from './payment.ts';

const PaymentInput = { paymentId: UuidSchema };

export const OnePayment = z.strictObject(PaymentInput);
export const ClaimPayment = z.strictObject({ ...PaymentInput, proofFile: UuidSchema });

const proofMissing = 'Please upload proof of transaction';
const MahoniSender = {
  senderAddress: typedText().min(1, 'Please enter your wallet address').max(2_100),
  walletType: z.enum(mahoniWallets, { error: 'Please select your wallet type' }),
  otherWallet: typedText().max(60).default(''),
  transactionHash: typedText().max(300).default(''),
};
const hasWalletName = ({ walletType, otherWallet = '' }: { walletType: string; otherWallet?: string }) =>
  walletType !== 'other' || otherWallet !== '';
const walletNameMissing = { path: ['otherWallet'], message: "Please specify wallet type when 'Other' is selected" };

/** Needs wallet address, wallet type and proof; the hash is optional [001 §5 Subscription and workshop]. */
export const ClaimMahoni = z
  .strictObject({ ...PaymentInput, ...MahoniSender, proofFile: uuidWithMessage(proofMissing) })
  .refine(hasWalletName, walletNameMissing);
export const MahoniForm = z
  .object({ ...MahoniSender, proofFile: z.unknown().refine((file) => file !== null, proofMissing) })
  .refine(hasWalletName, walletNameMissing);

export const ListPayments = z.strictObject({
  before: UuidSchema.nullable().default(null),
  payable: z.enum(payables).nullable().default(null),
  paid: z.boolean().default(false),
});

const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));
export const QueuePage = z.strictObject({
  search: typedText().max(80).default(''),
  after: z.strictObject({ waitingSince: Moment, id: UuidSchema }).nullable().default(null),
});

export const ReceivePayment = z.strictObject({ ...PaymentInput, ...Arrival, note: Note });
const ReasonInput = { reasonCode: Reason, note: Note };
export const ReasonedStep = z.strictObject({ ...PaymentInput, ...ReasonInput });
/** `amount`: J$ of a partial refund, or null to refund everything that is left. */
export const PrepareReturn = z.strictObject({
  ...PaymentInput,
  ...ReasonInput,
  amount: AmountText.nullable().default(null),
});
export const ReturnForm = PrepareReturn.extend({ amount: AmountText });
/** `proposalId` is the proposal on screen, so that a decision never hits its replacement by mistake. */
export const AnswerReturn = z.strictObject({ ...PaymentInput, proposalId: UuidSchema, note: Note });
export const RecordReturn = z.strictObject({ ...PaymentInput, reference: Reference, ...Moved, note: Note });
export const PrepareUndo = z.strictObject({ ...PaymentInput, ...Undo });
