import { signedInAlone } from '../../platform/procedure.ts';
import { outsideWallet } from '../coins/outside-wallet.ts';
import { movementReference } from '../movements/movement-reference.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { currentSettings } from '../settings/store.ts';
import { claimNow, ownMayRefuse, toClaim } from './claim.ts';
import { mahoniRail } from './mahoni.ts';
import { isHashTaken } from './mahoni-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import type { Payables } from './move-payment.ts';
import { ClaimMahoni } from './schema.ts';

/** The proof of a crypto payment is a PNG, JPG or PDF, judged by the server [001 §5 Subscription and workshop]. */
const proofKinds: readonly string[] = ['image/png', 'image/jpeg', 'application/pdf'];

/** The wallet that sent it, as Solana writes it: neither a token's own address nor one of ours. */
function senderIn(typed: string, settings: SettingsInForce): string {
  const wallet = outsideWallet(typed, settings);
  if (!wallet.ok) return refuse(wallet.why === 'ours' ? 'payments.sender_ours' : 'payments.sender_unsound', {});
  return wallet.address;
}

/** The hash in its one form; null where none was given. */
function hashIn(typed: string): string | null {
  if (typed === '') return null;
  const read = movementReference(mahoniRail, typed);
  return read.ok ? read.key : refuse('payments.hash_unsound', {});
}

/**
 * Says that a payment in Mahoni was sent: from which wallet, with its proof and, where it is known, its hash, which is
 * named for one payment alone. A claim, not a payment (decision A3): staff look at the chain.
 */
export const claimMahoni = (payables: Payables) =>
  signedInAlone
    .errors(ownMayRefuse)
    .errors(
      mayRefuse(
        'payments.transaction_proof_missing',
        'payments.proof_kind',
        'payments.proof_used',
        'payments.hash_taken',
      ),
    )
    .errors(mayRefuse('payments.sender_unsound', 'payments.sender_ours', 'payments.hash_unsound'))
    .input(ClaimMahoni)
    .handler(async ({ context, input }) => {
      const claiming = { ...context, person: await context.arriving, payables };
      const { payment, kind } = await toClaim(claiming, input);
      if (!payment.coins) refuse('payments.cannot_now', {});
      if (kind === null) return refuse('payments.transaction_proof_missing', {});
      if (!proofKinds.includes(kind)) refuse('payments.proof_kind', {});
      const address = senderIn(input.senderAddress, await currentSettings(context.tx));
      const transactionHash = hashIn(input.transactionHash);
      const isTaken = transactionHash !== null && (await isHashTaken(context.tx, payment.id, transactionHash));
      if (isTaken) refuse('payments.hash_taken', {});
      const walletType = input.walletType === 'other' ? input.otherWallet : input.walletType;
      const sender = { address, walletType, transactionHash };
      return claimNow(claiming, payment, { proofFile: input.proofFile, sender });
    });
