import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { indicatorKinds, longestText } from './indicators/indicator.ts';

const longest = { name: 200, website: 2_048, contactInfo: 500, description: 5_000, suspiciousNotes: 5_000 } as const;
const Text = (most: number) => z.string().trim().max(most);

/** The words of a report, trimmed; what is not filled in is empty [001 §5 Scam form]. */
const words = {
  name: Text(longest.name),
  website: Text(longest.website),
  contactInfo: Text(longest.contactInfo),
  description: Text(longest.description),
  suspiciousNotes: Text(longest.suspiciousNotes),
};

/**
 * A website, wallet, number, account or address as somebody types it. `scope` is a family of networks, or a service.
 */
export const Fact = z.strictObject({
  kind: z.enum(indicatorKinds).exclude(['name']),
  scope: z.string().max(20),
  value: z.string().trim().min(1).max(longest.website),
});
export type Fact = z.infer<typeof Fact>;
export const mostFacts = 30;
const Facts = z.array(Fact).max(mostFacts);

export const Submit = z.strictObject({
  key: IdText,
  ...words,
  facts: Facts,
  evidenceFile: IdText.nullable(),
});
export type Submit = z.infer<typeof Submit>;

/** What is looked up while it is typed: texts to look through, and facts that were typed as such. */
export const LookAt = z.strictObject({
  name: words.name,
  website: words.website,
  contactInfo: words.contactInfo,
  text: z.string().max(longestText),
  facts: Facts,
});
export type LookAt = z.infer<typeof LookAt>;

/** A draft: texts by name, as it was typed. */
export const KeepDraft = z.strictObject({
  data: z
    .record(z.string().max(40), z.string().max(longestText))
    .refine((data) => Object.keys(data).length <= 20 && JSON.stringify(data).length <= 60_000, 'Too long'),
});
