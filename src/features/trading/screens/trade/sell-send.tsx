import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { priceText } from '../../../../ui/price-format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { assets } from '../../coins/assets.ts';
import { AddressField } from './address-field.tsx';
import { CompanyWallet } from './company-wallet.tsx';
import { rateText } from './figures-text.ts';
import { LignumNotice } from './lignum-notice.tsx';
import { NetworkField } from './network-field.tsx';
import { assetOptions } from './option-names.ts';
import { PriceHolds } from './price-holds.tsx';
import { QuoteClock } from './quote-clock.tsx';
import { SellSlip } from './sell-slip.tsx';
import type { Paused, SellQuote } from './shapes.ts';
import type { Selling } from './use-sell.ts';
import { VerdictNotice } from './verdict-notice.tsx';

/** The price of the chosen coin and the rate at which we change it: of the offer, once there is one. */
function CurrentPrice({ symbol, offered }: { symbol: string; offered: SellQuote | null }) {
  const { data: prices } = useQuery(api.prices.list.queryOptions({ input: { order: 'symbol' } }));
  const { data: terms } = useQuery(api.settings.publicTerms.queryOptions());
  const price = offered?.priceUsd ?? prices?.find((line) => line.symbol === symbol)?.priceUsd;
  const rate = offered?.rate ?? terms?.rates.sell;
  if (!price) return null;
  return (
    <span className="num">
      Current price: 1 {symbol} = US${priceText(price)}
      {rate && `; 1 USD = ${rateText(rate).replace(/\.00$/, '')} JMD`}
    </span>
  );
}

function HowMuch({ selling: { form, change, errorOf, offer } }: { selling: Selling }) {
  return (
    <div className="give">
      <Field
        id="sell-amount"
        label="You sell"
        amount
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        suffix={<span className="unit">{form.symbol}</span>}
        value={form.amount}
        error={errorOf('amount')}
        onChange={(event) => change('amount', event.target.value)}
      />
      <Field
        id="sell-receive"
        label="You'll Receive"
        amount
        fixed
        value={offer.shown ? moneyWords(offer.shown.net).replace('J$', '') : ''}
        prefix="J$"
        placeholder={offer.pricing ? '' : '0.00'}
      />
    </div>
  );
}

/** Gives the focus to what appears in place of the button that asked for it; not to what was there from the start. */
function useFocusOnce(shown: boolean) {
  const element = useRef<HTMLElement>(null);
  const was = useRef(shown);
  useEffect(() => {
    if (shown && !was.current) element.current?.focus();
    was.current = shown;
  }, [shown]);
  return element;
}

/** Step 1: what is sold, over which network, from which wallet, and where to, once the verdict is known (A2). */
export function SellSend({ selling, paused }: { selling: Selling; paused: Paused }) {
  const { form, change, errorOf, address, offer, wallet, showWallet, asking, next } = selling;
  const ours = useFocusOnce(wallet !== null);
  const free = form.symbol !== '' && assets[form.symbol].free;
  return (
    <>
      <SelectField
        id="sell-symbol"
        label="Crypto"
        empty="Choose"
        options={assetOptions}
        value={form.symbol}
        error={errorOf('symbol')}
        hint={form.symbol && !free ? <CurrentPrice symbol={form.symbol} offered={offer.shown} /> : undefined}
        onChange={(event) => change('symbol', event.target.value)}
      />
      {free ? (
        <LignumNotice />
      ) : (
        <>
          <HowMuch selling={selling} />
          {(offer.shown || offer.pricing || offer.error !== null) && (
            <div className="stack" aria-busy={offer.pricing}>
              <QuoteClock offer={offer} />
              <VerdictNotice quote={offer.shown} />
              {offer.error === null && <SellSlip quote={offer.shown} />}
              <PriceHolds until={offer.shown?.holdsUntil ?? null} side="sell" />
            </div>
          )}
          <NetworkField
            id="sell-network"
            side="sell"
            symbol={form.symbol}
            network={form.network}
            paused={paused}
            error={errorOf('network')}
            onChange={(network) => change('network', network)}
          />
          <AddressField
            id="sell-senderWalletAddress"
            label="Sender wallet address"
            value={form.senderWalletAddress}
            network={form.network}
            verdict={address}
            error={errorOf('senderWalletAddress')}
            onChange={(text) => change('senderWalletAddress', text)}
          />
          {wallet && form.network && (
            <CompanyWallet ref={ours} wallet={wallet} network={form.network} demo={offer.shown?.demo ?? false} />
          )}
          {wallet ? (
            <Button full onClick={next}>
              I have sent it, go on
            </Button>
          ) : (
            <div>
              <Button full busy={asking} onClick={showWallet}>
                Show our wallet address
              </Button>
              <p className="hint">
                We check your limit and wallet first, so that you send nothing for an order we cannot take.
              </p>
            </div>
          )}
        </>
      )}
    </>
  );
}
