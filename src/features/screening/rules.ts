import { type SourceName, sources } from './sources.ts';

export type ListRules = { readonly needed: readonly string[]; readonly maxAgeHours: number };

/** Sources with a maximum age. */
const agingSources: readonly SourceName[] = ['ofac', 'un'];

export const getListRules = ({ needed, maxAgeHours }: ListRules) =>
  sources.map((source) => ({
    source,
    needed: needed.includes(source),
    allowedHours: agingSources.includes(source) ? maxAgeHours : null,
  }));
