import type { z } from 'zod';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { moneyText, parseMoney } from '../../kernel/money.ts';
import { type Services, signedInAlone } from '../../platform/procedure.ts';
import { isOfAge } from '../accounts/age.ts';
import { mayRefuse, refuse } from './messages.ts';
import { sealingKeysOf } from './own.ts';
import { readPhone } from './phone.ts';
import { SubmitTier1, SubmitTier2 } from './schema.ts';
import { sealField, textIn } from './submission-data.ts';
import type { DeclaredColumns } from './submission-store.ts';
import { type Form, handIn, type Part, submitMayRefuse } from './submit.ts';
import { readTrn } from './trn.ts';

type Tier1 = z.output<typeof SubmitTier1>;
type Tier2 = z.output<typeof SubmitTier2>;

/** A declaration that says nothing beside the data. */
const nothingDeclared: DeclaredColumns = {
  pep: false,
  pepDetails: null,
  dueDiligence: false,
  dueDiligenceReason: null,
  fundsDeclared: null,
  flags: [],
  risk: null,
};

/** An amount that the schema has let through, as plain decimal text. */
export const incomeText = (typed: string): string => moneyText(parseMoney(typed, 'JMD')?.minor ?? 0n);

function personalPart(
  { fullName, dateOfBirth, phone, address }: NonNullable<Tier1['personal_details']>,
  now: Date,
): Part {
  const number = readPhone(phone) ?? refuse('identity.phone_invalid', {});
  if (!isOfAge(dateOfBirth, jamaicaDay(now))) refuse('identity.too_young', {});
  const data = { full_name: fullName, date_of_birth: dateOfBirth, phone_number: number, address };
  return { item: 'personal_details', data };
}

/** The groups that were given, as items; numbers of people are sealed before anything else sees them. */
function partsOfTier1(input: Tier1, services: Services, userId: string): Part[] {
  const keys = sealingKeysOf(services);
  const { personal_details: personal, id_document: id, trn_document: trn, selfie } = input;
  const parts: Part[] = [];
  if (personal) parts.push(personalPart(personal, services.clock()));
  if (id) {
    const number = sealField(keys, id.idNumber, { field: 'id_number', userId });
    parts.push({ item: 'id_document', data: { id_type: id.idType, id_number: number }, file: id.file });
  }
  if (trn) {
    const number = sealField(keys, readTrn(trn.trn) ?? '', { field: 'trn_number', userId });
    parts.push({ item: 'trn_document', data: { trn_number: number }, file: trn.file });
  }
  if (selfie) parts.push({ item: 'selfie', data: {}, file: selfie.file });
  return parts;
}

/**
 * Hands in tier 1: who the customer is, an ID, the TRN and a live selfie, all required [000 §5 KYC tier 1]. Sent twice,
 * it acts once.
 */
export const submitTier1 = signedInAlone
  .errors(submitMayRefuse)
  .errors(mayRefuse('identity.missing_files_tier1', 'identity.phone_invalid', 'identity.too_young'))
  .input(SubmitTier1)
  .handler(async ({ context, input }) => {
    const { id: userId } = await context.arriving;
    const form: Form = {
      tier: 1,
      id: input.id,
      parts: partsOfTier1(input, context.services, userId),
      requires: () => true,
      refuseFiles: () => refuse('identity.missing_files_tier1', {}),
      declared: () => nothingDeclared,
    };
    return handIn(context, { form, body: input });
  });

function partsOfTier2({ employment, address_proof: address, income_proof: income }: Tier2): Part[] {
  const parts: Part[] = [];
  if (employment) {
    const { employmentStatus, employerName, jobTitle, monthlyIncome, sourceOfFunds } = employment;
    const work = { employment_status: employmentStatus, employer_name: employerName, job_title: jobTitle };
    const money = { monthly_income: incomeText(monthlyIncome), source_of_funds: sourceOfFunds };
    parts.push({ item: 'employment', data: { ...work, ...money } });
  }
  if (address) parts.push({ item: 'address_proof', data: {}, file: address.file });
  if (income) parts.push({ item: 'income_proof', data: {}, file: income.file });
  return parts;
}

/**
 * Hands in tier 2: work, and the proofs of address and income, both required [000 §5 Tier 2]. Tier 2 needs tier 1
 * approved [000 §6]. Sent twice, it acts once.
 */
export const submitTier2 = signedInAlone
  .errors(submitMayRefuse)
  .errors(mayRefuse('identity.missing_files_tier2'))
  .input(SubmitTier2)
  .handler(({ context, input }) => {
    const form: Form = {
      tier: 2,
      id: input.id,
      parts: partsOfTier2(input),
      requires: () => true,
      refuseFiles: () => refuse('identity.missing_files_tier2', {}),
      declared: (data) => ({ ...nothingDeclared, fundsDeclared: textIn(data, 'source_of_funds') }),
    };
    return handIn(context, { form, body: input });
  });
