import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { CopyRow } from '../../../../ui/copy-button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { formatPrice } from '../../../../ui/price-format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { type Network, networks } from '../../../assets/networks.ts';
import { demoWalletWarning } from '../../../payments/payment-warnings.ts';
import { senderWarningMessage, tradingNotices } from '../../customer-messages.ts';
import { AddressField } from './address-field.tsx';
import { CostSummary, SellBreakdown } from './breakdown.tsx';
import { rateText } from './figures-text.ts';
import { NetworkField } from './network-field.tsx';
import { findDuplicateSale, LignumNotice, OfferStack, OrderBounds } from './offer.tsx';
import { formatCountedCoins } from './rounded-down.ts';
import type { Limits, ListedOrder, SellQuote, CompanyWallet as Wallet } from './shapes.ts';
import { assetOptions } from './source-of-funds-form.ts';
import { type PickableWallet, useSavedWallets } from './use-saved-payees.ts';
import type { Selling } from './use-sell.ts';

const WalletWarning = lazyPart(() => import('./scam-questions.tsx').then((parts) => parts.WalletWarningNotice));

const WalletPicker = lazyPart(() => import('./payee-picker.tsx').then((parts) => parts.WalletPicker));

type WalletQuery = { network: Network | ''; walletAddress: string; isValid: boolean };

/** Null does not prove that the wallet is safe. */
function useWalletWarning({ network, walletAddress, isValid }: WalletQuery) {
  const query = useQuery(
    api.trading.addressUsed.queryOptions({
      input: { network: network || 'bitcoin', walletAddress, destinationTag: '' },
      enabled: isValid && network !== '',
      staleTime: 60_000,
    }),
  );
  return (isValid && network !== '' && query.data?.warning) || null;
}

function CurrentPrice({ symbol, offered }: { symbol: string; offered: SellQuote | null }) {
  const { data: prices } = useQuery(api.prices.list.queryOptions({ input: { order: 'symbol' } }));
  const { data: terms } = useQuery(api.settings.publicTerms.queryOptions());
  const price = offered?.priceUsd ?? prices?.find((line) => line.symbol === symbol)?.priceUsd;
  const rate = offered?.rate ?? terms?.rates.sell;
  if (!price) return null;
  return (
    <span className="num">
      Current price: 1 {symbol} = US${formatPrice(price)}
      {rate && `; 1 USD = ${rateText(rate).replace(/\.00$/, '')} JMD`}
    </span>
  );
}

function AmountFields({ selling: { form, issues, values, field, onWalletChange, offer } }: { selling: Selling }) {
  return (
    <div className="give">
      <Field
        label="You sell"
        amount="large"
        inputMode="decimal"
        autoComplete="off"
        maxLength={48}
        suffix={<span className="unit">{values.symbol}</span>}
        hint={formatCountedCoins(values.amount, values.symbol)}
        {...field('amount', onWalletChange)}
        onBlur={() => values.amount !== '' && form.show(issues(), ['amount'])}
      />
      <Field
        id="sell-receive"
        label="You'll Receive"
        amount="large"
        fixed
        value={offer.shown ? formatMoney(offer.shown.net).replace('J$', '') : ''}
        prefix="J$"
        placeholder={offer.pricing ? '' : '0.00'}
      />
    </div>
  );
}

function useFocusOnce(shown: boolean) {
  const element = useRef<HTMLElement>(null);
  const wasShown = useRef(shown);
  useEffect(() => {
    if (shown && !wasShown.current) element.current?.focus();
    wasShown.current = shown;
  }, [shown]);
  return element;
}

type SellSendProps = { selling: Selling; limits: Limits | undefined; recent: readonly ListedOrder[] };

