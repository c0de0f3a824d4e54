import fc from 'fast-check';

/** Generators of valid, almost valid and hostile inputs of a schema. Fields with patterns use known values by name. */

type Definition = {
  readonly type: string;
  readonly shape?: Record<string, Schema>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Record<string, unknown>;
  readonly values?: readonly unknown[];
  readonly in?: Schema;
};
export type Schema = { readonly _zod: { readonly def: Definition } };

export type ValidValues = Readonly<Record<string, readonly unknown[]>>;

const pickFrom = (values: readonly unknown[]) => fc.constantFrom(...values);

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u0001\u001b[31m\r\nSet-Cookie: a=b',
  '\u202egnp.exe',
  '𝕳𝖊𝖑𝖑𝖔 ñ Å ﷽ 👩‍👩‍👧‍👦',
  'İ'.repeat(300),
  'x'.repeat(20_000),
  '9'.repeat(400),
  '-1',
  '1e309',
  'NaN',
  '0x10',
  '00000000-0000-0000-0000-000000000000',
  "' or 1=1; drop table transactions; --",
  '%%session%%',
  '{{7*7}}<%=7*7%>',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '9999-99-99',
  '+275760-09-13',
];

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  0.1,
  [],
  {},
  [[]],
  [1, 'x', null],
  { toString: 'x', valueOf: 1 },
  { constructor: { prototype: { admin: true } } },
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`),
  { json: {}, meta: [] },
  ['x'.repeat(200)],
];

export const hostile = fc.oneof(pickFrom(hostileValues), fc.string({ unit: 'binary', maxLength: 60 }), fc.jsonValue());

/** Generates values that are valid for a schema. `name` is the name of the field. */
export function generateInputs(schema: Schema, validValues: ValidValues, name = ''): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  const generateInner = (part: Schema | undefined) =>
    part ? generateInputs(part, validValues, name) : fc.constant(undefined);
  const knownValues = validValues[name];
  switch (def.type) {
    case 'object':
      return fc.record(mapValues(def.shape ?? {}, (part, field) => generateInputs(part, validValues, field)));
    case 'enum':
      return pickFrom(Object.values(def.entries ?? {}));
    case 'literal':
      return pickFrom(def.values ?? []);
    case 'union':
      return fc.oneof(...(def.options ?? []).map(generateInner));
    case 'array':
      return fc.array(generateInner(def.element), { maxLength: 4 });
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 50 }), generateInner(def.valueType), { maxKeys: 6 });
    case 'nullable':
      return fc.option(generateInner(def.innerType), { freq: 4 });
    case 'optional':
    case 'default':
    case 'prefault':
      return generateInner(def.innerType);
    case 'pipe':
      return generateInner(def.in);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer(), fc.double());
    case 'date':
      return fc.date({ noInvalidDate: false });
    case 'string':
      return knownValues
        ? fc.oneof(
            { weight: 4, arbitrary: pickFrom(knownValues) },
            { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
          )
        : fc.string({ maxLength: 30 });
    case 'unknown':
    case 'any':
      return knownValues ? fc.oneof(pickFrom(knownValues), fc.jsonValue()) : fc.jsonValue();
    default:
      throw new Error(`no values for a schema of type ${def.type}`);
  }
}

const mapValues = <T, U>(record: Record<string, T>, mapValue: (value: T, name: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, mapValue(value, name)]));

/** Changes a valid value: replaces, removes or adds a field, or replaces the whole value. */
export function mutateInputs(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, hostile, fc.nat({ max: 40 }), fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'swap'))
    .map(([validInput, replacement, index, kind]) => {
      if (typeof validInput !== 'object' || validInput === null || kind === 'swap') return replacement;
      const names = Object.keys(validInput);
      const name = names[index % Math.max(1, names.length)] ?? 'extra';
      if (kind === 'drop') return Object.fromEntries(Object.entries(validInput).filter(([key]) => key !== name));
      return {
        ...validInput,
        [kind === 'add' ? (typeof replacement === 'string' ? replacement : 'extra') : name]: replacement,
      };
    });
}
