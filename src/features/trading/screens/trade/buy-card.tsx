import { useEffect, useState } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { Field } from '../../../../ui/field.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { formatWithUnit, groupThousands } from '../../../../ui/number-format.ts';
import { FigurePlaceholder } from '../../../../ui/price-breakdown.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { hasTag } from '../../../assets/networks.ts';
import { cardMessages } from '../../../payments/cards/customer-messages.ts';
import { holderNameWarning } from '../../../payments/payment-warnings.ts';
import { newAddressMessage, payMessages, tradingNotices } from '../../customer-messages.ts';
import { addressCheckedLabel } from '../../order-form-messages.ts';
import { AddressField } from './address-field.tsx';
import { BuyBreakdown, CostSummary } from './breakdown.tsx';
import { parseAnswers } from './buy-form.ts';
import { clockText, coinsShort } from './figures-text.ts';
import { NetworkField, preselected } from './network-field.tsx';
import { AnotherOrderCheckbox, LignumNotice, OfferStack, OrderBounds } from './offer.tsx';
import { formatCountedMoney } from './rounded-down.ts';
import type { Limits } from './shapes.ts';
import { assetOptions, currencyOptions } from './source-of-funds-form.ts';
import type { Buying } from './use-buy.ts';
import { type PickableWallet, useSavedWallets } from './use-saved-payees.ts';

const FundsAndWalletFields = lazyPart(() =>
  import('./source-of-funds-fields.tsx').then((parts) => parts.FundsAndWalletFields),
);
const loadScamQuestions = () => import('./scam-questions.tsx').then((parts) => parts.ScamQuestions);
const LazyScamQuestions = lazyPart(loadScamQuestions);
type ScamQuestionsPart = Awaited<ReturnType<typeof loadScamQuestions>>;

/** Loads the questions when the address is valid, so that they appear without a wait. */
function useScamQuestions(isNeeded: boolean): ScamQuestionsPart | typeof LazyScamQuestions {
  const [loaded, setLoaded] = useState<ScamQuestionsPart | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    loadScamQuestions().then(
      (part) => setLoaded(() => part),
      () => undefined,
    );
  }, [isNeeded]);
  return loaded ?? LazyScamQuestions;
}

const bankOption = { value: 'bank_transfer', name: 'Bank Transfer', note: 'Send within 72 hours' };

function getCardOption(card: Limits['card'] | undefined) {
  const isClosed = card?.open !== true;
  const formatHold = (hours: number | string) => formatMessage(payMessages.card, { hours: String(hours) });
  const open = card?.keptHours ? formatHold(card.keptHours) : payMessages.cardWithoutHold;
  const note = isClosed ? payMessages.closed : open;
  const placeholder = <span className="unsaid">{formatHold('00')}</span>;
  return { value: 'card', name: 'Credit/Debit Card', note: card ? note : placeholder, disabled: isClosed };
}

function PaymentMethod({ buying: { values, field }, card }: { buying: Buying; card: Limits['card'] | undefined }) {
  const byCard = values.paymentMethod === 'card';
  return (
    <div>
      <Choice
        legend="How do you want to pay?"
        pair
        options={[bankOption, getCardOption(card)]}
        {...field('paymentMethod')}
      />
      <p className="hint">{byCard ? cardMessages.name : holderNameWarning}</p>
    </div>
  );
}

function AssetFields({ buying: { form, field } }: { buying: Buying }) {
  return (
    <div className="two">
      <SelectField
        label="Crypto"
        emptyLabel="Choose"
        options={assetOptions}
        {...field('symbol', () => {
          // A new crypto clears the network, and a new network clears the tag [001 §4 Crypto selection].
          form.set('network', '');
          form.set('destinationTag', '');
          form.set('payee', '');
        })}
      />
      <SelectField label="Pay in" options={currencyOptions} {...field('currency')} />
    </div>
  );
}

