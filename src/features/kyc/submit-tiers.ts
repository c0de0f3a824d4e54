import type { z } from 'zod';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { parsePhone } from '../../kernel/phone-number.ts';
import { authedSerial } from '../../platform/http/procedure.ts';
import { isOfAge } from '../accounts/age.ts';
import { sealingKeysOf } from './customer-api.ts';
import { refusalCodes, refuse } from './messages.ts';
import { SubmitTier1, SubmitTier2 } from './schema.ts';
import { getText, type Sealing, toItemData } from './submission-data.ts';
import type { DeclaredColumns } from './submission-store.ts';
import { createSubmission, type Form, type Part, submitRefusalCodes } from './submit.ts';

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
