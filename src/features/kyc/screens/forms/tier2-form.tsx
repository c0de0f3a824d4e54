import type { z } from 'zod';
import { readAutosave } from '../../../../ui/autosave.ts';
import { api } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { missingFiles } from '../../customer-messages.ts';
import { employment, SubmitTier2 } from '../../tier2-schema.ts';
import { fillDraft, getShownItems, groupIfShown, type Opened, startFields } from './form-state.ts';
import { FieldRows, FilePart, ItemPart, KycForm, toastFailure, useFiles, useItemSteps } from './kyc-form.tsx';
import type { FormProps } from './tier1-form.tsx';
import { useSavedDraft } from './use-saved-draft.ts';

const fileItems = ['address_proof', 'income_proof'] as const;
const getMissingMessage = () => missingFiles.tier2;

export const getTier2Defaults = (opened: Opened): z.input<typeof SubmitTier2> => {
  const { employment: known } = opened.tier.prefill;
  return {
    id: opened.id,
    employment: groupIfShown(opened, 'employment', () => startFields(employment, known)),
    address_proof: groupIfShown(opened, 'address_proof', () => ({ file: null })),
    income_proof: groupIfShown(opened, 'income_proof', () => ({ file: null })),
  };
};

/** [000 §2 KYC Tier 2 form, §5 Tier 2] */
export default function Tier2Form({ opened, draft, person, linked, onDone, onClose }: FormProps) {
  const autosaveKey = { form: 'kyc-2', person };
  const command = useCommandForm(SubmitTier2, api.identity.submitTier2, {
    start: fillDraft(getTier2Defaults(opened), draft, readAutosave(autosaveKey)),
    done: onDone,
    refused: (words, error) => toastFailure(2, { words, error, show: steps.show }),
  });
  const { form, field, busy, submit } = command;
  const saving = useSavedDraft({ tier: 2, draft, autosaveKey }, form.values());
  const files = useFiles<(typeof fileItems)[number]>(opened, {
    start: draft.files,
    setFileId: (item, id) => form.set(`${item}.file`, id),
    needed: fileItems,
    words: getMissingMessage,
  });
  const steps = useItemSteps(command, { items: getShownItems(opened), linked, files });
  return (
    <KycForm
      opened={opened}
      name="KYC Tier 2"
      about="Have proof of address and proof of income ready."
      steps={steps}
      files={files}
      draft={saving}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ItemPart opened={opened} item="employment">
        {() => <FieldRows item="employment" rows={employment} group={form.get('employment')} field={field} />}
      </ItemPart>
      <FilePart
        opened={opened}
        files={files}
        item="address_proof"
        label="Address Proof"
        hint="Utility bill, bank statement or official document from the last 3 months."
      />
      <FilePart
        opened={opened}
        files={files}
        item="income_proof"
        label="Proof of Income"
        hint="Pay slip, tax return, bank statement or employment letter."
      />
    </KycForm>
  );
}
