import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { withUnit } from '../../../../ui/figures.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { payerWords } from '../../../payments/payer-words.ts';
import { AnotherOne, soldAlready } from './another-one.tsx';
import { clockText, coinsShort } from './figures-text.ts';
import { PaperBlocks } from './paper-blocks.tsx';
import { QuoteClock } from './quote-clock.tsx';
import type { OrderLine } from './shapes.ts';
import type { Selling } from './use-sell.ts';

type BankField = 'bankName' | 'accountNumber' | 'accountHolderName' | 'routingNumber';

function BankFields({ selling }: { selling: Selling }) {
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  const field = (name: BankField) => ({
    ...selling.field(name),
    // The button waits until nothing is missing, so a field says what is wrong with it when it is left.
    onBlur: () => selling.form.show(selling.wrong(), [name]),
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
        <Field label="Branch/Address" aside="Needed above J$1,000,000" maxLength={80} {...field('routingNumber')} />
      </div>
      <Field
        label="Account holder name"
        autoComplete="name"
        maxLength={120}
        hint={`${payerWords}${me?.name ? ` Your registered name is ${me.name}.` : ''}`}
        {...field('accountHolderName')}
      />
    </>
  );
}

/** As many names as leave a phone its screen: the bar stays at the bottom of it. */
const shortList = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

function SubmitBar({ selling: { offer, missing, busy, back } }: { selling: Selling }) {
  const { shown, secondsLeft, ready } = offer;
  const open = missing.length === 0 && (ready !== null || offer.error !== null);
  const pricing = missing.length === 0 && !open;
  return (
    <div className="submit bleed">
      {shown && (
        <div className="row between t-xs num">
          <span>
            <b>{withUnit(coinsShort(shown.coins), shown.symbol)}</b> <span className="ink-2">for</span>{' '}
            <b>{moneyWords(shown.net)}</b>
          </span>
          {secondsLeft !== null && <span className="ink-2">{clockText(secondsLeft)} left</span>}
        </div>
      )}
      <Button type="submit" full disabled={missing.length > 0} busy={busy || pricing} aria-describedby="sell-missing">
        Submit Sell Order
      </Button>
      <div className="row between">
        <Button look="bare" onClick={back}>
          Back
        </Button>
        <p className="t-xs ink-2" id="sell-missing">
          {missing.length > 0 ? `Still missing: ${shortList(missing)}` : 'Paid out within 1-3 business days.'}
        </p>
      </div>
    </div>
  );
}

/**
 * Step 3: the banking information, and the button 'Submit Sell Order', disabled until nothing is missing [001 §2 Sell
 * Cryptocurrency card, decision A2]; for large sales where the coins come from.
 */
export function SellBank({ selling, recent }: { selling: Selling; recent: readonly OrderLine[] }) {
  const { field, offer } = selling;
  const { shown } = offer;
  return (
    <>
      <BankFields selling={selling} />
      {offer.large && <PaperBlocks side="sell" worth={shown?.usdValue} made={selling} />}
      <AnotherOne twin={soldAlready(recent, shown)} {...field('another')} />
      <QuoteClock offer={offer} />
      <SubmitBar selling={selling} />
    </>
  );
}
