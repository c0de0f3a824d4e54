import { type SourceName, sources } from './sources.ts';

export type ListRules = { readonly needed: readonly string[]; readonly maxAgeHours: number };

/** Lists that their publishers renew; the others are ours and do not age. */
const ages: readonly SourceName[] = ['ofac', 'un'];

/** Which lists are needed and how old each may be, as the sources keep it. */
export const rulesFor = ({ needed, maxAgeHours }: ListRules) =>
  sources.map((source) => ({
    source,
    needed: needed.includes(source),
    allowedHours: ages.includes(source) ? maxAgeHours : null,
  }));
