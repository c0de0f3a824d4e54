import type { z } from 'zod';
import { jmd, minorUnits, parseMoney } from '../../kernel/money.ts';
import { signedInAlone, staffOnly } from '../../platform/procedure.ts';
import { identityActs } from './acts.ts';
import type { ItemCode } from './items.ts';
import { mayRefuse, refuse } from './messages.ts';
import type { Occupation } from './options.ts';
import { assess, type Counted, countedOf, type Declared, worse } from './risk.ts';
import { PreviewEnhanced, SubmitEnhanced } from './schema.ts';
import { type Data, textIn } from './submission-data.ts';
import { countedBefore, type DeclaredColumns, declareEnhanced, type EnhancedData } from './submission-store.ts';
import { type Form, handIn, type Part, submitMayRefuse } from './submit.ts';
import { incomeText } from './submit-tiers.ts';
import type { EnhancedPreview } from './views.ts';
import { readWallets, type Wallet, type WalletFault } from './wallets.ts';

type Enhanced = z.output<typeof SubmitEnhanced>;

const refuseWallet = ({ number, fault }: WalletFault): never =>
  refuse(`identity.wallet_${fault}`, { number: String(number) });

function walletsPart(list: readonly Wallet[]): Part {
  const read = readWallets(list);
  return { item: 'wallets', data: { trusted_wallets: 'fault' in read ? refuseWallet(read) : read.wallets } };
}

function declarationPart(it: NonNullable<Enhanced['declaration']>): Part {
  return {
    item: 'declaration',
    data: {
      source_of_funds: it.sourceOfFunds,
      monthly_income: incomeText(it.monthlyIncome),
      occupation: it.occupation,
      occupation_details: it.occupationDetails,
      pep: it.pep,
      pep_details: it.pep ? it.pepDetails : '',
      high_risk_jurisdiction: it.highRiskJurisdiction,
      jurisdiction_details: it.highRiskJurisdiction ? it.jurisdictionDetails : '',
    },
  };
}

function partsOf(input: Enhanced): Part[] {
  const parts: Part[] = input.declaration ? [declarationPart(input.declaration)] : [];
  for (const item of ['source_of_funds_proof', 'income_proof', 'jurisdiction_proof'] as const) {
    const given = input[item];
    if (given) parts.push({ item, data: {}, file: given.file });
  }
  // No wallets at all is as good as leaving the list out.
  if (input.wallets && input.wallets.list.length > 0) parts.push(walletsPart(input.wallets.list));
  return parts;
}

/** What the data of a submission declares, for the rules. */
export const declaredIn = (data: Data): Declared => ({
  pep: data['pep'] === true,
  highRiskJurisdiction: data['high_risk_jurisdiction'] === true,
  occupation: textIn(data, 'occupation') as Occupation,
  monthlyIncome: jmd(minorUnits(textIn(data, 'monthly_income'))),
});

function columnsOf(data: Data): DeclaredColumns {
  const { risk, triggers } = assess(declaredIn(data));
  return {
    pep: data['pep'] === true,
    pepDetails: textIn(data, 'pep_details') || null,
    dueDiligence: triggers.length > 0,
    dueDiligenceReason: triggers.join(', ') || null,
    fundsDeclared: textIn(data, 'source_of_funds'),
    flags: triggers,
    risk,
  };
}

/** The row of `enhanced_kyc_data` that the submission makes, with its documented fields [000 §3 enhanced_kyc_data]. */
function enhancedOf(
  data: Data,
  { userId, at, before }: { userId: string; at: Date; before: Counted | null },
): EnhancedData {
  const declared = declaredIn(data);
  const details = { details: textIn(data, 'pep_details'), declaration_date: at.toISOString() };
  return {
    userId,
    counted: worse(before, countedOf(declared)),
    pepDetails: declared.pep ? details : null,
    funds: {
      source: data['source_of_funds'],
      source_of_funds_proof_path: data['source_of_funds_proof_path'] ?? null,
      income_proof_path: data['income_proof_path'] ?? null,
      jurisdiction_proof_path: data['jurisdiction_proof_path'] ?? null,
      monthly_income: data['monthly_income'],
      occupation: data['occupation'],
      occupation_details: data['occupation_details'],
      trusted_wallets: data['trusted_wallets'] ?? [],
    },
    monthlyIncome: textIn(data, 'monthly_income'),
    at,
  };
}

/**
 * A declaration always; a paper for the jurisdiction when its box is ticked; the rest when staff ask [000 §5 Enhanced
 * KYC].
 */
function requires(item: ItemCode, { asked, data }: { asked: boolean; data: Data }): boolean {
  if (item === 'declaration') return true;
  return item === 'jurisdiction_proof' ? data['high_risk_jurisdiction'] === true : asked;
}

const walletRefusals = mayRefuse(
  'identity.wallet_malformed',
  'identity.wallet_empty',
  'identity.wallet_checksum',
  'identity.wallet_other_network',
  'identity.wallet_test_network',
  'identity.wallet_burn_address',
  'identity.wallet_token_contract',
  'identity.wallet_token_account',
  'identity.wallet_excluded',
  'identity.wallet_network_unfit',
  'identity.wallet_twice',
  'identity.wallet_too_many',
);

/**
 * Hands in Enhanced KYC as tier 3, pending [000 §4 KYC per tier, decision B2]: the declaration, papers and trusted
 * wallets. Works out risk and triggers itself and writes them where staff look; the customer is not told (A7). Until it
 * is approved the worse of this and what stood counts (E5). Sent twice, it acts once.
 */
export const submitEnhanced = signedInAlone
  .errors(submitMayRefuse)
  .errors(walletRefusals)
  .errors(mayRefuse('identity.missing_files_enhanced'))
  .input(SubmitEnhanced)
  .handler(({ context, input }) => {
    const form: Form = {
      tier: 3,
      id: input.id,
      parts: partsOf(input),
      requires,
      refuseFiles: (what) => refuse('identity.missing_files_enhanced', { what }),
      declared: columnsOf,
    };
    return handIn(context, { form, body: input }, async ({ tx, userId, data, at }) =>
      declareEnhanced(tx, enhancedOf(data, { userId, at, before: await countedBefore(tx, userId) })),
    );
  });

/**
 * What a declaration would be judged at, by the same function that judges a submission (decision A1). The risk preview
 * is for admins alone [000 §2 Profile, §6].
 */
export const enhancedPreview = staffOnly(identityActs.previewRisk)
  .input(PreviewEnhanced)
  .handler(async ({ input }): Promise<EnhancedPreview> => {
    const monthlyIncome = jmd(parseMoney(input.monthlyIncome, 'JMD')?.minor ?? 0n);
    return assess({ ...input, monthlyIncome });
  });
