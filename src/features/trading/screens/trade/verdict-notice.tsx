import { Link } from 'react-router';
import { screens } from '../../../../screens.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { verdictWords } from './say.ts';
import type { Offer } from './shapes.ts';

/** The way to the identity checks; plain words while that screen does not exist. */
export const GoToKyc = () =>
  screens.includes('/profile') ? (
    <Link className="link" to="/profile">
      Go to KYC
    </Link>
  ) : (
    <span className="b">Go to KYC in your profile</span>
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
      <p>
        <GoToKyc />
      </p>
    </Notice>
  );
}
