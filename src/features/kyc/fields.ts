import { z } from 'zod';
import { formatGroupedMinorUnits, formatMinorUnits, parseMinorUnits, parseMoney } from '../../kernel/money.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { isCalendarDay } from '../accounts/age.ts';
import { isFullName } from '../accounts/schema.ts';
import { type FieldRow, type Group, Income, MultilineText, OptionalText, TextLine } from './field-row.ts';
import {
  employmentStatuses,
  enhancedFundsSources,
  fundsSources,
  highRiskJurisdictions,
  idTypes,
  keysOf,
  occupationNeedsDetails,
  occupations,
} from './options.ts';
import { formatTrn, parseTrn } from './trn.ts';

/** Typed fields of KYC items, one row each. `docs/domain/identity.md`, "Add a KYC field", lists the steps. */

const income = {
  key: 'monthly_income',
  schema: Income,
  summary: 'Monthly income',
  control: 'money',
  isHalf: true,
  normalize: (typed: string) => formatMinorUnits(parseMoney(typed, 'JMD')?.minor ?? 0n),
  format: (stored: string) => `J$${formatGroupedMinorUnits(parseMinorUnits(stored))}`,
} as const;

/** [000 §5 KYC tier 1] The command also checks the age and the phone number. */
const personalDetails = {
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

const idDocument = {
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

const trnDocument = {
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

/** Tier 2 requires employer and job title [000 §5 Tier 2]. */
const employment = {
  employmentStatus: {
    key: 'employment_status',
    schema: z.enum(keysOf(employmentStatuses), { error: 'Employment status is required' }),
    label: 'Employment Status',
    summary: 'Employment status',
    control: 'select',
    example: 'employed',
    options: employmentStatuses,
  },
  employerName: {
    key: 'employer_name',
    schema: TextLine('Employer/Company name is required'),
    label: 'Employer/Company Name',
    summary: 'Employer/Company name',
    control: 'line',
    example: 'Half Way Tree Primary',
    isHalf: true,
    autoComplete: 'organization',
    hint: 'No job? Enter your school, your last employer or None.',
  },
  jobTitle: {
    key: 'job_title',
    schema: TextLine('Job title/Position is required'),
    label: 'Job Title/Position',
    summary: 'Job title/Position',
    control: 'line',
    example: 'Teacher',
    isHalf: true,
    autoComplete: 'organization-title',
    hint: 'For example, Teacher, Student or Retired.',
  },
  monthlyIncome: {
    ...income,
    label: 'Monthly Income (JMD)',
    example: '185,000.50',
    hint: 'Before tax. You can enter 0.',
  },
  sourceOfFunds: {
    key: 'source_of_funds',
    schema: z.enum(keysOf(fundsSources), { error: 'Source of funds is required' }),
    label: 'Source of Funds',
    summary: 'Source of funds',
    control: 'select',
    example: 'employment',
    isHalf: true,
    options: fundsSources,
  },
} satisfies Record<string, FieldRow>;

const countries = `${highRiskJurisdictions.slice(0, -1).join(', ')} or ${highRiskJurisdictions.at(-1)}`;

/** A ticked checkbox requires its details [000 §5 Enhanced KYC]. */
const declaration = {
  sourceOfFunds: {
    key: 'source_of_funds',
    schema: z.enum(keysOf(enhancedFundsSources), { error: 'Primary source of funds is required' }),
    label: 'Primary source of funds',
    control: 'select',
    example: 'employment_salary',
    isHalf: true,
    options: enhancedFundsSources,
  },
  monthlyIncome: { ...income, label: 'Monthly income (JMD)', example: '250000' },
  occupation: {
    key: 'occupation',
    schema: z.enum(keysOf(occupations), { error: 'Occupation is required' }),
    label: 'Occupation',
    control: 'select',
    example: 'real_estate',
    options: occupations,
  },
  occupationDetails: {
    key: 'occupation_details',
    schema: OptionalText,
    label: 'Occupation details',
    control: 'line',
    example: '',
    askedIf: {
      isTrue: ({ occupation }) => occupationNeedsDetails(occupation as 'other'),
      missing: 'Please describe your occupation',
    },
    isKeptUnasked: true,
    autoComplete: 'organization-title',
    hint: 'Your role and your employer.',
  },
  pep: {
    key: 'pep',
    schema: z.boolean(),
    label: 'I am a politically exposed person (PEP), or a close relative or associate of one',
    summary: 'Politically exposed person',
    control: 'checkbox',
    example: false,
  },
  pepDetails: {
    key: 'pep_details',
    schema: OptionalText,
    label: 'PEP details',
    control: 'lines',
    example: '',
    askedIf: { isTrue: ({ pep }) => pep === true, missing: 'PEP details are required' },
    hint: 'The office held, the country, when it began, and how you are related.',
  },
  highRiskJurisdiction: {
    key: 'high_risk_jurisdiction',
    schema: z.boolean(),
    label: `I live, work or do business in a high-risk jurisdiction (${countries})`,
    summary: 'High-risk jurisdiction',
    control: 'checkbox',
    example: false,
  },
  jurisdictionDetails: {
    key: 'jurisdiction_details',
    schema: OptionalText,
    label: 'Jurisdiction details',
    control: 'lines',
    example: '',
    askedIf: {
      isTrue: ({ highRiskJurisdiction }) => highRiskJurisdiction === true,
      missing: 'Jurisdiction details are required',
    },
    hint: 'Name the country and describe your ties to it.',
  },
} satisfies Record<string, FieldRow>;

/** The fields of each item, in the order of form and summary. Other items are files, or the list of wallets. */
export const itemFields = {
  personal_details: personalDetails,
  id_document: idDocument,
  trn_document: trnDocument,
  employment,
  declaration,
} as const;
export type FieldItem = keyof typeof itemFields;

export const hasFields = (item: string): item is FieldItem => Object.hasOwn(itemFields, item);

export const listFields = (item: string): readonly (readonly [name: string, row: FieldRow])[] =>
  hasFields(item) ? Object.entries<FieldRow>(itemFields[item]) : [];

export const isAsked = ({ askedIf }: FieldRow, group: Group): boolean => askedIf?.isTrue(group) ?? true;

type Shape<Item extends FieldItem> = {
  [Name in keyof (typeof itemFields)[Item]]: (typeof itemFields)[Item][Name] extends { schema: infer Schema }
    ? Schema
    : never;
};

function requireAsked(item: FieldItem, group: Group, context: z.RefinementCtx): void {
  for (const [name, row] of listFields(item))
    if (row.askedIf?.isTrue(group) && group[name] === '')
      context.addIssue({ code: 'custom', path: [name], message: row.askedIf.missing });
}

/** Schema of the typed fields of an item and of `more`. Requires the details that other fields ask for. */
export function fieldsSchema<Item extends FieldItem, More extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  more = {} as More,
) {
  const fields = Object.fromEntries(listFields(item).map(([name, { schema }]) => [name, schema])) as Shape<Item>;
  return z
    .strictObject({ ...fields, ...more })
    .superRefine((group, context) => requireAsked(item, group as Group, context));
}
