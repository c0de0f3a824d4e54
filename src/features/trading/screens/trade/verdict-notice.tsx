import { Link } from 'react-router';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { verdictWords } from './say.ts';
import type { Offer } from './shapes.ts';

/** 'Go to KYC', the way to the identity checks on /profile [001 §2 Trading page]. */
export const GoToKyc = () => (
  <Link className="link" to="/profile#kyc">
    Go to KYC
  </Link>
);

/** What stands in the way of an order of this size, told while the amount is typed. */
export function VerdictNotice({ quote }: { quote: Offer | null }) {
  const refusal = quote?.refusal;
  if (!refusal) return null;
  const { title, text } = verdictWords(refusal);
  const left = refusal.code === 'monthly_limit_reached' ? refusal.remaining : null;
  return (
    <Notice kind="bad" live>
      <b>{title}</b>
      <p>{text}</p>
      {left && (
        <p>
          You have <MoneyText money={left} /> left this month.
        </p>
      )}
      {(left || refusal.code === 'enhanced_kyc_required') && (
        <p>
          <GoToKyc />
        </p>
      )}
    </Notice>
  );
}
