import { Link } from 'react-router';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { Offer } from './shapes.ts';
import { formatRefusal } from './toasts.ts';

/** [001 §2 Trading page] */
export const GoToKyc = () => (
  <Link className="link" to="/profile#kyc">
    Go to KYC
  </Link>
);

export function VerdictNotice({ quote }: { quote: Offer | null }) {
  const refusal = quote?.refusal;
  if (!refusal) return null;
  const { title, text } = formatRefusal(refusal);
  if (refusal.code === 'lesson_first')
    return (
      <Notice live>
        <b>{title}</b>
        <p>{text}</p>
      </Notice>
    );
  const remaining = refusal.code === 'monthly_limit_reached' ? refusal.remaining : null;
  return (
    <Notice kind="bad" live>
      <b>{title}</b>
      <p>{text}</p>
      {remaining && (
        <p>
          You have <MoneyText money={remaining} /> left this month.
        </p>
      )}
      {(remaining || refusal.code === 'enhanced_kyc_required') && (
        <p>
          <GoToKyc />
        </p>
      )}
    </Notice>
  );
}
