import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { fileFrom } from '../../../ui/form-draft.ts';
import { useKeepsIn, useKeptAway } from '../../../ui/kept-away.ts';
import { withTyped } from '../../../ui/kept-typed.ts';
import { isUnanswered } from '../../../ui/refusal-words.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import type { StoredFile } from '../../../ui/send-file.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { Upload } from '../../../ui/upload.tsx';
import { type MahoniWallet, mahoniWalletNames, mahoniWallets } from '../mahoni-wallets.ts';
import { mahoniNotices } from '../own-messages.ts';
import { proofPurposes } from '../payment.ts';
import { MahoniForm } from '../schema.ts';
import { failureWords, isExpired } from './failure.ts';
import type { ShownPayment } from './shown-payment.ts';

type Filled = {
  senderAddress: string;
  walletType: MahoniWallet | '';
  otherWallet: string;
  transactionHash: string;
  proofFile: StoredFile | null;
};
const nothing: Filled = {
  senderAddress: '',
  walletType: '',
  otherWallet: '',
  transactionHash: '',
  proofFile: null,
};
const wallets = mahoniWallets.map((value) => ({ value, name: mahoniWalletNames[value] }));

type ClaimProps = { payment: ShownPayment['payment']; button: string; onSent?: (() => void) | undefined };

/**
 * The crypto payment form (Mahoni): sender wallet address, wallet type, proof of transaction, transaction hash [001 §2
 * Payment dialogs, §5 Subscription and workshop]. Staff look at the chain (decision A3).
 */
export function MahoniClaim({ payment: { id: paymentId, payable }, button, onSent }: ClaimProps) {
  const queries = useQueryClient();
  const key = `kept-mahoni:${paymentId}`;
  const kept = useKeptAway(key);
  const form = useCommandForm(MahoniForm as z.ZodType<unknown, Filled>, api.payments.claimMahoni, {
    start: { ...withTyped(nothing, kept), proofFile: fileFrom(kept['proof']) },
    body: ({ walletType, proofFile, ...rest }: Filled) =>
      walletType === '' || proofFile === null ? null : { ...rest, paymentId, walletType, proofFile: proofFile.id },
    done: () => {
      toastSuccess(mahoniNotices.submitted);
      void queries.invalidateQueries();
      onSent?.();
    },
    refused: (words, error) => {
      const said = isUnanswered(error) || isExpired(words);
      if (said) toastError(failureWords(words, error, mahoniNotices.failed));
      else if (words.field === undefined) void queries.invalidateQueries();
      return said;
    },
  });
  useKeepsIn(key, () => {
    const { proofFile, ...typed } = form.form.values();
    return { ...typed, proof: JSON.stringify(proofFile) };
  });
  return (
    <form noValidate className="stack under" onSubmit={form.submit}>
      <Field
        label="Your wallet address"
        hint="The one that you send from, on Solana."
        {...form.field('senderAddress')}
      />
      <SelectField label="Wallet type" empty="Choose" options={wallets} {...form.field('walletType')} />
      {form.form.get('walletType') === 'other' && <Field label="Which wallet" {...form.field('otherWallet')} />}
      <Upload
        label="Proof of transaction"
        purpose={proofPurposes[payable]}
        accept="transfer"
        hint="A screenshot or PDF from your wallet that shows the transfer."
        {...form.file('proofFile')}
      />
      <Field
        label="Transaction hash"
        aside="Optional"
        hint="Your wallet shows it once it is sent."
        {...form.field('transactionHash')}
      />
      <Button full type="submit" busy={form.busy}>
        {button}
      </Button>
    </form>
  );
}
