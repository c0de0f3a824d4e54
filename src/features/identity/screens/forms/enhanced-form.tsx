import { useQuery } from '@tanstack/react-query';
import { isFor } from '../../../../kernel/acts.ts';
import { worded } from '../../../../kernel/worded.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { api } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { typedBefore, useKeptTyped, withTyped } from '../../../../ui/kept-typed.ts';
import type { RefusalWords } from '../../../../ui/refusal-words.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { identityActs } from '../../acts.ts';
import type { ItemCode } from '../../items.ts';
import { identityMessages } from '../../messages.ts';
import { enhancedFundsSources, highRiskJurisdictions, occupationNeedsDetails, occupations } from '../../options.ts';
import { SubmitEnhanced } from '../../schema.ts';
import { FilePart } from './file-item.tsx';
import { linesOf, namesOf, neededPapers, startEnhanced } from './giving.ts';
import { ItemPart, KycForm } from './kyc-form.tsx';
import { RiskPreview } from './risk-preview.tsx';
import { sayFailure } from './say-failure.ts';
import type { FormProps } from './tier1-form.tsx';
import { useFiles } from './use-files.ts';
import { WalletFields } from './wallet-fields.tsx';

type Paper = 'source_of_funds_proof' | 'income_proof' | 'jurisdiction_proof';

const missingFiles = identityMessages['identity.missing_files_enhanced'];
const missingWords = (missing: readonly ItemCode[]) => ({
  title: missingFiles.title,
  text: worded(missingFiles.text, { what: namesOf(missing) }),
});

/** Which wallet a refusal means, counted from zero; null when it means none. */
function walletOf({ code }: RefusalWords, error: unknown): number | null {
  if (!code?.startsWith('identity.wallet_') || typeof error !== 'object' || error === null) return null;
  const data: unknown = 'data' in error ? error.data : null;
  if (typeof data !== 'object' || data === null || !('number' in data)) return null;
  return Number(data.number) - 1;
}

const countries = `${highRiskJurisdictions.slice(0, -1).join(', ')} or ${highRiskJurisdictions.at(-1)}`;

/**
 * Enhanced KYC: where the money comes from, the due-diligence questions and one's own wallets [000 §2 Profile, §5
 * Enhanced KYC].
 */
export default function EnhancedForm({ opened, keptAs, onDone, onCancel }: FormProps) {
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  const { form, field, busy, passes, submit } = useCommandForm(SubmitEnhanced, api.identity.submitEnhanced, {
    start: withTyped(startEnhanced(opened), typedBefore(keptAs)),
    done: onDone,
    refused: (words, error) => {
      const wallet = walletOf(words, error);
      if (wallet === null || !form.get(`wallets.list.${wallet}`)) return sayFailure(3, words, error);
      const name = `wallets.list.${wallet}.walletAddress` as const;
      form.tell(name, words.text);
      document.getElementById(name)?.focus();
      return true;
    },
  });
  useKeptTyped(keptAs, form.values());
  const files = useFiles<Paper>(opened, (item, id) => form.set(`${item}.file`, id));
  const declaration = form.get('declaration');
  const occupation = declaration?.occupation;
  const tied = declaration ? declaration.highRiskJurisdiction : opened.tier.give.includes('jurisdiction_proof');
  const optional = opened.tier.keep.length > 0 ? '' : ' Sending it now makes the review faster.';
  return (
    <KycForm
      opened={opened}
      title="Enhanced KYC"
      about="It asks where your money comes from. Have a proof of it and of your income at hand."
      busy={busy}
      onCancel={onCancel}
      onSubmit={files.submit({ passes, submit }, { needed: neededPapers(opened, tied), words: missingWords })}
    >
      <ItemPart opened={opened} item="declaration" title="Your money and your work">
        {() => (
          <>
            <div className="two">
              <SelectField
                label="Primary source of funds"
                empty="Choose"
                options={linesOf(enhancedFundsSources)}
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
              empty="Choose"
              options={linesOf(occupations)}
              {...field('declaration.occupation')}
            />
            {occupation && occupationNeedsDetails(occupation) && (
              <Field
                label="Occupation details"
                autoComplete="organization-title"
                hint="What you do, and for whom."
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
                hint="The office, the country, since when, and how you are related."
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
                hint="Which country, and what ties you to it."
                {...field('declaration.jurisdictionDetails')}
              />
            )}
            {me && isFor(identityActs.previewRisk, me.roles) && <RiskPreview declaration={declaration} />}
          </>
        )}
      </ItemPart>
      {tied && (
        <FilePart
          opened={opened}
          files={files}
          item="jurisdiction_proof"
          title="Your ties to the jurisdiction"
          label="Supporting document"
          hint="For example a residence permit, a contract or a travel document. PDF, JPG or PNG."
        />
      )}
      <FilePart
        opened={opened}
        files={files}
        item="source_of_funds_proof"
        title="Where your money comes from"
        label="Source of funds proof"
        hint={`For example a job letter, a contract of sale or a bank statement. PDF, JPG or PNG.${optional}`}
      />
      <FilePart
        opened={opened}
        files={files}
        item="income_proof"
        title="What you earn"
        label="Income proof"
        hint={`Pay slip, tax return, bank statement or employment letter. PDF, JPG or PNG.${optional}`}
      />
      <ItemPart opened={opened} item="wallets" title="Trusted wallets">
        {() => <WalletFields form={form} field={field} />}
      </ItemPart>
    </KycForm>
  );
}
