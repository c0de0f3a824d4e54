import { Choice } from '../../../../ui/choice.tsx';
import { Field } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { assets } from '../../coins/assets.ts';
import { tradingNotices } from '../../messages.ts';
import { AddressField } from './address-field.tsx';
import { AnotherOne } from './another-one.tsx';
import { BuySlip } from './buy-slip.tsx';
import { coinsShort } from './figures-text.ts';
import { FundsBlock } from './funds-block.tsx';
import { HoldingBlock } from './holding-block.tsx';
import { LignumNotice } from './lignum-notice.tsx';
import { NetworkField } from './network-field.tsx';
import { assetOptions, currencyOptions } from './option-names.ts';
import { PayBar } from './pay-bar.tsx';
import { PriceHolds } from './price-holds.tsx';
import { QuoteClock } from './quote-clock.tsx';
import type { OrderLine, Paused } from './shapes.ts';
import type { Buying } from './use-buy.ts';
import { VerdictNotice } from './verdict-notice.tsx';

const ways = [
  { value: 'bank', name: 'Bank Transfer', note: 'Send within 72 hours' },
  { value: 'card', name: 'Credit/Debit Card', note: 'Not open yet: card payment comes later.', disabled: true },
];

function What({ buying }: { buying: Buying }) {
  const { form, change, errorOf } = buying;
  return (
    <div className="two">
      <SelectField
        id="buy-symbol"
        label="Crypto"
        empty="Choose"
        options={assetOptions}
        value={form.symbol}
        error={errorOf('symbol')}
        onChange={(event) => change('symbol', event.target.value)}
      />
      <SelectField
        id="buy-currency"
        label="Pay in"
        options={currencyOptions}
        value={form.currency}
        error={errorOf('currency')}
        onChange={(event) => change('currency', event.target.value)}
      />
    </div>
  );
}

function HowMuch({ buying: { form, change, errorOf, offer } }: { buying: Buying }) {
  return (
    <div className="give">
      <Field
        id="buy-amount"
        label="You pay"
        amount
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        prefix={form.currency === 'JMD' ? 'J$' : 'US$'}
        value={form.amount}
        error={errorOf('amount')}
        onChange={(event) => change('amount', event.target.value)}
      />
      <Field
        id="buy-receive"
        label="You'll Receive"
        amount
        fixed
        value={offer.shown ? coinsShort(offer.shown.coins) : ''}
        placeholder={offer.pricing ? '' : '0'}
        suffix={<span className="unit">{form.symbol}</span>}
      />
    </div>
  );
}

function WhereTo({ buying, paused }: { buying: Buying; paused: Paused }) {
  const { form, change, errorOf, address } = buying;
  return (
    <>
      <NetworkField
        id="buy-network"
        side="buy"
        symbol={form.symbol}
        network={form.network}
        paused={paused}
        error={errorOf('network')}
        onChange={(network) => change('network', network)}
      />
      <AddressField
        id="buy-walletAddress"
        label={form.symbol ? `Your ${form.symbol} address` : 'Your wallet address'}
        value={form.walletAddress}
        network={form.network}
        verdict={address}
        error={errorOf('walletAddress')}
        onChange={(text) => change('walletAddress', text)}
      />
      {form.network === 'xrp' && (
        <Field
          id="buy-destinationTag"
          label="Destination tag (memo)"
          aside="Digits only"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={form.destinationTag}
          error={errorOf('destinationTag') ?? buying.tagWords}
          hint={`${tradingNotices.xrpTag} Leave it empty only if your wallet gives you none.`}
          onChange={(event) => change('destinationTag', event.target.value)}
        />
      )}
    </>
  );
}

/** Buying: what, for how much, at which cost, paid how, sent where. Every figure comes from the server's quote. */
export function BuyCard({ buying, paused, recent }: { buying: Buying; paused: Paused; recent: readonly OrderLine[] }) {
  const { form, offer, large, patch, errorOf, submit } = buying;
  const free = form.symbol !== '' && assets[form.symbol].free;
  return (
    <form
      className="form"
      noValidate
      aria-label="Buy Cryptocurrency"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2 className="sr">Buy Cryptocurrency</h2>
      <What buying={buying} />
      {free ? (
        <LignumNotice />
      ) : (
        <>
          <HowMuch buying={buying} />
          {(offer.shown || offer.pricing || offer.error !== null) && (
            <div className="stack" aria-busy={offer.pricing}>
              <QuoteClock offer={offer} />
              <VerdictNotice quote={offer.shown} />
              {offer.error === null && <BuySlip quote={offer.shown} />}
              <PriceHolds until={offer.shown?.holdsUntil ?? null} side="buy" />
            </div>
          )}
          <div>
            <Choice legend="How do you want to pay?" pair options={ways} value="bank" onChange={() => {}} />
            <p className="hint">{tradingNotices.bankName}</p>
          </div>
          <WhereTo buying={buying} paused={paused} />
          {large && (
            <FundsBlock
              side="buy"
              source={form.sourceOfFunds}
              file={form.sourceFile}
              errors={{ source: errorOf('sourceOfFunds'), file: errorOf('sourceFile') }}
              onSource={(sourceOfFunds) => patch({ sourceOfFunds })}
              onFile={(sourceFile) => patch({ sourceFile })}
            />
          )}
          {large && <HoldingBlock side="buy" form={form} errorOf={errorOf} onChange={patch} />}
          <AnotherOne
            recent={recent}
            like={(line) => line.side === 'buy' && line.coins.symbol === form.symbol && samePayment(line, offer.shown)}
            checked={form.another}
            onChange={(another) => patch({ another })}
          />
          <PayBar buying={buying} />
        </>
      )}
      {!free && <p className="t-xs ink-3">Next you see the account to pay. Nothing is charged now.</p>}
    </form>
  );
}

const samePayment = (line: OrderLine, quote: Buying['offer']['shown']): boolean =>
  quote !== null && line.fiat.currency === quote.fiat.currency && line.fiat.minor === quote.fiat.minor;
