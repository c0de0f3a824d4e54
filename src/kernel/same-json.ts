/**
 * A value as JSON with the names of its members in the order of their code units and without blanks, so that the same
 * value always gives the same text, wherever it was kept in between. Members that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON());
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Whether two values say the same as JSON, in whatever order their members stand. */
export const sameJson = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);
