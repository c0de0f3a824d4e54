import { jmd, usd } from '../../../../kernel/money.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { PriceBreakdown } from '../../../../ui/price-breakdown.tsx';

/** Always shows zero, because we hold no money for customers [001 §2 Trading page]. */
export const AccountBalance = () => (
  <section aria-labelledby="balance-title">
    <div className="side-head">
      <h2 className="t-lg" id="balance-title">
        Account balance
      </h2>
    </div>
    <PriceBreakdown
      rows={[
        { label: 'Jamaican dollars', figure: <MoneyText money={jmd(0n)} /> },
        { label: 'US dollars', figure: <MoneyText money={usd(0n)} /> },
      ]}
    />
    <p className="t-xs ink-3">We don't hold a balance for you. Each order is paid and delivered separately.</p>
  </section>
);
