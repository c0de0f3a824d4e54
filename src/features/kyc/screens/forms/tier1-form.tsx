import type { ChangeEvent, ComponentProps } from 'react';
import type { z } from 'zod';
import { readAutosave } from '../../../../ui/autosave.ts';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { missingFiles } from '../../customer-messages.ts';
import type { ItemCode } from '../../items.ts';
import { idDocument, personalDetails, SubmitTier1, trnDocument } from '../../tier1-schema.ts';
import { isBusinessTrn, parseTrn } from '../../trn.ts';
import { PhoneHandoff } from '../camera/phone-handoff.tsx';
import { SelfieField } from '../camera/selfie-field.tsx';
import { fillDraft, getShownItems, groupIfShown, type Opened, type SavedDraft, startFields } from './form-state.ts';
import { FieldRows, FileItem, ItemPart, KycForm, toastFailure, useFiles, useItemSteps } from './kyc-form.tsx';
import { useSavedDraft } from './use-saved-draft.ts';

const maxDigits = 15;
const extractDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, maxDigits);

/** Groups a TRN as the user types. Extra digits stay, so that validation can report them. */
export function groupTrn(text: string): string {
  const digits = extractDigits(text);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join('-');
}

/** Regroups the text. The caret stays behind the same digit. */
export function regroupTrn(text: string, caret: number): { text: string; caret: number } {
  const grouped = groupTrn(text);
  const digitsBeforeCaret = extractDigits(text.slice(0, caret)).length;
  let at = 0;
  for (let seen = 0; seen < digitsBeforeCaret && at < grouped.length; at += 1)
    if (/\d/.test(grouped[at] ?? '')) seen += 1;
  return { text: grouped, caret: at };
}

type TrnFieldProps = Pick<ComponentProps<typeof Field>, 'id' | 'error' | 'name' | 'ref'> & {
  onChange: (event: ChangeEvent<HTMLInputElement>) => unknown;
  text: string;
  previousTrn?: string | undefined;
};

function getHint(text: string, previousTrn: string | undefined): string {
  const digits = parseTrn(text);
  if (digits && isBusinessTrn(digits))
    return "Personal TRNs usually begin with 1. If yours doesn't, you can still continue.";
  return previousTrn
    ? `Nine digits. Last time you entered ${previousTrn}.`
    : 'Nine digits, as on your TRN card or letter.';
}

function TrnField({ onChange, text, previousTrn, ...field }: TrnFieldProps) {
  return (
    <Field
      {...field}
      label="TRN Number"
      inputMode="numeric"
      autoComplete="off"
      placeholder="123-456-789"
      hint={getHint(text, previousTrn)}
      onChange={(event) => {
        const { target } = event;
        const typed = regroupTrn(target.value, target.selectionStart ?? target.value.length);
        target.value = typed.text;
        target.setSelectionRange(typed.caret, typed.caret);
        onChange(event);
      }}
    />
  );
}

export type FormProps = {
  opened: Opened;
  draft: SavedDraft;
  person: string;
  linked: ItemCode | null;
  onDone: () => void;
  onClose: () => void;
};

const fileItems = ['id_document', 'trn_document', 'selfie'] as const;
const getMissingMessage = () => missingFiles.tier1;

type Tier1Input = z.input<typeof SubmitTier1>;
type IdFields = Omit<NonNullable<Tier1Input['id_document']>, 'file'>;
type TrnFields = Omit<NonNullable<Tier1Input['trn_document']>, 'file'>;

export const getTier1Defaults = (opened: Opened): Tier1Input => {
  const { personal_details: known, id_document: document } = opened.tier.prefill;
  return {
    id: opened.id,
    personal_details: groupIfShown(opened, 'personal_details', () => startFields(personalDetails, known)),
    id_document: groupIfShown(opened, 'id_document', () => ({
      ...startFields<IdFields>(idDocument, document),
      file: null,
    })),
    trn_document: groupIfShown(opened, 'trn_document', () => ({
      ...startFields<TrnFields>(trnDocument, undefined),
      file: null,
    })),
    selfie: groupIfShown(opened, 'selfie', () => ({ file: null })),
  };
};

