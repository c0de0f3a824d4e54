import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { type FieldRow, fieldsSchema, income, keysOf, OnlyFile, TextLine } from './field-row.ts';

const employmentStatuses = {
  employed: 'Employed',
  self_employed: 'Self-employed',
  unemployed: 'Unemployed',
  student: 'Student',
  retired: 'Retired',
} as const;

const fundsSources = {
  employment: 'Employment',
  business: 'Business',
  investments: 'Investments',
  inheritance: 'Inheritance',
  savings: 'Savings',
  other: 'Other',
} as const;

/** Tier 2 requires employer and job title [000 §5 Tier 2]. */
export const employment = {
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

/** [000 §5 Tier 2] */
export const SubmitTier2 = z.strictObject({
  id: UuidSchema,
  employment: fieldsSchema(employment).nullable(),
  address_proof: OnlyFile.nullable(),
  income_proof: OnlyFile.nullable(),
});
