export type FieldChange = { readonly name: string; readonly before: string | null; readonly after: string | null };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const formatPlain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isPlainList = (list: readonly unknown[]) => list.every((item) => typeof item !== 'object' || item === null);

/** Flattens a value to a map from names such as `bank / number` to text. A list of plain values is one field. */
function flatten(value: unknown, name: string, fields = new Map<string, string>()): Map<string, string> {
  const nestName = (key: string) => (name === '' ? key : `${name} / ${key}`);
  if (isList(value) && isPlainList(value))
    fields.set(name, value.length === 0 ? 'none' : value.map(formatPlain).join(', '));
  else if (isList(value)) for (const [at, item] of value.entries()) flatten(item, nestName(String(at + 1)), fields);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) flatten(item, nestName(formatCode(key)), fields);
  else if (value !== undefined && value !== null) fields.set(name === '' ? 'value' : name, formatPlain(value));
  else if (name !== '') fields.set(name, 'none');
  return fields;
}

/** Formats `approvePayout` and `approve_payout` as `approve payout`. */
export const formatCode = (code: string): string =>
  code
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();

export function diffFields(before: unknown, after: unknown): FieldChange[] {
  const [oldFields, newFields] = [flatten(before, ''), flatten(after, '')];
  const names = [...new Set([...oldFields.keys(), ...newFields.keys()])];
  return names
    .map((name) => ({ name, before: oldFields.get(name) ?? null, after: newFields.get(name) ?? null }))
    .filter((field) => field.before !== field.after);
}
