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
export type ContractRead = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Pick<Operation, 'requestBody'> }>>;
};

export type Field = {
  readonly name: string;
  readonly kind: string;
  readonly about: string;
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

/** Replaces references by what they refer to. The description of a field wins. */
export function dereference<T>(document: T): T {
  const find = (ref: string) =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    if ('$ref' in node) {
      const { $ref, ...own } = node;
      return { ...(resolve(find(String($ref))) as object), ...own };
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
  };
  return resolve(document) as T;
}

const getJsonSchema = (content: Content | undefined): Schema | undefined =>
  content?.content?.['application/json']?.schema;
const getChoices = ({ anyOf, oneOf }: Schema): readonly Schema[] | undefined => anyOf ?? oneOf;

/** Returns `money` or `coins` for an amount, which the page describes only once. */
function detectAmount({ properties }: Schema): string | null {
  if (!properties || Object.keys(properties).length !== 2 || !properties['amount']) return null;
  return properties['currency'] ? 'money' : properties['symbol'] ? 'coins' : null;
}

const formats: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'date and time' };

function describeKind(schema: Schema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.join(', ');
  const choices = getChoices(schema);
  if (choices) return [...new Set(choices.map(describeKind))].join(' or ');
  if (schema.type === 'array') return `list of ${describeKind(schema.items ?? {})}`;
  if (schema.type === 'object') return detectAmount(schema) ?? 'object';
  return (
    formats[schema.format ?? ''] ?? { string: 'text', boolean: 'yes or no' }[schema.type ?? ''] ?? schema.type ?? ''
  );
}

function findObject(schema: Schema): Schema | undefined {
  if (schema.type === 'array') return findObject(schema.items ?? {});
  if (schema.type === 'object') return detectAmount(schema) === null ? schema : undefined;
  const [only, ...others] = (getChoices(schema) ?? []).flatMap((each) => findObject(each) ?? []);
  return others.length === 0 ? only : undefined;
}

type FieldContext = { readonly where: string; readonly before: string };

function listFields({ properties = {}, required = [] }: Schema, { where, before }: FieldContext): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isList = schema.type === 'array';
    const nested = findObject(schema);
    const inner = { where, before: `${before}${name}${isList ? '[]' : ''}.` };
    const line = {
      name: `${before}${name}`,
      kind: describeKind(schema),
      about: schema.description ?? '',
      where,
      needed: required.includes(name) && schema.default === undefined,
    };
    return [line, ...(nested ? listFields(nested, inner) : [])];
  });
}

const locationLabels: Readonly<Record<string, string>> = { path: 'path', query: 'query', header: 'header' };

const toField = ({ name, in: place, required = false, schema }: Parameter): Field => ({
  name,
  kind: describeKind(schema),
  about: schema.description ?? '',
  where: locationLabels[place] ?? place,
  needed: required,
});

function listRefusals(responses: Operation['responses']): RefusalRead[] {
  return Object.entries(responses).flatMap(([status, content]) => {
    const schema = getJsonSchema(content);
    const all = schema ? (getChoices(schema) ?? [schema]) : [];
    return all.flatMap(({ properties, description = '' }) => {
      const code = properties?.['code']?.const;
      return typeof code === 'string' ? [{ code, status: Number(status), text: description }] : [];
    });
  });
}

export function readProcedures(contract: ContractRead): ProcedureRead[] {
  return Object.entries(dereference(contract).paths).flatMap(([path, methods]) =>
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
          ...parameters.map(toField),
          ...listFields(getJsonSchema(requestBody) ?? {}, { where: 'body', before: '' }),
        ],
        gives: listFields(getJsonSchema(good) ?? {}, { where: '', before: '' }),
        refusals: listRefusals(responses),
      };
    }),
  );
}

/** Fields in the body of a webhook, which all webhooks share. */
export const readWebhookFields = (contract: ContractRead): Field[] =>
  Object.values(dereference(contract).webhooks)
    .slice(0, 1)
    .flatMap(({ post }) => listFields(getJsonSchema(post.requestBody) ?? {}, { where: '', before: '' }))
    .filter(({ name }) => name.startsWith('data.'));

/** Separates refusals of all procedures from those of a single procedure. */
export function splitRefusals(procedures: readonly ProcedureRead[]) {
  const [first, ...others] = procedures;
  const common = (first?.refusals ?? []).filter(({ code }) =>
    others.every(({ refusals }) => refusals.some((one) => one.code === code)),
  );
  const specific = ({ refusals }: ProcedureRead) =>
    refusals.filter(({ code }) => !common.some((one) => one.code === code));
  return { everywhere: common, own: specific };
}
