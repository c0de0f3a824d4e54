import { z } from 'zod';

/** What somebody looks at before they judge, and how each turned out. */
export const checks = {
  evidence: 'The evidence was opened and shows what the report says',
  ours: 'It is none of our own sites, wallets, numbers or addresses',
  official: 'Who stands behind it was looked up in public registers',
  others: 'Warnings of other bodies were looked for',
  reporters: 'Reports come from people who do not seem to act together',
} as const;
export type Check = keyof typeof checks;
export const checkNames = Object.keys(checks) as readonly Check[];
export const checkAnswers = { yes: 'Yes', no: 'No', unknown: 'Cannot be told' } as const;

export const Checklist = z.strictObject(
  Object.fromEntries(checkNames.map((name) => [name, z.enum(['yes', 'no', 'unknown'], 'Answer this')])) as Record<
    Check,
    z.ZodEnum<{ yes: 'yes'; no: 'no'; unknown: 'unknown' }>
  >,
);
export type Checklist = z.infer<typeof Checklist>;

/** What forbids that something is called a scam, or likely one: our own things, and evidence that nobody opened. */
export const bearsWarning = ({ ours, evidence }: Checklist): boolean => ours === 'yes' && evidence !== 'unknown';
