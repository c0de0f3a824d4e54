import type { z } from 'zod';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { jmd, parseMinorUnits, parseMoney } from '../../kernel/money.ts';
import { parsePhone } from '../../kernel/phone-number.ts';
import { authedSerial, staff } from '../../platform/http/procedure.ts';
import { isOfAge } from '../accounts/age.ts';
import type { KnownAddresses } from '../assets/addresses.ts';
import { getCompanyAddresses } from '../settings/company-addresses.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { sealingKeysOf } from './customer-api.ts';
import { PreviewEnhanced, SubmitEnhanced } from './enhanced-schema.ts';
import type { ItemCode } from './items.ts';
import { refusalCodes, refuse } from './messages.ts';
import type { Occupation } from './options.ts';
import { identityPermissions } from './permissions.ts';
import { assess, type CountedRisk, combineRisk, countRisk, type Declared } from './risk.ts';
import { type Data, getText, type Sealing, toItemData } from './submission-data.ts';
import { type DeclaredColumns, type EnhancedData, findCountedRisk, storeDeclaration } from './submission-store.ts';
import { createSubmission, type Form, type Part, submitRefusalCodes } from './submit.ts';
import { SubmitTier1 } from './tier1-schema.ts';
import { SubmitTier2 } from './tier2-schema.ts';
import { parseWallets, type Wallet, type WalletFault } from './wallets.ts';

type Tier1 = z.output<typeof SubmitTier1>;
type Tier2 = z.output<typeof SubmitTier2>;

const emptyDeclaration: DeclaredColumns = {
  pep: false,
  pepDetails: null,
  dueDiligence: false,
  dueDiligenceReason: null,
  fundsDeclared: null,
  flags: [],
  risk: null,
};

function personalPart(details: NonNullable<Tier1['personal_details']>, sealing: Sealing, now: Date): Part {
  const { dateOfBirth, phone } = details;
  const number = parsePhone(phone) ?? refuse('identity.phone_invalid', {});
  if (!isOfAge(dateOfBirth, jamaicaDay(now))) refuse('identity.too_young', {});
  return { item: 'personal_details', data: toItemData('personal_details', { ...details, phone: number }, sealing) };
}

function toTier1Parts(input: Tier1, sealing: Sealing, now: Date): Part[] {
  const { personal_details: personal, id_document: id, trn_document: trn, selfie } = input;
  const parts: Part[] = [];
  if (personal) parts.push(personalPart(personal, sealing, now));
  if (id) parts.push({ item: 'id_document', data: toItemData('id_document', id, sealing), file: id.file });
  if (trn) parts.push({ item: 'trn_document', data: toItemData('trn_document', trn, sealing), file: trn.file });
  if (selfie) parts.push({ item: 'selfie', data: {}, file: selfie.file });
  return parts;
}

/** Submits tier 1: details, ID, TRN and live selfie [000 §5 KYC tier 1]. Idempotent. */
export const submitTier1 = authedSerial
  .errors(submitRefusalCodes)
  .errors(refusalCodes('identity.missing_files_tier1', 'identity.phone_invalid', 'identity.too_young'))
  .input(SubmitTier1)
  .handler(async function submitTier1({ context, input }) {
    const { services } = context;
    const sealing = { keys: sealingKeysOf(services), userId: (await context.userPromise).id };
    const form: Form = {
      tier: 1,
      id: input.id,
      parts: toTier1Parts(input, sealing, services.clock()),
      requires: () => true,
      refuseFiles: () => refuse('identity.missing_files_tier1', {}),
      declared: () => emptyDeclaration,
    };
    return createSubmission(context, { form, body: input });
  });

function toTier2Parts(input: Tier2, sealing: Sealing): Part[] {
  const { employment, address_proof: address, income_proof: income } = input;
  const parts: Part[] = [];
  if (employment) parts.push({ item: 'employment', data: toItemData('employment', employment, sealing) });
  if (address) parts.push({ item: 'address_proof', data: {}, file: address.file });
  if (income) parts.push({ item: 'income_proof', data: {}, file: income.file });
  return parts;
}

/** Submits tier 2: work, address and income [000 §5 Tier 2]. Tier 1 must be approved [000 §6]. Idempotent. */
export const submitTier2 = authedSerial
  .errors(submitRefusalCodes)
  .errors(refusalCodes('identity.missing_files_tier2'))
  .input(SubmitTier2)
  .handler(async function submitTier2({ context, input }) {
    const sealing = { keys: sealingKeysOf(context.services), userId: (await context.userPromise).id };
    const form: Form = {
      tier: 2,
      id: input.id,
      parts: toTier2Parts(input, sealing),
      requires: () => true,
      refuseFiles: () => refuse('identity.missing_files_tier2', {}),
      declared: (data) => ({ ...emptyDeclaration, fundsDeclared: getText(data, 'source_of_funds') }),
    };
    return createSubmission(context, { form, body: input });
  });