/** [000 §2 KYC Tier 1 form, §5 KYC tier 1] */
export default function Tier1Form({ opened, draft, person, linked, onDone, onClose }: FormProps) {
  const autosaveKey = { form: 'kyc-1', person };
  const command = useCommandForm(SubmitTier1, api.identity.submitTier1, {
    start: fillDraft(getTier1Defaults(opened), draft, readAutosave(autosaveKey)),
    done: onDone,
    refused: (words, error) => toastFailure(1, { words, error, show: steps.show }),
  });
  const { form, field, busy, submit } = command;
  const saving = useSavedDraft({ tier: 1, draft, autosaveKey }, form.values());
  const files = useFiles<(typeof fileItems)[number]>(opened, {
    start: draft.files,
    setFileId: (item, id) => form.set(`${item}.file`, id),
    needed: fileItems,
    words: getMissingMessage,
  });
  const steps = useItemSteps(command, { items: getShownItems(opened), linked, files });
  const { id_document: document, trn_document: trn } = opened.tier.prefill;
  const isLicence = form.get('id_document.idType') === 'drivers_license';
  /** The number of a Jamaican driver's licence is the holder's TRN. */
  const copyTrnFromLicence = () => {
    const number = parseTrn(form.get('id_document.idNumber') ?? '');
    const isTrnMissing = form.get('trn_document') && !form.get('trn_document.trn');
    if (isLicence && number && isTrnMissing) form.set('trn_document.trn', groupTrn(number));
  };
  return (
    <KycForm
      opened={opened}
      name="KYC Tier 1"
      about="Have your ID, TRN card and a camera ready. It takes about five minutes."
      steps={steps}
      files={files}
      draft={saving}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ItemPart opened={opened} item="personal_details">
        {() => (
          <FieldRows
            item="personal_details"
            rows={personalDetails}
            group={form.get('personal_details')}
            field={field}
          />
        )}
      </ItemPart>
      <ItemPart opened={opened} item="id_document">
        {() => (
          <>
            <FieldRows
              item="id_document"
              rows={idDocument}
              group={form.get('id_document')}
              field={field}
              own={{
                idNumber: (own) => (
                  <Field
                    label="ID Number"
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    hint={
                      document?.idNumberMasked
                        ? `Last time you entered ${document.idNumberMasked}.`
                        : isLicence && "On a driver's licence, this is your TRN."
                    }
                    {...own}
                    onBlur={copyTrnFromLicence}
                  />
                ),
              }}
            />
            <FileItem
              opened={opened}
              item="id_document"
              label="ID Document"
              hint="The side with your photo, with all four corners visible."
              files={files}
            />
          </>
        )}
      </ItemPart>
      <ItemPart opened={opened} item="trn_document">
        {() => (
          <>
            <FieldRows
              item="trn_document"
              rows={trnDocument}
              group={form.get('trn_document')}
              field={field}
              own={{
                trn: (own) => (
                  <TrnField {...own} text={form.get('trn_document.trn') ?? ''} previousTrn={trn?.trnMasked} />
                ),
              }}
            />
            <FileItem
              opened={opened}
              item="trn_document"
              label="TRN Document"
              hint="Your TRN card, TRN letter, or a driver's licence that shows your TRN."
              files={files}
            />
          </>
        )}
      </ItemPart>
      <ItemPart opened={opened} item="selfie">
        {() => (
          <div data-file="selfie">
            <SelfieField
              submission={opened.id}
              error={files.errorOf('selfie')}
              stored={files.files.selfie ?? null}
              onStored={(file) => files.set('selfie', file)}
            />
            <PhoneHandoff
              tier={1}
              item="selfie"
              beforeOpen={saving.save}
              onFile={(file) => files.set('selfie', file)}
              isDone={!files.isMissing('selfie')}
            />
          </div>
        )}
      </ItemPart>
    </KycForm>
  );
}