const quickAmounts = [1_000, 2_000, 5_000, 10_000, 25_000];
const maxQuickAmounts = 3;

/** Common amounts in J$ within the customer's limit, and the largest that it allows. */
function QuickAmounts({ buying: { form, values }, largest }: AmountProps) {
  if (values.currency !== 'JMD') return null;
  const renderAmount = (amount: number, name: string, label: string) => (
    <Button
      key={name}
      variant="line"
      size="small"
      label={label}
      onClick={() => form.set('amount', groupThousands(String(amount)))}
    >
      {name}
    </Button>
  );
  const amounts = quickAmounts.filter((amount) => largest === null || amount <= largest).slice(-maxQuickAmounts);
  return (
    <div className="row quick">
      {amounts.map((amount, at) => {
        const name = groupThousands(String(amount));
        return renderAmount(amount, at === 0 ? `J$${name}` : name, `Pay J$${name}`);
      })}
      {largest !== null && largest > 0 && renderAmount(largest, 'Max', `Max, J$${groupThousands(String(largest))}`)}
    </div>
  );
}

type AmountProps = { buying: Buying; largest: number | null };

function AmountFields({ buying, largest }: AmountProps) {
  const { form, issues, values, field, offer } = buying;
  return (
    <div className="give">
      <Field
        label="You pay"
        amount="large"
        inputMode="decimal"
        autoComplete="off"
        maxLength={48}
        prefix={values.currency === 'JMD' ? 'J$' : 'US$'}
        hint={formatCountedMoney(values.amount, values.currency)}
        {...field('amount')}
        onBlur={() => values.amount !== '' && form.show(issues(), ['amount'])}
      />
      <QuickAmounts buying={buying} largest={largest} />
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

const WalletPicker = lazyPart(() => import('./payee-picker.tsx').then((parts) => parts.WalletPicker));
const PayeeWait = lazyPart(() => import('./payee-picker.tsx').then((parts) => parts.PayeeWait));

type DestinationProps = { buying: Buying; limits: Limits | undefined };

function TypedDestination({ buying, limits }: DestinationProps) {
  const { form, values, field, address, getError, tagError, onWalletChange } = buying;
  const { symbol, network } = values;
  const setAddress = (typed: string, pastedFrom = '') => {
    form.set('walletAddress', typed);
    form.set('pastedFrom', pastedFrom);
    onWalletChange();
  };
  return (
    <>
      <NetworkField
        side="buy"
        symbol={symbol}
        network={network}
        paused={limits?.paused ?? []}
        {...field('network', () => {
          form.set('destinationTag', '');
          onWalletChange();
        })}
      />
      <AddressField
        side="buy"
        label={symbol ? `Your ${symbol} address` : 'Your wallet address'}
        network={network}
        verdict={address}
        pastedFrom={values.pastedFrom}
        onExtract={setAddress}
        canScan
        {...field('walletAddress', (text) => setAddress(text))}
      />
      {hasTag(network) && (
        <Field
          label="Destination tag (memo)"
          labelNote="Digits only"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          hint={`${tradingNotices.xrpTag} Leave it empty only if your wallet doesn't show one.`}
          {...field('destinationTag', onWalletChange)}
          error={getError('destinationTag') ?? tagError}
        />
      )}
    </>
  );
}

function DestinationFields({ buying, limits }: DestinationProps) {
  const { form, values, field, address, newAddress, offer, onWalletChange } = buying;
  const wallets = useSavedWallets(values.symbol);
  const picked = wallets.find(({ key }) => key === values.payee);
  const ScamQuestions = useScamQuestions(address.at === 'ok');
  const pick = (wallet: PickableWallet | null) => {
    form.set('payee', wallet?.key ?? '');
    if (wallet) form.set('network', wallet.network);
    form.set('walletAddress', wallet?.address ?? '');
    form.set('destinationTag', wallet?.tag ?? '');
    form.set('pastedFrom', '');
    onWalletChange();
  };
  return (
    <>
      {wallets.length > 0 && <WalletPicker legend="Send to" payees={wallets} picked={picked} onPick={pick} />}
      {!picked && <TypedDestination buying={buying} limits={limits} />}
      {newAddress.warning && (
        <ScamQuestions
          known={newAddress.warning}
          given={parseAnswers(values)}
          coolingHours={limits?.coolingHours ?? 0}
          field={field}
        />
      )}
      {newAddress.isNew && (
        <div id="buy-new-address" className="stack tight">
          <Notice kind="wait" live>
            {newAddressMessage}
          </Notice>
          <Checkbox label={addressCheckedLabel} {...field('addressChecked')} />
        </div>
      )}
      {(picked || newAddress.isNew) && <PayeeWait payee={picked ?? 'new'} gross={offer.shown?.gross} />}
    </>
  );
}

/** Preselects the cheapest network that is not paused, for coins with a network fee (decision F3). */
function usePreselected({ form, values: { symbol, network } }: Buying, limits: Limits | undefined): void {
  const cheapest = symbol === '' || !limits ? null : preselected(limits, symbol);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must not overwrite the customer's choice.
  useEffect(() => {
    if (network === '' && cheapest !== null) form.set('network', cheapest);
  }, [symbol, cheapest]);
}

type BuyCardProps = { buying: Buying; limits: Limits | undefined };

/** Buy form [001 §1, §2 Buy Cryptocurrency card]. All figures come from the server's quote. */
export function BuyCard({ buying, limits }: BuyCardProps) {
  usePreselected(buying, limits);
  const { values, field, offer, submit, isFree } = buying;
  const byCard = values.paymentMethod === 'card';
  return (
    <form className="form" noValidate aria-label="Buy Cryptocurrency" onSubmit={submit}>
      <h2 className="sr">Buy Cryptocurrency</h2>
      {!isFree && <AmountFields buying={buying} largest={limits?.bounds.largestBuy ?? null} />}
      <AssetFields buying={buying} />
      {isFree ? (
        <LignumNotice />
      ) : (
        <>
          <OrderBounds side="buy" bounds={limits?.bounds} />
          <OfferStack
            side="buy"
            byCard={byCard}
            duplicate={buying.unconfirmedDuplicate}
            offer={offer}
            summary={<CostSummary quote={offer.shown} />}
            slip={<BuyBreakdown quote={offer.shown} />}
          />
          <PaymentMethod buying={buying} card={limits?.card} />
          <DestinationFields buying={buying} limits={limits} />
          {offer.large && <FundsAndWalletFields side="buy" form={buying} />}
          <AnotherOrderCheckbox duplicate={buying.duplicate} {...field('another')} />
          <PayBar buying={buying} />
        </>
      )}
      {!isFree && <p className="t-xs ink-3">{byCard ? payMessages.nextCard : payMessages.nextBank}</p>}
    </form>
  );
}

/** Submit bar of the buy form, fixed to the bottom on phones [001 §2 Buy Cryptocurrency card]. */
function PayBar({ buying: { offer, values, busy } }: { buying: Buying }) {
  const { shown, pricing, secondsLeft } = offer;
  return (
    <div className="submit bleed">
      {shown && (
        <div className="row between t-xs num">
          <span>
            <b>{formatMoney(shown.fiat)}</b> <span className="ink-2">for</span>{' '}
            <b>{formatWithUnit(coinsShort(shown.coins), values.symbol)}</b>
          </span>
          {secondsLeft !== null && <span className="ink-2">{clockText(secondsLeft)} left</span>}
        </div>
      )}
      {!shown && pricing && (
        <div className="t-xs">
          <FigurePlaceholder />
        </div>
      )}
      <Button type="submit" full busy={busy}>
        {values.paymentMethod === 'card' ? 'Pay with Card' : 'Pay with Bank Transfer'}
      </Button>
    </div>
  );
}
