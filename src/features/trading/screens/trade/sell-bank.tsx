import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { holderNameWarning } from '../../../payments/payment-warnings.ts';
import { AnotherOrderCheckbox, findDuplicateSale } from './duplicate-order.tsx';
import { clockText, coinsShort } from './figures-text.ts';
import { QuoteClock } from './quote-clock.tsx';
import type { ListedOrder } from './shapes.ts';
import { FundsAndWalletFields } from './source-of-funds-fields.tsx';
import type { Selling } from './use-sell.ts';

type BankField = 'bankName' | 'accountNumber' | 'accountHolderName' | 'routingNumber';

function BankFields({ selling }: { selling: Selling }) {
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  const field = (name: BankField) => ({
    ...selling.field(name),
    // The submit button stays disabled until the input is complete, so fields show errors on blur.
    onBlur: () => selling.form.show(selling.issues(), [name]),
  });
  return (
    <>
      <Field label="Bank name" maxLength={80} {...field('bankName')} />
      <div className="two">
        <Field
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          {...field('accountNumber')}
        />
        <Field label="Branch/Address" labelNote="Needed above J$1,000,000" maxLength={80} {...field('routingNumber')} />
      </div>
      <Field
        label="Account holder name"
        autoComplete="name"
        maxLength={120}
        hint={`${holderNameWarning}${me?.name ? ` Your registered name is ${me.name}.` : ''}`}
        {...field('accountHolderName')}
      />
    </>
  );
}

const shortList = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

function SubmitBar({ selling: { offer, missing, busy, back } }: { selling: Selling }) {
  const { shown, secondsLeft, ready } = offer;
  const isOpen = missing.length === 0 && (ready !== null || offer.error !== null);
  const isPricing = missing.length === 0 && !isOpen;
  return (
    <div className="submit bleed">
      {shown && (
        <div className="row between t-xs num">
          <span>
            <b>{formatWithUnit(coinsShort(shown.coins), shown.symbol)}</b> <span className="ink-2">for</span>{' '}
            <b>{formatMoney(shown.net)}</b>
          </span>
          {secondsLeft !== null && <span className="ink-2">{clockText(secondsLeft)} left</span>}
        </div>
      )}
      <Button type="submit" full disabled={missing.length > 0} busy={busy || isPricing} aria-describedby="sell-missing">
        Submit Sell Order
      </Button>
      <div className="row between">
        <Button variant="bare" onClick={back}>
          Back
        </Button>
        <p className="t-xs ink-2" id="sell-missing">
          {missing.length > 0 ? `Still missing: ${shortList(missing)}` : 'Paid out within 1-3 business days.'}
        </p>
      </div>
    </div>
  );
}

/** Step 3 of the sell form: bank details and submit [001 §2 Sell Cryptocurrency card, decision A2]. */
export function SellBank({ selling, recent }: { selling: Selling; recent: readonly ListedOrder[] }) {
  const { field, offer } = selling;
  const { shown } = offer;
  return (
    <>
      <BankFields selling={selling} />
      {offer.large && <FundsAndWalletFields side="sell" worth={shown?.usdValue} form={selling} />}
      <AnotherOrderCheckbox duplicate={findDuplicateSale(recent, shown)} {...field('another')} />
      <QuoteClock offer={offer} />
      <SubmitBar selling={selling} />
    </>
  );
}
