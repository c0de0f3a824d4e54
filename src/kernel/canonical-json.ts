/** JSON with sorted keys and without spaces, so that equal values give equal text. Omits undefined members. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON());
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

export const jsonEqual = (item: unknown, other: unknown): boolean => canonicalJson(item) === canonicalJson(other);
