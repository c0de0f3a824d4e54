import { type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { RestoredNotice } from '../../../../ui/restored-notice.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { type StepState, Steps } from '../../../../ui/timeline.tsx';
import { walletTypeNames, walletTypes } from '../../../assets/wallet-types.ts';
import { SellBreakdown } from './breakdown.tsx';
import { clockText, coinsShort } from './figures-text.ts';
import { AnotherOrderCheckbox, findDuplicateSale, QuoteClock } from './offer.tsx';
import { CompanyWallet, SellSend } from './sell-send.tsx';
import type { Limits, ListedOrder, SellQuote } from './shapes.ts';
import { FundsAndWalletFields, Upload } from './source-of-funds-fields.tsx';
import { type PickableAccount, useSavedAccounts } from './use-saved-payees.ts';
import { type Sell, type Selling, useSell } from './use-sell.ts';

const BankFields = lazyPart(() => import('./bank-fields.tsx').then((parts) => parts.BankFields));
const AccountPicker = lazyPart(() => import('./payee-picker.tsx').then((parts) => parts.AccountPicker));
const PayeeWait = lazyPart(() => import('./payee-picker.tsx').then((parts) => parts.PayeeWait));

const bankFieldNames = ['bankName', 'accountNumber', 'accountHolderName', 'routingNumber'] as const;

/** The saved account that is picked, or fields for another one. The latest account is picked in an empty form. */
function SellAccount({ selling: { form, values, field, issues, offer } }: { selling: Selling }) {
  const accounts = useSavedAccounts();
  const picked = accounts.find(({ key }) => key === values.account);
  const pick = (account: PickableAccount | null) => {
    form.set('account', account?.key ?? '');
    const me = values.accountHolderName;
    for (const name of bankFieldNames) form.set(name, account?.[name] ?? (name === 'accountHolderName' ? me : ''));
  };
  const [latest] = accounts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: must not overwrite the customer's choice.
  useEffect(() => {
    if (latest && values.bankName === '' && values.accountNumber === '') pick(latest);
  }, [latest?.key]);
  const isComplete = !issues().some(({ path }) => bankFieldNames.some((name) => name === path));
  return (
    <>
      {accounts.length > 0 && <AccountPicker payees={accounts} picked={picked} onPick={pick} />}
      {!(picked && isComplete) && (
        <BankFields
          // The submit button stays disabled until the input is complete, so fields show errors on blur.
          field={(name) => ({ ...field(name), onBlur: () => form.show(issues(), [name]) })}
          holder={values.accountHolderName}
          onHolder={(name) => form.set('accountHolderName', name)}
        />
      )}
      <PayeeWait payee={picked ?? 'new'} gross={offer.shown?.gross} />
    </>
  );
}

const formatShortList = (names: readonly string[]): string =>
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
          {missing.length > 0 ? `Still missing: ${formatShortList(missing)}` : 'Paid out within 1-3 business days.'}
        </p>
      </div>
    </div>
  );
}

/** Step 3 of the sell form: bank details and submit [001 §2 Sell Cryptocurrency card, decision A2]. */
function SellBank({ selling, recent }: { selling: Selling; recent: readonly ListedOrder[] }) {
  const { field, offer } = selling;
  const { shown } = offer;
  return (
    <>
      <SellAccount selling={selling} />
      {offer.large && <FundsAndWalletFields side="sell" worth={shown?.usdValue} form={selling} />}
      <AnotherOrderCheckbox duplicate={findDuplicateSale(recent, shown)} {...field('another')} />
      <QuoteClock offer={offer} />
      <SubmitBar selling={selling} />
    </>
  );
}

const walletOptions = walletTypes.map((value) => ({ value, name: walletTypeNames[value] }));

/** With a saved account, step 2 asks for everything, so that a repeated sale needs few taps. */
const isLastStep = (step: number, accounts: readonly PickableAccount[]): boolean =>
  step === 3 || (step === 2 && accounts.length > 0);