type Enhanced = z.output<typeof SubmitEnhanced>;

const throwWalletFault = ({ number, fault }: WalletFault): never =>
  refuse(`identity.wallet_${fault}`, { number: String(number) });

function walletsPart(list: readonly Wallet[], companyAddresses: KnownAddresses): Part {
  const read = parseWallets(list, companyAddresses);
  return { item: 'wallets', data: { trusted_wallets: 'fault' in read ? throwWalletFault(read) : read.wallets } };
}

function toParts(input: Enhanced, companyAddresses: KnownAddresses, sealing: Sealing): Part[] {
  const { declaration } = input;
  const parts: Part[] = declaration
    ? [{ item: 'declaration', data: toItemData('declaration', declaration, sealing) }]
    : [];
  for (const item of ['source_of_funds_proof', 'income_proof', 'jurisdiction_proof'] as const) {
    const proof = input[item];
    if (proof) parts.push({ item, data: {}, file: proof.file });
  }
  if (input.wallets && input.wallets.list.length > 0) parts.push(walletsPart(input.wallets.list, companyAddresses));
  return parts;
}

export const parseDeclaration = (data: Data): Declared => ({
  pep: data['pep'] === true,
  highRiskJurisdiction: data['high_risk_jurisdiction'] === true,
  occupation: getText(data, 'occupation') as Occupation,
  monthlyIncome: jmd(parseMinorUnits(getText(data, 'monthly_income'))),
});

function toColumns(data: Data): DeclaredColumns {
  const { risk, triggers } = assess(parseDeclaration(data));
  return {
    pep: data['pep'] === true,
    pepDetails: getText(data, 'pep_details') || null,
    dueDiligence: triggers.length > 0,
    dueDiligenceReason: triggers.join(', ') || null,
    fundsDeclared: getText(data, 'source_of_funds'),
    flags: triggers,
    risk,
  };
}

function toEnhancedData(
  data: Data,
  { userId, at, before }: { userId: string; at: Date; before: CountedRisk | null },
): EnhancedData {
  const declared = parseDeclaration(data);
  const details = { details: getText(data, 'pep_details'), declaration_date: at.toISOString() };
  return {
    userId,
    counted: combineRisk(before, countRisk(declared)),
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
    monthlyIncome: getText(data, 'monthly_income'),
    at,
  };
}

/** The jurisdiction document is required when its checkbox is ticked; other documents only when staff request them. */
function isRequired(item: ItemCode, { isRequested, data }: { isRequested: boolean; data: Data }): boolean {
  if (item === 'declaration') return true;
  return item === 'jurisdiction_proof' ? data['high_risk_jurisdiction'] === true : isRequested;
}

const walletRefusals = refusalCodes(
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

/** Submits tier 3 [000 §4 KYC per tier, decision B2]. The higher risk of old and new declaration applies (E5). */
export const submitEnhanced = authedSerial
  .errors(submitRefusalCodes)
  .errors(walletRefusals)
  .errors(refusalCodes('identity.missing_files_enhanced'))
  .input(SubmitEnhanced)
  .handler(async function submitEnhanced({ context, input }) {
    const sealing = { keys: sealingKeysOf(context.services), userId: (await context.userPromise).id };
    const companyAddresses = getCompanyAddresses(await loadCurrentSettings(context.tx));
    const form: Form = {
      tier: 3,
      id: input.id,
      parts: toParts(input, companyAddresses, sealing),
      requires: isRequired,
      refuseFiles: (what) => refuse('identity.missing_files_enhanced', { what }),
      declared: toColumns,
    };
    return createSubmission(context, { form, body: input }, async ({ tx, userId, data, at }) =>
      storeDeclaration(tx, toEnhancedData(data, { userId, at, before: await findCountedRisk(tx, userId) })),
    );
  });

/** Previews risk and triggers of a declaration (decision A1). Admins only [000 §2 Profile, §6]. */
export const enhancedPreview = staff(identityPermissions.previewRisk)
  .input(PreviewEnhanced)
  .handler(async function enhancedPreview({ input }) {
    const monthlyIncome = jmd(parseMoney(input.monthlyIncome, 'JMD')?.minor ?? 0n);
    return assess({ ...input, monthlyIncome });
  });