/** Step 1 of the sell form: coin, amount and wallets [001 §2 Sell Cryptocurrency card]. */
export function SellSend({ selling, limits, recent }: SellSendProps) {
  const { form, values, isFree, field, onWalletChange, address, offer, wallet, showWallet, isLoadingWallet, next } =
    selling;
  const duplicate = values.another ? null : findDuplicateSale(recent, offer.shown);
  const { symbol, network } = values;
  const walletRef = useFocusOnce(wallet !== null);
  const warning = useWalletWarning({
    network,
    walletAddress: values.senderWalletAddress,
    isValid: address.at === 'ok',
  });
  const wallets = useSavedWallets(symbol);
  const picked = wallets.find(({ key }) => key === values.payee);
  const pick = (wallet: PickableWallet | null) => {
    form.set('payee', wallet?.key ?? '');
    if (wallet) form.set('network', wallet.network);
    setAddress(wallet?.address ?? '');
  };
  const setAddress = (typed: string, pastedFrom = '') => {
    form.set('senderWalletAddress', typed);
    form.set('pastedFrom', pastedFrom);
    onWalletChange();
  };
  return (
    <>
      <SelectField
        label="Crypto"
        emptyLabel="Choose"
        options={assetOptions}
        hint={symbol && !isFree ? <CurrentPrice symbol={symbol} offered={offer.shown} /> : undefined}
        {...field('symbol', () => {
          // A new crypto clears the network [001 §4 Crypto selection].
          form.set('network', '');
          form.set('payee', '');
          onWalletChange();
        })}
      />
      {isFree ? (
        <LignumNotice />
      ) : (
        <>
          <AmountFields selling={selling} />
          <OrderBounds side="sell" bounds={limits?.bounds} />
          <OfferStack
            side="sell"
            duplicate={duplicate}
            offer={offer}
            summary={<CostSummary quote={offer.shown} />}
            slip={<SellBreakdown quote={offer.shown} />}
          />
          {wallets.length > 0 && <WalletPicker legend="Send from" payees={wallets} picked={picked} onPick={pick} />}
          {!picked && (
            <>
              <NetworkField
                side="sell"
                symbol={symbol}
                network={network}
                paused={limits?.paused ?? []}
                {...field('network', onWalletChange)}
              />
              <AddressField
                side="sell"
                label="Sender wallet address"
                network={network}
                verdict={address}
                pastedFrom={values.pastedFrom}
                onExtract={setAddress}
                {...field('senderWalletAddress', (text) => setAddress(text))}
              />
            </>
          )}
          {warning && <WalletWarning known={warning}>{senderWarningMessage}</WalletWarning>}
          {wallet && network && <CompanyWallet ref={walletRef} wallet={wallet} network={network} demo={wallet.demo} />}
          {wallet ? (
            <Button full onClick={next}>
              I've sent it, continue
            </Button>
          ) : (
            <div>
              <Button full busy={isLoadingWallet} onClick={showWallet}>
                Show our wallet address
              </Button>
              <p className="hint">
                We check your limit and wallet first, so you don't send coins for an order we can't take.
              </p>
            </div>
          )}
        </>
      )}
    </>
  );
}

/** Draws the QR code in the browser, so no other service sees the address. */
function WalletQr({ text, name }: { text: string; name: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    import('qrcode')
      .then((qr) => qr.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }))
      .then(
        (svg) => isUnmounted || setPicture(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`),
        () => {},
      );
    return () => {
      isUnmounted = true;
    };
  }, [text]);
  return picture && <img className="qr" src={picture} width={132} height={132} alt={`QR code of ${name}`} />;
}

type CompanyWalletProps = { ref?: Ref<HTMLElement>; wallet: Wallet; network: Network; demo: boolean };

/** Our receiving wallet, with memo and QR code [001 §2 Sell Cryptocurrency card]. */
export function CompanyWallet({ ref, wallet, network, demo }: CompanyWalletProps) {
  const { address, tag } = wallet;
  const { name } = networks[network];
  return (
    <section ref={ref} tabIndex={-1} className="company-wallet" aria-label="Our wallet">
      <div>
        <dl>
          <CopyRow name={`Our ${name} wallet`} text={address}>
            <span className="code">{address}</span>
          </CopyRow>
          {tag !== null && <CopyRow name="Memo (destination tag)" text={tag} />}
        </dl>
        {tag !== null && <Notice kind="wait">{tradingNotices.xrpTag}</Notice>}
        {demo && <Notice kind="bad">{demoWalletWarning}</Notice>}
        <p className="t-xs ink-2">Send only on {name}. Coins sent on another network can be lost.</p>
      </div>
      <WalletQr text={address} name={`our ${name} wallet`} />
    </section>
  );
}
