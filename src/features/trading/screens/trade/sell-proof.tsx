import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Upload } from '../../../../ui/upload.tsx';
import { walletTypeNames, walletTypes } from '../../coins/wallet-types.ts';
import { CompanyWallet } from './company-wallet.tsx';
import { QuoteClock } from './quote-clock.tsx';
import type { Selling } from './use-sell.ts';

const walletOptions = walletTypes.map((value) => ({ value, name: walletTypeNames[value] }));

/** Step 2: from which kind of wallet the coins came, and the proof that they were sent. */
export function SellProof({ selling }: { selling: Selling }) {
  const { form, change, patch, errorOf, wallet, offer, back, next } = selling;
  return (
    <>
      {wallet && form.network && (
        <CompanyWallet wallet={wallet} network={form.network} demo={offer.shown?.demo ?? false} />
      )}
      <div className="two">
        <Field
          id="sell-amount"
          label="Amount sent"
          className="num"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          suffix={<span className="unit">{form.symbol}</span>}
          value={form.amount}
          error={errorOf('amount')}
          onChange={(event) => change('amount', event.target.value)}
        />
        <SelectField
          id="sell-walletType"
          label="Wallet type"
          empty="Choose"
          options={walletOptions}
          value={form.walletType}
          error={errorOf('walletType')}
          onChange={(event) => change('walletType', event.target.value)}
        />
      </div>
      <QuoteClock offer={offer} />
      {form.walletType === 'other' && (
        <Field
          id="sell-customWalletType"
          label="Name of the wallet"
          maxLength={60}
          value={form.customWalletType}
          error={errorOf('customWalletType')}
          onChange={(event) => change('customWalletType', event.target.value)}
        />
      )}
      <Upload
        label="Transfer confirmation"
        purpose="transaction-proof"
        value={form.proof}
        hint="A screenshot or PDF from your wallet that shows the transfer."
        error={errorOf('proof')}
        onUploaded={(proof) => patch({ proof })}
        onRemoved={() => patch({ proof: null })}
      />
      <div className="row between">
        <Button look="bare" onClick={back}>
          Back
        </Button>
        <Button onClick={next}>Continue to your bank</Button>
      </div>
    </>
  );
}
