import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { indicatorKinds, maxTextLength } from './types.ts';

const maxLengths = { name: 200, website: 2_048, contactInfo: 500, description: 5_000, suspiciousNotes: 5_000 } as const;
const BoundedText = (maxLength: number) => z.string().trim().max(maxLength);

/** Texts are trimmed, and empty when not filled in [001 §5 Scam form]. */
const textFields = {
  name: BoundedText(maxLengths.name),
  website: BoundedText(maxLengths.website),
  contactInfo: BoundedText(maxLengths.contactInfo),
  description: BoundedText(maxLengths.description),
  suspiciousNotes: BoundedText(maxLengths.suspiciousNotes),
};

/** `scope` is the address family of a wallet or the service of a handle. */
export const Fact = z.strictObject({
  kind: z.enum(indicatorKinds).exclude(['name']),
  scope: z.string().max(20),
  value: typedText().min(1).max(maxLengths.website),
});
export type Fact = z.infer<typeof Fact>;
export const maxFacts = 30;
const Facts = z.array(Fact).max(maxFacts);

export const Submit = z.strictObject({
  key: UuidSchema,
  ...textFields,
  facts: Facts,
  evidenceFile: UuidSchema.nullable(),
});
export type Submit = z.infer<typeof Submit>;

export const LookupInput = z.strictObject({
  name: textFields.name,
  website: textFields.website,
  contactInfo: textFields.contactInfo,
  text: z.string().max(maxTextLength),
  facts: Facts,
});
export type LookupInput = z.infer<typeof LookupInput>;

export const SaveDraft = z.strictObject({
  data: z
    .record(z.string().max(40), z.string().max(maxTextLength))
    .refine((data) => Object.keys(data).length <= 20 && JSON.stringify(data).length <= 60_000, 'Too long'),
});
