import { useEffect, useState } from 'react';
import { worded } from '../../../../kernel/worded.ts';
import { Choice } from '../../../../ui/choice.tsx';
import { Field } from '../../../../ui/field.tsx';
import { later } from '../../../../ui/later.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { cardNotices } from '../../../cards/own-messages.ts';
import { payerWords } from '../../../payments/payer-words.ts';
import { tradingNotices } from '../../messages.ts';
import { newAddressWords, payWords } from '../../own-messages.ts';
import { AddressField, reduced } from './address-field.tsx';
import { AnotherOne } from './another-one.tsx';
import { givenIn } from './answers.ts';
import { BuySlip } from './buy-slip.tsx';
import { coinsShort } from './figures-text.ts';
import { LignumNotice } from './lignum-notice.tsx';
import { NetworkField } from './network-field.tsx';
import { OfferStack } from './offer-stack.tsx';
import { assetOptions, currencyOptions } from './option-names.ts';
import { PaperBlocks } from './paper-blocks.tsx';
import { PayBar } from './pay-bar.tsx';
import { moneyCounted } from './rounded-down.ts';
import type { Limits } from './shapes.ts';
import type { Buying } from './use-buy.ts';

const asks = () => import('./warning-asks.tsx').then((parts) => parts.WarningAsks);
const LaterAsks = later(asks);
type Asks = Awaited<ReturnType<typeof asks>>;

/**
 * What draws a warning comes while the server is asked, and stands at once when it tells of one: React lets a part that
 * is fetched only then wait a third of a second.
 */
function useAsks(isAsked: boolean): Asks | typeof LaterAsks {
  const [here, setHere] = useState<Asks | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    // Where it does not come, the other one says so.
    asks().then(
      (part) => setHere(() => part),
      () => undefined,
    );
  }, [isAsked]);
  return here ?? LaterAsks;
}

const bankWay = { value: 'bank_transfer', name: 'Bank Transfer', note: 'Send within 72 hours' };

/** What is said of paying by card before anybody does: when it is open, how long its coins stay with us. */
function cardWay(card: Limits['card'] | undefined) {
  const shut = card?.open !== true;
  const kept = (hours: number | string) => worded(payWords.card, { hours: String(hours) });
  const open = card?.keptHours ? kept(card.keptHours) : payWords.cardAtOnce;
  const note = shut ? payWords.closed : open;
  // The form stands before this is known: the lines are kept that it takes, so that nothing moves under a thumb.
  const lines = <span className="unsaid">{kept('00')}</span>;
  return { value: 'card', name: 'Credit/Debit Card', note: card ? note : lines, disabled: shut };
}

function HowPaid({ buying: { values, field }, card }: { buying: Buying; card: Limits['card'] | undefined }) {
  const byCard = values.paymentMethod === 'card';
  return (
    <div>
      <Choice legend="How do you want to pay?" pair options={[bankWay, cardWay(card)]} {...field('paymentMethod')} />
      <p className="hint">{byCard ? cardNotices.name : payerWords}</p>
    </div>
  );
}

function What({ buying: { form, field } }: { buying: Buying }) {
  return (
    <div className="two">
      <SelectField
        label="Crypto"
        empty="Choose"
        options={assetOptions}
        {...field('symbol', () => {
          // Another crypto clears the network [001 §4 Crypto selection], another network the tag.
          form.set('network', '');
          form.set('destinationTag', '');
        })}
      />
      <SelectField label="Pay in" options={currencyOptions} {...field('currency')} />
    </div>
  );
}

function HowMuch({ buying: { form, wrong, values, field, offer } }: { buying: Buying }) {
  return (
    <div className="give">
      <Field
        label="You pay"
        amount="large"
        inputMode="decimal"
        autoComplete="off"
        maxLength={48}
        prefix={values.currency === 'JMD' ? 'J$' : 'US$'}
        hint={moneyCounted(values.amount, values.currency)}
        {...field('amount')}
        onBlur={() => values.amount !== '' && form.show(wrong(), ['amount'])}
      />
      <Field
        id="buy-receive"
        label="You'll Receive"
        amount="large"
        fixed
        value={offer.shown ? coinsShort(offer.shown.coins) : ''}
        placeholder={offer.pricing ? '' : '0'}
        suffix={<span className="unit">{values.symbol}</span>}
      />
    </div>
  );
}

function WhereTo({ buying, limits }: { buying: Buying; limits: Limits | undefined }) {
  const { form, values, field, address, errorOf, tagWords, newAddress, moved } = buying;
  const { symbol, network } = values;
  const WarningAsks = useAsks(address.at === 'ok');
  return (
    <>
      <NetworkField
        side="buy"
        symbol={symbol}
        network={network}
        paused={limits?.paused ?? []}
        {...field('network', () => {
          form.set('destinationTag', '');
          moved();
        })}
      />
      <AddressField
        label={symbol ? `Your ${symbol} address` : 'Your wallet address'}
        network={network}
        verdict={address}
        {...field('walletAddress', (text) => {
          form.set('walletAddress', reduced(text, network));
          moved();
        })}
      />
      {newAddress.warning && (
        <WarningAsks
          known={newAddress.warning}
          given={givenIn(values)}
          coolingHours={limits?.coolingHours ?? 0}
          field={field}
        />
      )}
      {newAddress.isNew && (
        <div id="buy-new-address" tabIndex={-1}>
          <Notice kind="wait" live>
            {newAddressWords}
          </Notice>
        </div>
      )}
      {network === 'xrp' && (
        <Field
          label="Destination tag (memo)"
          aside="Digits only"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          hint={`${tradingNotices.xrpTag} Leave it empty only if your wallet gives you none.`}
          {...field('destinationTag', moved)}
          error={errorOf('destinationTag') ?? tagWords}
        />
      )}
    </>
  );
}

type BuyCardProps = { buying: Buying; limits: Limits | undefined };

/**
 * The Buy card: what, in JMD or USD and for how much, 'You'll Receive', at which cost, paid how (card or bank
 * transfer), sent where (wallet and network) [001 §1, §2 Buy Cryptocurrency card]. An XRP destination tag has its own
 * field (decision C5). Every figure comes from the server's quote.
 */
export function BuyCard({ buying, limits }: BuyCardProps) {
  const { values, field, offer, submit, givenAway } = buying;
  const byCard = values.paymentMethod === 'card';
  return (
    <form className="form" noValidate aria-label="Buy Cryptocurrency" onSubmit={submit}>
      <h2 className="sr">Buy Cryptocurrency</h2>
      <What buying={buying} />
      {givenAway ? (
        <LignumNotice />
      ) : (
        <>
          <HowMuch buying={buying} />
          <OfferStack
            side="buy"
            byCard={byCard}
            twin={buying.meant}
            offer={offer}
            slip={<BuySlip quote={offer.shown} hasNetwork={values.network !== ''} />}
          />
          <HowPaid buying={buying} card={limits?.card} />
          <WhereTo buying={buying} limits={limits} />
          {offer.large && <PaperBlocks side="buy" made={buying} />}
          <AnotherOne twin={buying.twin} {...field('another')} />
          <PayBar buying={buying} />
        </>
      )}
      {!givenAway && <p className="t-xs ink-3">{byCard ? payWords.nextCard : payWords.nextBank}</p>}
    </form>
  );
}
