import { authedSerial } from '../../platform/http/procedure.ts';
import { parseMovementReference } from '../ledger/movement-reference.ts';
import { parseCustomerWallet } from '../settings/company-addresses.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { customerRefusalCodes, lockForClaim, submitClaim } from './claim.ts';
import { mahoniRail } from './mahoni.ts';
import { refusalCodes, refuse } from './messages.ts';
import type { FulfilmentByProduct } from './move-payment.ts';
import { ClaimMahoni } from './schema.ts';
import { isHashTaken } from './store.ts';

/** Proofs of crypto payments are PNG, JPG or PDF [001 §5 Subscription and workshop]. */
const proofMimeTypes: readonly string[] = ['image/png', 'image/jpeg', 'application/pdf'];

/** Refuses token addresses and our own wallets. */
function parseSender(typed: string, settings: SettingsInForce): string {
  const wallet = parseCustomerWallet(typed, settings);
  if (!wallet.ok) return refuse(wallet.why === 'ours' ? 'payments.sender_ours' : 'payments.sender_unsound', {});
  return wallet.address;
}

function parseHash(typed: string): string | null {
  if (typed === '') return null;
  const read = parseMovementReference(mahoniRail, typed);
  return read.ok ? read.key : refuse('payments.hash_unsound', {});
}

/** Claims a Mahoni payment with its wallet, proof and optional hash. A claim is not a payment (decision A3). */
export const claimMahoni = (payables: FulfilmentByProduct) =>
  authedSerial
    .errors(customerRefusalCodes)
    .errors(
      refusalCodes(
        'payments.transaction_proof_missing',
        'payments.proof_kind',
        'payments.proof_used',
        'payments.hash_taken',
      ),
    )
    .errors(refusalCodes('payments.sender_unsound', 'payments.sender_ours', 'payments.hash_unsound'))
    .input(ClaimMahoni)
    .handler(async ({ context, input }) => {
      const claiming = { ...context, person: await context.userPromise, payables };
      const { payment, kind } = await lockForClaim(claiming, input);
      if (!payment.coins) refuse('payments.cannot_now', {});
      if (kind === null) return refuse('payments.transaction_proof_missing', {});
      if (!proofMimeTypes.includes(kind)) refuse('payments.proof_kind', {});
      const address = parseSender(input.senderAddress, await loadCurrentSettings(context.tx));
      const transactionHash = parseHash(input.transactionHash);
      const isTaken = transactionHash !== null && (await isHashTaken(context.tx, payment.id, transactionHash));
      if (isTaken) refuse('payments.hash_taken', {});
      const walletType = input.walletType === 'other' ? input.otherWallet : input.walletType;
      const sender = { address, walletType, transactionHash };
      return submitClaim(claiming, payment, { proofFile: input.proofFile, sender });
    });
