import { z } from 'zod';
import { IdText, idOr } from '../../kernel/id-text.ts';
import { AmountText, Arrival, Moved, Note, Reason, Reference, Undo } from '../movements/schema.ts';
import { mahoniWallets } from './mahoni-wallets.ts';
import { payables } from './payment.ts';

const Which = { paymentId: IdText };

export const OnePayment = z.strictObject(Which);
export const ClaimPayment = z.strictObject({ ...Which, proofFile: IdText });

const proofNeeded = 'Please upload proof of transaction';
const MahoniSender = {
  senderAddress: z.string().trim().min(1, 'Please enter your wallet address').max(2_100),
  walletType: z.enum(mahoniWallets, { error: 'Please select your wallet type' }),
  otherWallet: z.string().trim().max(60).default(''),
  transactionHash: z.string().trim().max(300).default(''),
};
const isNamed = ({ walletType, otherWallet = '' }: { walletType: string; otherWallet?: string }) =>
  walletType !== 'other' || otherWallet !== '';
const nameIt = { path: ['otherWallet'], message: "Please specify wallet type when 'Other' is selected" };

/**
 * What the crypto payment dialog (Mahoni) requires: sender wallet address, wallet type, proof; the transaction hash is
 * optional [001 §5 Subscription and workshop].
 */
export const ClaimMahoni = z
  .strictObject({ ...Which, ...MahoniSender, proofFile: idOr(proofNeeded) })
  .refine(isNamed, nameIt);
/** The same as it stands in the form, where the proof is a file. */
export const MahoniForm = z
  .object({ ...MahoniSender, proofFile: z.unknown().refine((file) => file !== null, proofNeeded) })
  .refine(isNamed, nameIt);

export const ListPayments = z.strictObject({
  before: IdText.nullable().default(null),
  payable: z.enum(payables).nullable().default(null),
  /** Whether its money came, even if it went back since: what a receipt is kept of. */
  paid: z.boolean().default(false),
});

/** A moment that a payment can have. */
const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));
export const QueuePage = z.strictObject({
  /** Part of a reference or of a name. */
  search: z.string().trim().max(80).default(''),
  after: z.strictObject({ waitingSince: Moment, id: IdText }).nullable().default(null),
});

/** What staff saw on the bank line. */
export const ReceivePayment = z.strictObject({ ...Which, ...Arrival, note: Note });
const Because = { reasonCode: Reason, note: Note };
export const ReasonedStep = z.strictObject({ ...Which, ...Because });
/** A part in J$, of coins their share; null where all that is left goes back. */
export const PrepareReturn = z.strictObject({ ...Which, ...Because, amount: AmountText.nullable().default(null) });
/** The same as it stands in the form, where the amount is prefilled and not left empty. */
export const ReturnForm = PrepareReturn.extend({ amount: AmountText });
/** An answer names what was read: what was swapped meanwhile is not decided. */
export const AnswerReturn = z.strictObject({ ...Which, proposalId: IdText, note: Note });
export const RecordReturn = z.strictObject({ ...Which, reference: Reference, ...Moved, note: Note });
export const PrepareUndo = z.strictObject({ ...Which, ...Undo });
