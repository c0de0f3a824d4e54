import fc from 'fast-check';

/**
 * Inputs out of a command's own schema: sound ones, almost sound ones and hostile ones. What a schema can only judge
 * (a refinement, a pattern that cannot be turned round) is met with values that are known to be sound by their name.
 */

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

/** Values that get past the first look at a field of this name. */
export type Sound = Readonly<Record<string, readonly unknown[]>>;

const oneOf = (values: readonly unknown[]) => fc.constantFrom(...values);

/** What nobody types, and somebody sends. */
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

export const hostile = fc.oneof(oneOf(hostileValues), fc.string({ unit: 'binary', maxLength: 60 }), fc.jsonValue());

/** A value of the schema, as far as its shape says; `name` is that of its field. */
export function inputsFor(schema: Schema, sound: Sound, name = ''): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  const inner = (part: Schema | undefined) => (part ? inputsFor(part, sound, name) : fc.constant(undefined));
  const known = sound[name];
  switch (def.type) {
    case 'object':
      return fc.record(mapped(def.shape ?? {}, (part, field) => inputsFor(part, sound, field)));
    case 'enum':
      return oneOf(Object.values(def.entries ?? {}));
    case 'literal':
      return oneOf(def.values ?? []);
    case 'union':
      return fc.oneof(...(def.options ?? []).map(inner));
    case 'array':
      return fc.array(inner(def.element), { maxLength: 4 });
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 50 }), inner(def.valueType), { maxKeys: 6 });
    case 'nullable':
      return fc.option(inner(def.innerType), { freq: 4 });
    case 'optional':
    case 'default':
    case 'prefault':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.in);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer(), fc.double());
    case 'date':
      return fc.date({ noInvalidDate: false });
    case 'string':
      return known
        ? fc.oneof({ weight: 4, arbitrary: oneOf(known) }, { weight: 1, arbitrary: fc.string({ maxLength: 30 }) })
        : fc.string({ maxLength: 30 });
    case 'unknown':
    case 'any':
      return known ? fc.oneof(oneOf(known), fc.jsonValue()) : fc.jsonValue();
    default:
      throw new Error(`no values for a schema of type ${def.type}`);
  }
}

const mapped = <T, U>(record: Record<string, T>, change: (value: T, name: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** A sound value with one thing wrong with it: a field replaced, left out or added, or something else altogether. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, hostile, fc.nat({ max: 40 }), fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'swap'))
    .map(([base, strange, at, how]) => {
      if (typeof base !== 'object' || base === null || how === 'swap') return strange;
      const names = Object.keys(base);
      const name = names[at % Math.max(1, names.length)] ?? 'extra';
      if (how === 'drop') return Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));
      return { ...base, [how === 'add' ? (typeof strange === 'string' ? strange : 'extra') : name]: strange };
    });
}
