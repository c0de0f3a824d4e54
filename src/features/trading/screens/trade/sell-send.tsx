import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { later } from '../../../../ui/later.tsx';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { priceText } from '../../../../ui/price-format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { senderWarningWords } from '../../own-messages.ts';
import { AddressField, reduced } from './address-field.tsx';
import { soldAlready } from './another-one.tsx';
import { CompanyWallet } from './company-wallet.tsx';
import { rateText } from './figures-text.ts';
import { LignumNotice } from './lignum-notice.tsx';
import { NetworkField } from './network-field.tsx';
import { OfferStack } from './offer-stack.tsx';
import { assetOptions } from './option-names.ts';
import { coinsCounted } from './rounded-down.ts';
import { SellSlip } from './sell-slip.tsx';
import type { OrderLine, Paused, SellQuote } from './shapes.ts';
import type { Selling } from './use-sell.ts';
import { useWalletWarning } from './use-wallet-warning.ts';

const WalletWarning = later(() => import('./wallet-warning-notice.tsx').then((parts) => parts.WalletWarning));

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

function HowMuch({ selling: { form, wrong, values, field, moved, offer } }: { selling: Selling }) {
  return (
    <div className="give">
      <Field
        label="You sell"
        amount="large"
        inputMode="decimal"
        autoComplete="off"
        maxLength={48}
        suffix={<span className="unit">{values.symbol}</span>}
        hint={coinsCounted(values.amount, values.symbol)}
        {...field('amount', moved)}
        onBlur={() => values.amount !== '' && form.show(wrong(), ['amount'])}
      />
      <Field
        id="sell-receive"
        label="You'll Receive"
        amount="large"
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

type SellSendProps = { selling: Selling; paused: Paused; recent: readonly OrderLine[] };

/**
 * Step 1: crypto and current price, network, sender wallet address, and the company wallet, once the verdict is known
 * (A2) [001 §2 Sell Cryptocurrency card].
 */
export function SellSend({ selling, paused, recent }: SellSendProps) {
  const { form, values, givenAway, field, moved, address, offer, wallet, showWallet, asking, next } = selling;
  // Another tab placed this very sale: that is shown, and not the limit that it used up.
  const twin = values.another ? null : soldAlready(recent, offer.shown);
  const { symbol, network } = values;
  const ours = useFocusOnce(wallet !== null);
  const warning = useWalletWarning({ network, walletAddress: values.senderWalletAddress, sound: address.at === 'ok' });
  return (
    <>
      <SelectField
        label="Crypto"
        empty="Choose"
        options={assetOptions}
        hint={symbol && !givenAway ? <CurrentPrice symbol={symbol} offered={offer.shown} /> : undefined}
        {...field('symbol', () => {
          // Another crypto clears the network [001 §4 Crypto selection].
          form.set('network', '');
          moved();
        })}
      />
      {givenAway ? (
        <LignumNotice />
      ) : (
        <>
          <HowMuch selling={selling} />
          <OfferStack side="sell" twin={twin} offer={offer} slip={<SellSlip quote={offer.shown} />} />
          <NetworkField side="sell" symbol={symbol} network={network} paused={paused} {...field('network', moved)} />
          <AddressField
            label="Sender wallet address"
            network={network}
            verdict={address}
            {...field('senderWalletAddress', (text) => {
              form.set('senderWalletAddress', reduced(text, network));
              moved();
            })}
          />
          {warning && <WalletWarning known={warning}>{senderWarningWords}</WalletWarning>}
          {wallet && network && <CompanyWallet ref={ours} wallet={wallet} network={network} demo={wallet.demo} />}
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
