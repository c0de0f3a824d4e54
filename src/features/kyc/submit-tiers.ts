import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { z } from 'zod';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { formatMinorUnits, parseMoney } from '../../kernel/money.ts';
import { authedSerial, type Services } from '../../platform/http/procedure.ts';
import { isOfAge } from '../accounts/age.ts';
import { sealingKeysOf } from './customer-api.ts';
import { refusalCodes, refuse } from './messages.ts';
import { SubmitTier1, SubmitTier2 } from './schema.ts';
import { encryptField, getText } from './submission-data.ts';
import type { DeclaredColumns } from './submission-store.ts';
import { createSubmission, type Form, type Part, submitRefusalCodes } from './submit.ts';
import { parseTrn } from './trn.ts';

/** Parses a phone number to E.164, such as `+18765551234`; null when invalid. Defaults to Jamaica. Server only. */
export function parsePhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'JM');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}

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

export const normalizeIncome = (typed: string): string => formatMinorUnits(parseMoney(typed, 'JMD')?.minor ?? 0n);

function personalPart(
  { fullName, dateOfBirth, phone, address }: NonNullable<Tier1['personal_details']>,
  now: Date,
): Part {
  const number = parsePhone(phone) ?? refuse('identity.phone_invalid', {});
  if (!isOfAge(dateOfBirth, jamaicaDay(now))) refuse('identity.too_young', {});
  const data = { full_name: fullName, date_of_birth: dateOfBirth, phone_number: number, address };
  return { item: 'personal_details', data };
}

function toTier1Parts(input: Tier1, services: Services, userId: string): Part[] {
  const keys = sealingKeysOf(services);
  const { personal_details: personal, id_document: id, trn_document: trn, selfie } = input;
  const parts: Part[] = [];
  if (personal) parts.push(personalPart(personal, services.clock()));
  if (id) {
    const number = encryptField(keys, id.idNumber, { field: 'id_number', userId });
    parts.push({ item: 'id_document', data: { id_type: id.idType, id_number: number }, file: id.file });
  }
  if (trn) {
    const number = encryptField(keys, parseTrn(trn.trn) ?? '', { field: 'trn_number', userId });
    parts.push({ item: 'trn_document', data: { trn_number: number }, file: trn.file });
  }
  if (selfie) parts.push({ item: 'selfie', data: {}, file: selfie.file });
  return parts;
}

/** Submits tier 1: details, ID, TRN and live selfie [000 §5 KYC tier 1]. Idempotent. */
export const submitTier1 = authedSerial
  .errors(submitRefusalCodes)
  .errors(refusalCodes('identity.missing_files_tier1', 'identity.phone_invalid', 'identity.too_young'))
  .input(SubmitTier1)
  .handler(async function submitTier1({ context, input }) {
    const { id: userId } = await context.userPromise;
    const form: Form = {
      tier: 1,
      id: input.id,
      parts: toTier1Parts(input, context.services, userId),
      requires: () => true,
      refuseFiles: () => refuse('identity.missing_files_tier1', {}),
      declared: () => emptyDeclaration,
    };
    return createSubmission(context, { form, body: input });
  });

function toTier2Parts({ employment, address_proof: address, income_proof: income }: Tier2): Part[] {
  const parts: Part[] = [];
  if (employment) {
    const { employmentStatus, employerName, jobTitle, monthlyIncome, sourceOfFunds } = employment;
    const work = { employment_status: employmentStatus, employer_name: employerName, job_title: jobTitle };
    const money = { monthly_income: normalizeIncome(monthlyIncome), source_of_funds: sourceOfFunds };
    parts.push({ item: 'employment', data: { ...work, ...money } });
  }
  if (address) parts.push({ item: 'address_proof', data: {}, file: address.file });
  if (income) parts.push({ item: 'income_proof', data: {}, file: income.file });
  return parts;
}

/** Submits tier 2: work, address and income [000 §5 Tier 2]. Tier 1 must be approved [000 §6]. Idempotent. */
export const submitTier2 = authedSerial
  .errors(submitRefusalCodes)
  .errors(refusalCodes('identity.missing_files_tier2'))
  .input(SubmitTier2)
  .handler(function submitTier2({ context, input }) {
    const form: Form = {
      tier: 2,
      id: input.id,
      parts: toTier2Parts(input),
      requires: () => true,
      refuseFiles: () => refuse('identity.missing_files_tier2', {}),
      declared: (data) => ({ ...emptyDeclaration, fundsDeclared: getText(data, 'source_of_funds') }),
    };
    return createSubmission(context, { form, body: input });
  });
