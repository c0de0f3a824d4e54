import { useQuery } from '@tanstack/react-query';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { mergeDraft, readAutosave, useAutosave } from '../../../../ui/autosave.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { api } from '../../../../ui/client.ts';
import type { ErrorMessage } from '../../../../ui/error-message.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { identityPermissions } from '../../acts.ts';
import type { ItemCode } from '../../items.ts';
import { identityMessages } from '../../messages.ts';
import { enhancedFundsSources, highRiskJurisdictions, occupationNeedsDetails, occupations } from '../../options.ts';
import { SubmitEnhanced } from '../../schema.ts';
import { FilePart } from './file-item.tsx';
import { formatItemNames, requiredDocuments, startEnhanced, toOptions } from './form-state.ts';
import { ItemPart, KycForm } from './kyc-form.tsx';
import { RiskPreview } from './risk-preview.tsx';
import type { FormProps } from './tier1-form.tsx';
import { toastFailure } from './toast-failure.ts';
import { useFiles } from './use-files.ts';
import { WalletFields } from './wallet-fields.tsx';

type DocumentItem = 'source_of_funds_proof' | 'income_proof' | 'jurisdiction_proof';

const missingFiles = identityMessages['identity.missing_files_enhanced'];
const getMissingMessage = (missing: readonly ItemCode[]) => ({
  title: missingFiles.title,
  text: formatMessage(missingFiles.text, { what: formatItemNames(missing) }),
});

/** Returns the index of the rejected wallet, from 0; null for other errors. */
function parseWalletIndex({ code }: ErrorMessage, error: unknown): number | null {
  if (!code?.startsWith('identity.wallet_') || typeof error !== 'object' || error === null) return null;
  const data: unknown = 'data' in error ? error.data : null;
  if (typeof data !== 'object' || data === null || !('number' in data)) return null;
  return Number(data.number) - 1;
}

const countries = `${highRiskJurisdictions.slice(0, -1).join(', ')} or ${highRiskJurisdictions.at(-1)}`;

/** Enhanced KYC form [000 §2 Profile, §5 Enhanced KYC]. */
export default function EnhancedForm({ opened, keptAs, onDone, onCancel }: FormProps) {
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  const {
    form,
    field,
    busy,
    validate: passes,
    submit,
  } = useCommandForm(SubmitEnhanced, api.identity.submitEnhanced, {
    start: mergeDraft(startEnhanced(opened), readAutosave(keptAs)),
    done: onDone,
    refused: (words, error) => {
      const wallet = parseWalletIndex(words, error);
      if (wallet === null || !form.get(`wallets.list.${wallet}`)) return toastFailure(3, words, error);
      const name = `wallets.list.${wallet}.walletAddress` as const;
      form.setServerError(name, words.text);
      document.getElementById(name)?.focus();
      return true;
    },
  });
  useAutosave(keptAs, form.values());
  const files = useFiles<DocumentItem>(opened, (item, id) => form.set(`${item}.file`, id));
  const declaration = form.get('declaration');
  const occupation = declaration?.occupation;
  const hasTies = declaration ? declaration.highRiskJurisdiction : opened.tier.give.includes('jurisdiction_proof');
  const optional = opened.tier.keep.length > 0 ? '' : ' Optional, but it speeds up the review.';
  return (
    <KycForm
      opened={opened}
      title="Enhanced KYC"
      about="We'll ask where your money comes from. Have proof of that and of your income ready."
      busy={busy}
      onCancel={onCancel}
      onSubmit={files.submit(
        { passes, submit },
        { needed: requiredDocuments(opened, hasTies), words: getMissingMessage },
      )}
    >
      <ItemPart opened={opened} item="declaration" title="Your income and work">
        {() => (
          <>
            <div className="two">
              <SelectField
                label="Primary source of funds"
                emptyLabel="Choose"
                options={toOptions(enhancedFundsSources)}
                {...field('declaration.sourceOfFunds')}
              />
              <Field
                label="Monthly income (JMD)"
                inputMode="decimal"
                amount
                autoComplete="off"
                prefix="J$"
                placeholder="0.00"
                {...field('declaration.monthlyIncome')}
              />
            </div>
            <SelectField
              label="Occupation"
              emptyLabel="Choose"
              options={toOptions(occupations)}
              {...field('declaration.occupation')}
            />
            {occupation && occupationNeedsDetails(occupation) && (
              <Field
                label="Occupation details"
                autoComplete="organization-title"
                hint="Your role and your employer."
                {...field('declaration.occupationDetails')}
              />
            )}
            <Checkbox
              label="I am a politically exposed person (PEP), or a close relative or associate of one"
              {...field('declaration.pep')}
            />
            {declaration?.pep && (
              <TextField
                label="PEP details"
                rows={3}
                hint="The office held, the country, when it began, and how you are related."
                {...field('declaration.pepDetails')}
              />
            )}
            <Checkbox
              label={`I live, work or do business in a high-risk jurisdiction (${countries})`}
              {...field('declaration.highRiskJurisdiction')}
            />
            {declaration?.highRiskJurisdiction && (
              <TextField
                label="Jurisdiction details"
                rows={3}
                hint="Name the country and describe your ties to it."
                {...field('declaration.jurisdictionDetails')}
              />
            )}
            {me && roleAllows(identityPermissions.previewRisk, me.roles) && <RiskPreview declaration={declaration} />}
          </>
        )}
      </ItemPart>
      {hasTies && (
        <FilePart
          opened={opened}
          files={files}
          item="jurisdiction_proof"
          title="Your ties to the jurisdiction"
          label="Supporting document"
          hint="For example, a residence permit, a contract or a travel document. PDF, JPG or PNG."
        />
      )}
      <FilePart
        opened={opened}
        files={files}
        item="source_of_funds_proof"
        title="Your source of funds"
        label="Source of funds proof"
        hint={`For example, a job letter, a sales contract or a bank statement. PDF, JPG or PNG.${optional}`}
      />
      <FilePart
        opened={opened}
        files={files}
        item="income_proof"
        title="Your income"
        label="Income proof"
        hint={`Pay slip, tax return, bank statement or employment letter. PDF, JPG or PNG.${optional}`}
      />
      <ItemPart opened={opened} item="wallets" title="Trusted wallets">
        {() => <WalletFields form={form} field={field} />}
      </ItemPart>
    </KycForm>
  );
}
