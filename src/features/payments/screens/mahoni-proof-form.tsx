import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { mergeDraft } from '../../../ui/autosave.ts';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { parseStoredFile, useRestoredDraft, useSaveDraftOnSessionEnd } from '../../../ui/drafts.ts';
import { isUnanswered } from '../../../ui/error-message.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { StoredFile } from '../../../ui/send-file.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { Upload } from '../../../ui/upload.tsx';
import { mahoniToasts } from '../customer-messages.ts';
import { type MahoniWallet, mahoniWalletNames, mahoniWallets } from '../mahoni-wallets.ts';
import { proofPurposes } from '../payment.ts';
import { MahoniForm } from '../schema.ts';
import type { ShownPayment } from './shown-payment.ts';
import { getFailureMessage, isSessionExpired } from './shown-payment.ts';

type MahoniValues = {
  senderAddress: string;
  walletType: MahoniWallet | '';
  otherWallet: string;
  transactionHash: string;
  proofFile: StoredFile | null;
};
const emptyForm: MahoniValues = {
  senderAddress: '',
  walletType: '',
  otherWallet: '',
  transactionHash: '',
  proofFile: null,
};
const wallets = mahoniWallets.map((value) => ({ value, name: mahoniWalletNames[value] }));

type ClaimProps = { payment: ShownPayment['payment']; button: string; onSent?: (() => void) | undefined };

/** Proof form. Staff verify the transfer on the chain (A3) [001 §2 Payment dialogs, §5 Subscription and workshop]. */
export function MahoniProofForm({ payment: { id: paymentId, payable }, button, onSent }: ClaimProps) {
  const queries = useQueryClient();
  const key = `kept-mahoni:${paymentId}`;
  const draft = useRestoredDraft(key);
  const form = useCommandForm(MahoniForm as z.ZodType<unknown, MahoniValues>, api.payments.claimMahoni, {
    start: { ...mergeDraft(emptyForm, draft), proofFile: parseStoredFile(draft['proof']) },
    body: ({ walletType, proofFile, ...rest }: MahoniValues) =>
      walletType === '' || proofFile === null ? null : { ...rest, paymentId, walletType, proofFile: proofFile.id },
    done: () => {
      toastSuccess(mahoniToasts.submitted);
      void queries.invalidateQueries();
      onSent?.();
    },
    refused: (words, error) => {
      const isHandled = isUnanswered(error) || isSessionExpired(words);
      if (isHandled) toastError(getFailureMessage(words, error, mahoniToasts.failed));
      else if (words.field === undefined) void queries.invalidateQueries();
      return isHandled;
    },
  });
  useSaveDraftOnSessionEnd(key, () => {
    const { proofFile, ...typed } = form.form.values();
    return { ...typed, proof: JSON.stringify(proofFile) };
  });
  return (
    <form noValidate className="stack under" onSubmit={form.submit}>
      <Field label="Your wallet address" hint="The Solana address you send from." {...form.field('senderAddress')} />
      <SelectField label="Wallet type" emptyLabel="Choose" options={wallets} {...form.field('walletType')} />
      {form.form.get('walletType') === 'other' && <Field label="Wallet name" {...form.field('otherWallet')} />}
      <Upload
        label="Proof of transaction"
        purpose={proofPurposes[payable]}
        accept="transfer"
        hint="A screenshot or PDF from your wallet that shows the transfer."
        {...form.file('proofFile')}
      />
      <Field
        label="Transaction hash"
        labelNote="Optional"
        hint="Your wallet shows it after sending."
        {...form.field('transactionHash')}
      />
      <Button full type="submit" busy={form.busy}>
        {button}
      </Button>
    </form>
  );
}
