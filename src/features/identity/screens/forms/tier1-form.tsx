import { api } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { type KeptAs, typedBefore, useKeptTyped, withTyped } from '../../../../ui/kept-typed.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { identityMessages } from '../../messages.ts';
import { idTypes } from '../../options.ts';
import { SubmitTier1 } from '../../schema.ts';
import { SelfieField } from '../camera/selfie-field.tsx';
import { FileItem } from './file-item.tsx';
import { linesOf, type Opened, startTier1 } from './giving.ts';
import { ItemPart, KycForm } from './kyc-form.tsx';
import { sayFailure } from './say-failure.ts';
import { TrnField } from './trn-field.tsx';
import { useFiles } from './use-files.ts';

/** `keptAs`: what was typed is kept in this tab under this name. */
export type FormProps = { opened: Opened; keptAs: KeptAs; onDone: () => void; onCancel: () => void };

const withFile = ['id_document', 'trn_document', 'selfie'] as const;
const missingWords = () => {
  const { title, text } = identityMessages['identity.missing_files_tier1'];
  return { title, text };
};

/**
 * KYC Tier 1: who somebody is, an ID, the TRN and a live selfie: its fields and uploads [000 §2 KYC Tier 1 form, §5 KYC
 * tier 1].
 */
export default function Tier1Form({ opened, keptAs, onDone, onCancel }: FormProps) {
  const { form, field, busy, passes, submit } = useCommandForm(SubmitTier1, api.identity.submitTier1, {
    start: withTyped(startTier1(opened), typedBefore(keptAs)),
    done: onDone,
    refused: (words, error) => sayFailure(1, words, error),
  });
  useKeptTyped(keptAs, form.values());
  const files = useFiles<(typeof withFile)[number]>(opened, (item, id) => form.set(`${item}.file`, id));
  const { id_document: document, trn_document: trn } = opened.tier.prefill;
  const licence = form.get('id_document.idType') === 'drivers_license';
  return (
    <KycForm
      opened={opened}
      title="KYC Tier 1"
      about="Have your ID, your TRN card and a camera at hand. It takes about five minutes."
      busy={busy}
      onCancel={onCancel}
      onSubmit={files.submit({ passes, submit }, { needed: withFile, words: missingWords })}
    >
      <ItemPart opened={opened} item="personal_details" title="Personal details">
        {() => (
          <>
            <Field
              label="Full Name"
              autoComplete="name"
              hint="As on your ID."
              {...field('personal_details.fullName')}
            />
            <div className="two">
              <Field label="Date of Birth" type="date" autoComplete="bday" {...field('personal_details.dateOfBirth')} />
              <Field
                label="Phone Number"
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                placeholder="876 555 0142"
                {...field('personal_details.phone')}
              />
            </div>
            <TextField
              label="Address"
              autoComplete="street-address"
              rows={3}
              hint="Street, town and parish."
              {...field('personal_details.address')}
            />
          </>
        )}
      </ItemPart>
      <ItemPart opened={opened} item="id_document" title="Your ID">
        {() => (
          <>
            <div className="two">
              <SelectField label="ID Type" options={linesOf(idTypes)} {...field('id_document.idType')} />
              <Field
                label="ID Number"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                hint={
                  document?.idNumberMasked
                    ? `Last time you gave ${document.idNumberMasked}.`
                    : licence && 'On a licence this is your TRN.'
                }
                {...field('id_document.idNumber')}
              />
            </div>
            <FileItem
              opened={opened}
              item="id_document"
              label="ID Document"
              hint="The side with your photo, all four corners visible."
              files={files}
            />
          </>
        )}
      </ItemPart>
      <ItemPart opened={opened} item="trn_document" title="Your TRN">
        {() => (
          <>
            <TrnField
              {...field('trn_document.trn')}
              text={form.get('trn_document.trn') ?? ''}
              before={trn?.trnMasked}
            />
            <FileItem
              opened={opened}
              item="trn_document"
              label="TRN Document"
              hint="Your TRN card, the letter, or a driver's licence that shows it."
              files={files}
            />
          </>
        )}
      </ItemPart>
      <ItemPart opened={opened} item="selfie" title="Live Selfie with ID">
        {() => (
          <div data-file="selfie">
            <SelfieField
              submission={opened.id}
              error={files.errorOf('selfie')}
              onStored={(file) => files.set('selfie', file)}
            />
          </div>
        )}
      </ItemPart>
    </KycForm>
  );
}