/** Step 2 of the sell form: proof of the transfer and wallet type [001 §2 Sell Cryptocurrency card]. */
function SellProof({ selling, recent }: { selling: Selling; recent: readonly ListedOrder[] }) {
  const { values, field, file, wallet, offer, back, next } = selling;
  const isLast = isLastStep(2, useSavedAccounts());
  return (
    <>
      {wallet && values.network && (
        <CompanyWallet wallet={wallet} network={values.network} demo={offer.shown?.demo ?? false} />
      )}
      <div className="two">
        <Field
          label="Amount sent"
          className="num"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          suffix={<span className="unit">{values.symbol}</span>}
          {...field('amount')}
        />
        <SelectField label="Wallet type" emptyLabel="Choose" options={walletOptions} {...field('walletType')} />
      </div>
      {!isLast && <QuoteClock offer={offer} />}
      {values.walletType === 'other' && (
        <Field label="Name of the wallet" maxLength={60} {...field('customWalletType')} />
      )}
      <Upload
        label="Transfer confirmation"
        purpose="transaction-proof"
        hint="A screenshot or PDF from your wallet that shows the transfer."
        {...file('proof')}
      />
      {isLast ? (
        <SellBank selling={selling} recent={recent} />
      ) : (
        <div className="row between">
          <Button variant="bare" onClick={back}>
            Back
          </Button>
          <Button onClick={next}>Continue to your bank</Button>
        </div>
      )}
    </>
  );
}

const titles = ['Send crypto', 'Upload proof', 'Your bank'];

const getStepState = (at: number, step: number): StepState => (at < step ? 'done' : at === step ? 'now' : 'ahead');

type SellCardProps = {
  limits: Limits | undefined;
  recent: readonly ListedOrder[];
  /** Input of this form before the customer changed the tab. */
  unsaved: RefObject<Sell | null>;
  onCoin: (symbol: string) => void;
  /** Element next to the form, for the payout and its costs. */
  side: Element | null;
};

function useStepHead(step: number, restoredAt: unknown) {
  const head = useRef<HTMLDivElement>(null);
  const previous = useRef({ step, restoredAt });
  useEffect(() => {
    const hasMoved = previous.current.step !== step && previous.current.restoredAt === restoredAt;
    previous.current = { step, restoredAt };
    if (!hasMoved) return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'start' });
  }, [step, restoredAt]);
  return head;
}

const Payout = ({ quote }: { quote: SellQuote | null }) => (
  <div className="stack">
    <div className="promise">
      <p className="t-xs ink-2">Once your coins have arrived</p>
      <p className="t-lg">Paid to your bank in 1-3 business days</p>
    </div>
    <SellBreakdown quote={quote} />
  </div>
);

/** Sell form in three steps [001 §1, §2 Sell Cryptocurrency card]. */
export function SellCard({ limits, recent, unsaved, onCoin, side }: SellCardProps) {
  const selling = useSell(unsaved);
  const { values, restoredAt, startOver, submit } = selling;
  const { shown, pricing } = selling.offer;
  const { step, symbol } = values;
  useEffect(() => onCoin(symbol), [onCoin, symbol]);
  const head = useStepHead(step, restoredAt);
  const isLast = isLastStep(step, useSavedAccounts());
  return (
    <form
      className="form"
      noValidate
      aria-label="Sell Cryptocurrency"
      onSubmit={(event) => {
        event.preventDefault();
        if (isLast) void submit();
      }}
    >
      <h2 className="sr">Sell Cryptocurrency</h2>
      <div ref={head} tabIndex={-1}>
        <Steps steps={titles.map((title, at) => ({ title, state: getStepState(at + 1, step) }))} />
      </div>
      <RestoredNotice restoredAt={restoredAt} onDiscard={startOver} />
      {step === 1 && <SellSend selling={selling} limits={limits} recent={recent} />}
      {step === 2 && <SellProof selling={selling} recent={recent} />}
      {step === 3 && <SellBank selling={selling} recent={recent} />}
      {side && step > 1 && (shown !== null || pricing) && createPortal(<Payout quote={shown} />, side)}
    </form>
  );
}
