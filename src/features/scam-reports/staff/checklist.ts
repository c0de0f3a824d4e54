import { z } from 'zod';

export const checks = {
  evidence: 'The evidence was opened and supports the report',
  ours: "The target isn't one of our own websites, wallets, numbers or addresses",
  official: 'Public registers were checked for the people behind it',
  others: 'Warnings from other authorities were checked',
  reporters: "The reporters don't seem to be working together",
} as const;
export type Check = keyof typeof checks;
export const checkNames = Object.keys(checks) as readonly Check[];
export const checkAnswers = { yes: 'Yes', no: 'No', unknown: 'Unknown' } as const;

export const Checklist = z.strictObject(
  Object.fromEntries(checkNames.map((name) => [name, z.enum(['yes', 'no', 'unknown'], 'Choose an answer')])) as Record<
    Check,
    z.ZodEnum<{ yes: 'yes'; no: 'no'; unknown: 'unknown' }>
  >,
);
export type Checklist = z.infer<typeof Checklist>;

/** Returns true when a scam verdict is possible: the target is not ours, and the evidence was opened. */
export const supportsWarning = ({ ours, evidence }: Checklist): boolean => ours === 'yes' && evidence !== 'unknown';
