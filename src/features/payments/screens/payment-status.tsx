import { formatMessages } from '../../../kernel/message-template.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { formatMoney } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatAmount } from '../../movements/amount.ts';
import { formatMovementDetails } from '../../movements/movement.ts';
import { paymentSituations } from '../customer-messages.ts';
import { PaymentProof } from './payment-proof.tsx';
import type { ShownPayment, Situation } from './shown-payment.ts';

const MahoniClaim = lazyPart(async () => (await import('./mahoni-proof-form.tsx')).MahoniProofForm);

export function PaymentStatus({ shown, situation }: { shown: ShownPayment; situation: Exclude<Situation, 'to_pay'> }) {
  const { payment, moved, mayClaim } = shown;
  const back = moved.findLast(({ kind }) => kind === 'back');
  const { wentBack } = payment;
  const wholeAmount = payment.coins ? formatAmount(payment.coins.amount) : formatMoney(payment.amount);
  // A late payment may differ from the amount due.
  const arrived = moved.find(({ kind }) => kind === 'in')?.amount;
  const held = wentBack?.kept ?? arrived;
  const labels = formatMessages(paymentSituations[situation], {
    title: payment.title,
    amount: held && situation === 'to_return' ? formatAmount(held) : wholeAmount,
    returned: wentBack ? formatAmount(wentBack.returned) : '',
    kept: wentBack ? formatAmount(wentBack.kept) : '',
    back: back ? `${formatAmount(back.amount)}, ${formatMovementDetails(back)}.` : '',
  });
  const isOurMove = situation === 'claimed' || situation === 'late_claim' || situation === 'to_return';
  return (
    <section className="sheet neat">
      {isOurMove && <p className="turn ours">Our move</p>}
      <h2 className="move">{labels.title}</h2>
      {payment.reason && (
        <div className="under">
          <Notice kind="note">{payment.reason}</Notice>
        </div>
      )}
      <p className="ink-2 under">{labels.where}</p>
      {'next' in labels && <p className="under">{labels.next}</p>}
      {mayClaim && (
        <>
          <hr className="bleed" />
          <h3>Did you send the money?</h3>
          <p className="ink-2 under">
            Upload your proof here. We'll look for your payment and refund it if we find it.
          </p>
          {payment.coins ? (
            <MahoniClaim payment={payment} button="I have sent the MHI" />
          ) : (
            <PaymentProof payment={payment} label="Payment confirmation" button="I have sent the money" look="line" />
          )}
        </>
      )}
    </section>
  );
}
