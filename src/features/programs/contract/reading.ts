/** What people read of the contract: each procedure with its fields, its answers and all that it may refuse. */

type Schema = {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
};
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, Content>>;
};
export type ContractRead = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** One thing that is sent or answered. */
export type Field = {
  readonly name: string;
  readonly kind: string;
  readonly about: string;
  /** Where it is sent: in the address, the query, a head or the body; of an answer nothing. */
  readonly where: string;
  readonly needed: boolean;
};
export type RefusalRead = { readonly code: string; readonly status: number; readonly text: string };
export type ProcedureRead = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly scope: string;
  readonly takes: readonly Field[];
  readonly gives: readonly Field[];
  readonly refusals: readonly RefusalRead[];
};

const jsonOf = (content: Content | undefined): Schema | undefined => content?.content?.['application/json']?.schema;
const choicesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] | undefined => anyOf ?? oneOf;

/** Amounts have a form of their own, which is explained once. */
function amountOf({ properties }: Schema): string | null {
  if (!properties || Object.keys(properties).length !== 2 || !properties['amount']) return null;
  return properties['currency'] ? 'money' : properties['symbol'] ? 'coins' : null;
}

const formats: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'moment' };

/** A schema in a few words. */
function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.join(', ');
  const choices = choicesOf(schema);
  if (choices) return [...new Set(choices.map(kindOf))].join(' or ');
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`;
  if (schema.type === 'object') return amountOf(schema) ?? 'object';
  return (
    formats[schema.format ?? ''] ?? { string: 'text', boolean: 'yes or no' }[schema.type ?? ''] ?? schema.type ?? ''
  );
}

/** The object in a schema that has fields worth a line each; undefined where there is none. */
function within(schema: Schema): Schema | undefined {
  if (schema.type === 'array') return within(schema.items ?? {});
  if (schema.type === 'object') return amountOf(schema) === null ? schema : undefined;
  const [only, ...others] = (choicesOf(schema) ?? []).flatMap((each) => within(each) ?? []);
  return others.length === 0 ? only : undefined;
}

type At = { readonly where: string; readonly before: string };

/** A line for each field, those of objects and lists too. */
function fieldsOf({ properties = {}, required = [] }: Schema, { where, before }: At): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isList = schema.type === 'array';
    const deeper = within(schema);
    const inner = { where, before: `${before}${name}${isList ? '[]' : ''}.` };
    const line = {
      name: `${before}${name}`,
      kind: kindOf(schema),
      about: schema.description ?? '',
      where,
      needed: required.includes(name) && schema.default === undefined,
    };
    return [line, ...(deeper ? fieldsOf(deeper, inner) : [])];
  });
}

const places: Readonly<Record<string, string>> = { path: 'address', query: 'query', header: 'head' };

const parameterField = ({ name, in: place, required = false, schema }: Parameter): Field => ({
  name,
  kind: kindOf(schema),
  about: schema.description ?? '',
  where: places[place] ?? place,
  needed: required,
});

function refusalsOf(responses: Operation['responses']): RefusalRead[] {
  return Object.entries(responses).flatMap(([status, content]) => {
    const schema = jsonOf(content);
    const all = schema ? (choicesOf(schema) ?? [schema]) : [];
    return all.flatMap(({ properties, description = '' }) => {
      const code = properties?.['code']?.const;
      return typeof code === 'string' ? [{ code, status: Number(status), text: description }] : [];
    });
  });
}

/** Every procedure of a contract, in its order. */
export function proceduresOf({ paths }: ContractRead): ProcedureRead[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody, responses, security } = operation;
      const good = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        title: operation.summary,
        about: operation.description,
        scope: security[0]?.['key']?.[0] ?? '',
        takes: [
          ...parameters.map(parameterField),
          ...fieldsOf(jsonOf(requestBody) ?? {}, { where: 'body', before: '' }),
        ],
        gives: fieldsOf(jsonOf(good) ?? {}, { where: '', before: '' }),
        refusals: refusalsOf(responses),
      };
    }),
  );
}

/** What every procedure may refuse, and of one what it may refuse beside. */
export function refusalsApart(procedures: readonly ProcedureRead[]) {
  const [first, ...others] = procedures;
  const everywhere = (first?.refusals ?? []).filter(({ code }) =>
    others.every(({ refusals }) => refusals.some((one) => one.code === code)),
  );
  const own = ({ refusals }: ProcedureRead) =>
    refusals.filter(({ code }) => !everywhere.some((one) => one.code === code));
  return { everywhere, own };
}
