import { z } from 'zod';
import { isFullName } from '../../kernel/full-name.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { isCalendarDay } from '../accounts/age.ts';
import { type FieldRow, FileId, fieldsSchema, keysOf, MultilineText, OnlyFile, TextLine } from './field-row.ts';
import { formatTrn, parseTrn } from './trn.ts';

export const idTypes = {
  drivers_license: "Driver's licence",
  national_id: 'National ID',
  passport: 'Passport',
} as const;

/** [000 §5 KYC tier 1] The command also checks the age and the phone number. */
export const personalDetails = {
  fullName: {
    key: 'full_name',
    schema: TextLine('Full name is required')
      .min(2, 'Must be at least 2 characters')
      .refine(isFullName, 'Please enter your name in letters, with at most 12 words'),
    label: 'Full Name',
    summary: 'Full name',
    control: 'line',
    example: 'Ina Brown',
    autoComplete: 'name',
    hint: 'As shown on your ID.',
  },
  dateOfBirth: {
    key: 'date_of_birth',
    schema: z.string().min(1, 'Date of birth is required').refine(isCalendarDay, 'Please enter a valid date'),
    label: 'Date of Birth',
    summary: 'Date of birth',
    control: 'date',
    example: '1990-04-12',
    isHalf: true,
    autoComplete: 'bday',
  },
  phone: {
    key: 'phone_number',
    schema: typedText()
      .min(1, 'Phone number is required')
      .regex(/^[+()\d .-]{7,24}$/, 'Please enter a valid phone number'),
    label: 'Phone Number',
    summary: 'Phone number',
    control: 'phone',
    example: '876-555-1234',
    isHalf: true,
    autoComplete: 'tel',
    placeholder: '876 555 0142',
  },
  address: {
    key: 'address',
    schema: MultilineText('Address is required'),
    label: 'Address',
    control: 'lines',
    example: '1 Hope Road\nKingston 6',
    autoComplete: 'street-address',
    hint: 'Street, town and parish.',
  },
} satisfies Record<string, FieldRow>;

export const idDocument = {
  idType: {
    key: 'id_type',
    schema: z.enum(keysOf(idTypes), { error: 'Please choose the type of ID' }),
    label: 'ID Type',
    summary: 'ID type',
    control: 'select',
    example: 'passport',
    isHalf: true,
    options: idTypes,
    initial: 'national_id',
  },
  idNumber: {
    key: 'id_number',
    schema: TextLine('ID number is required', 40)
      .regex(/^[A-Za-z\d /-]*$/, 'Use letters A to Z, digits and hyphens only')
      .regex(/\d/, 'An ID number contains digits'),
    label: 'ID Number',
    summary: 'ID number',
    control: 'line',
    example: 'A12345678',
    isHalf: true,
    isSealed: true,
  },
} satisfies Record<string, FieldRow>;

export const trnDocument = {
  trn: {
    key: 'trn_number',
    schema: typedText()
      .min(1, 'TRN number is required')
      .max(20, 'A TRN has 9 digits')
      .refine((text) => parseTrn(text) !== null, 'A TRN has 9 digits'),
    label: 'TRN Number',
    summary: 'TRN',
    control: 'line',
    example: '123-456-789',
    isSealed: true,
    normalize: (typed: string) => parseTrn(typed) ?? '',
    format: formatTrn,
  },
} satisfies Record<string, FieldRow>;

/** One group per item [000 §5 KYC tier 1]; null if kept (decision D4). Idempotent by `id` [000 §3 kyc_submissions]. */
export const SubmitTier1 = z.strictObject({
  id: UuidSchema,
  personal_details: fieldsSchema(personalDetails).nullable(),
  id_document: fieldsSchema(idDocument, { file: FileId }).nullable(),
  trn_document: fieldsSchema(trnDocument, { file: FileId }).nullable(),
  selfie: OnlyFile.nullable(),
});
