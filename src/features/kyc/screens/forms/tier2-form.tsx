import { mergeDraft, readAutosave, useAutosave } from '../../../../ui/autosave.ts';
import { api } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { identityMessages } from '../../messages.ts';
import { SubmitTier2 } from '../../schema.ts';
import { startTier2 } from './form-state.ts';
import { FieldRows, FilePart, ItemPart, KycForm, toastFailure, useFiles } from './kyc-form.tsx';
import type { FormProps } from './tier1-form.tsx';

const fileItems = ['address_proof', 'income_proof'] as const;
const getMissingMessage = () => identityMessages['identity.missing_files_tier2'];

/** [000 §2 KYC Tier 2 form, §5 Tier 2] */
export default function Tier2Form({ opened, keptAs, onDone, onCancel }: FormProps) {
  const { form, field, busy, validate, submit } = useCommandForm(SubmitTier2, api.identity.submitTier2, {
    start: mergeDraft(startTier2(opened), readAutosave(keptAs)),
    done: onDone,
    refused: (words, error) => toastFailure(2, words, error),
  });
  useAutosave(keptAs, form.values());
  const files = useFiles<(typeof fileItems)[number]>(opened, (item, id) => form.set(`${item}.file`, id));
  return (
    <KycForm
      opened={opened}
      title="KYC Tier 2"
      about="Have proof of address and proof of income ready."
      busy={busy}
      onCancel={onCancel}
      onSubmit={files.submit({ validate, submit }, { needed: fileItems, words: getMissingMessage })}
    >
      <ItemPart opened={opened} item="employment" title="Employment and income">
        {() => <FieldRows item="employment" group={form.get('employment')} field={field} />}
      </ItemPart>
      <FilePart
        opened={opened}
        files={files}
        item="address_proof"
        title="Your address"
        label="Address Proof"
        hint="Utility bill, bank statement or official document from the last 3 months."
      />
      <FilePart
        opened={opened}
        files={files}
        item="income_proof"
        title="Your income"
        label="Proof of Income"
        hint="Pay slip, tax return, bank statement or employment letter."
      />
    </KycForm>
  );
}
