import { said } from '../../../kernel/said.ts';
import { later } from '../../../ui/later.tsx';
import { moneyWords } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { amountWords } from '../../movements/amount.ts';
import { movedDetails } from '../../movements/movement.ts';
import { paymentSituations } from '../own-messages.ts';
import { PaymentClaim } from './payment-claim.tsx';
import type { ShownPayment, Situation } from './shown-payment.ts';

const MahoniClaim = later(async () => (await import('./mahoni-claim.tsx')).MahoniClaim);

/** Every situation but paying: where the money is, and what happens next. */
export function StateSheet({ shown, situation }: { shown: ShownPayment; situation: Exclude<Situation, 'to_pay'> }) {
  const { payment, moved, mayClaim } = shown;
  const back = moved.findLast(({ kind }) => kind === 'back');
  const { wentBack } = payment;
  const whole = payment.coins ? amountWords(payment.coins.amount) : moneyWords(payment.amount);
  // What came after the end may be more or less than was due.
  const came = moved.find(({ kind }) => kind === 'in')?.amount;
  const here = wentBack?.kept ?? came;
  const words = said(paymentSituations[situation], {
    title: payment.title,
    amount: here && situation === 'to_return' ? amountWords(here) : whole,
    returned: wentBack ? amountWords(wentBack.returned) : '',
    kept: wentBack ? amountWords(wentBack.kept) : '',
    back: back ? `${amountWords(back.amount)}, ${movedDetails(back)}.` : '',
  });
  const ours = situation === 'claimed' || situation === 'late_claim' || situation === 'to_return';
  return (
    <section className="sheet neat">
      {ours && <p className="turn ours">Our move</p>}
      <h2 className="move">{words.title}</h2>
      {payment.reason && (
        <div className="under">
          <Notice kind="note">{payment.reason}</Notice>
        </div>
      )}
      <p className="ink-2 under">{words.where}</p>
      {'next' in words && <p className="under">{words.next}</p>}
      {mayClaim && (
        <>
          <hr className="bleed" />
          <h3>Did you send the money?</h3>
          <p className="ink-2 under">Upload the proof here. We look for your payment and send back what we find.</p>
          {payment.coins ? (
            <MahoniClaim payment={payment} button="I did send the MHI" />
          ) : (
            <PaymentClaim payment={payment} label="Payment confirmation" button="I did send the money" look="line" />
          )}
        </>
      )}
    </section>
  );
}
