import { z } from 'zod';

export const checks = {
  evidence: 'The evidence was opened and shows what the report says',
  ours: "It isn't one of our own sites, wallets, numbers or addresses",
  official: 'The people behind it were checked in public registers',
  others: 'Warnings from other authorities were checked',
  reporters: "The reporters don't seem to act together",
} as const;
export type Check = keyof typeof checks;
export const checkNames = Object.keys(checks) as readonly Check[];
export const checkAnswers = { yes: 'Yes', no: 'No', unknown: 'Unknown' } as const;

export const Checklist = z.strictObject(
  Object.fromEntries(checkNames.map((name) => [name, z.enum(['yes', 'no', 'unknown'], 'Answer this')])) as Record<
    Check,
    z.ZodEnum<{ yes: 'yes'; no: 'no'; unknown: 'unknown' }>
  >,
);
export type Checklist = z.infer<typeof Checklist>;

/** Returns true when a scam verdict is possible: the target is not ours, and the evidence was opened. */
export const supportsWarning = ({ ours, evidence }: Checklist): boolean => ours === 'yes' && evidence !== 'unknown';
