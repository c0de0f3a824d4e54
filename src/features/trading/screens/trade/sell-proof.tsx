import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { walletTypeNames, walletTypes } from '../../../coins/wallet-types.ts';
import { CompanyWallet } from './company-wallet.tsx';
import { Upload } from './lazy-upload.tsx';
import { QuoteClock } from './quote-clock.tsx';
import type { Selling } from './use-sell.ts';

const walletOptions = walletTypes.map((value) => ({ value, name: walletTypeNames[value] }));

/** Step 2 of the sell form: proof of the transfer and wallet type [001 §2 Sell Cryptocurrency card]. */
export function SellProof({ selling }: { selling: Selling }) {
  const { values, field, file, wallet, offer, back, next } = selling;
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
      <QuoteClock offer={offer} />
      {values.walletType === 'other' && (
        <Field label="Name of the wallet" maxLength={60} {...field('customWalletType')} />
      )}
      <Upload
        label="Transfer confirmation"
        purpose="transaction-proof"
        hint="A screenshot or PDF from your wallet that shows the transfer."
        {...file('proof')}
      />
      <div className="row between">
        <Button variant="bare" onClick={back}>
          Back
        </Button>
        <Button onClick={next}>Continue to your bank</Button>
      </div>
    </>
  );
}
