/** One fact before and after an act; null where it was not there. */
export type Changed = { readonly name: string; readonly before: string | null; readonly after: string | null };

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const ofPlain = (list: readonly unknown[]) => list.every((one) => typeof one !== 'object' || one === null);

/** A value laid flat: `bank / number` to its text, in its own order. A list of plain things is one fact. */
function flat(value: unknown, name: string, found = new Map<string, string>()): Map<string, string> {
  const inside = (key: string) => (name === '' ? key : `${name} / ${key}`);
  if (isList(value) && ofPlain(value)) found.set(name, value.length === 0 ? 'none' : value.map(plain).join(', '));
  else if (isList(value)) for (const [at, one] of value.entries()) flat(one, inside(String(at + 1)), found);
  else if (isGroup(value)) for (const [key, one] of Object.entries(value)) flat(one, inside(wordsOf(key)), found);
  else if (value !== undefined && value !== null) found.set(name === '' ? 'value' : name, plain(value));
  else if (name !== '') found.set(name, 'none');
  return found;
}

/** `approvePayout` and `approve_payout` are `approve payout`. */
export const wordsOf = (code: string): string =>
  code
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();

/** What an entry says of before and after, fact by fact; what stayed the same is left out. */
export function differences(before: unknown, after: unknown): Changed[] {
  const [old, now] = [flat(before, ''), flat(after, '')];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((fact) => fact.before !== fact.after);
}
