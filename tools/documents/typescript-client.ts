/**
 * Renders the TypeScript client from the OpenAPI document: a type for each schema and a method for each procedure.
 */

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
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
type Content = {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: Schema };
    readonly 'application/octet-stream'?: object;
  };
};
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
};
export type Contract = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: Content } }>>;
};

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const union = (parts: readonly string[]) => [...new Set(parts)].join(' | ');

const comment = ({ description }: Schema, indent: string) => (description ? `${indent}/** ${description}. */\n` : '');

/** A schema as a TypeScript type. In inputs, properties with a default are optional. */
function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((each) => typeOf(each, indent)));
  if (schema.type === 'array') {
    const of = typeOf(schema.items ?? {}, indent);
    return of.includes(' | ') ? `readonly (${of})[]` : `readonly ${of}[]`;
  }
  if (schema.type === 'object') return objectType(schema, indent);
  return plain[schema.type ?? ''] ?? 'unknown';
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const deeper = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(field, deeper)}${deeper}readonly ${name}${mark}: ${typeOf(field, deeper)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

const camel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const jsonOf = (content: Content | undefined): Schema | undefined => content?.content?.['application/json']?.schema;

type Rendered = { readonly types: string; readonly method: string };

const namesIn = (parameters: readonly Parameter[], place: string) =>
  parameters.filter((one) => one.in === place).map(({ name }) => name);

const parametersType = (parameters: readonly Parameter[]) =>
  objectType(
    {
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [camel(name), schema])),
      required: parameters.filter(({ required }) => required).map(({ name }) => camel(name)),
    },
    '',
  );

/** One method: all parameters in one object. */
function renderMethod(path: string, method: string, operation: Operation): Rendered {
  const { operationId: id, parameters = [], requestBody, responses } = operation;
  const body = jsonOf(requestBody);
  const isFile = requestBody?.content?.['application/octet-stream'] !== undefined;
  const inputs = [
    ...(parameters.length > 0 ? [parametersType(parameters)] : []),
    ...(body ? [typeOf(body)] : []),
    ...(isFile ? ['{ readonly file: Blob }'] : []),
  ];
  const [good = '200'] = Object.keys(responses).filter((status) => status.startsWith('2'));
  const input = `${capital(id)}Input`;
  const heads = namesIn(parameters, 'header').map((name) => `${camel(name)}: '${name}'`);
  const list = (place: string) => namesIn(parameters, place).map((name) => `'${name}'`);
  const parts = [
    `method: '${method.toUpperCase()}', path: '${path}'`,
    `inPath: [${list('path').join(', ')}], inQuery: [${list('query').join(', ')}]`,
    `inHead: {${heads.length > 0 ? ` ${heads.join(', ')} ` : ''}}`,
    ...(isFile ? ['isFile: true'] : []),
  ];
  const isOptional = !body && !isFile && !parameters.some(({ required }) => required);
  const taking = inputs.length > 0 ? `input: ${input}${isOptional ? ' = {}' : ''}` : '';
  const giving = typeOf(jsonOf(responses[good]) ?? {});
  return {
    types: inputs.length > 0 ? `export type ${input} = ${inputs.join(' & ')};\n\n` : '',
    method:
      `  /** ${operation.summary}. ${operation.description} */\n` +
      `  ${id}(${taking}): Promise<${giving}> {\n` +
      `    const route = {\n      ${parts.join(',\n      ')},\n    } as const;\n` +
      `    return sendRequest(this.#settings, route, ${inputs.length > 0 ? 'input' : '{}'}) as Promise<${giving}>;\n  }\n`,
  };
}

/** Refusal codes of a response. */
export function codesIn(schema: Schema | undefined): string[] {
  const all = schema?.oneOf ?? schema?.anyOf ?? (schema ? [schema] : []);
  return all.flatMap(({ properties }) => (properties?.['code']?.const ? [String(properties['code'].const)] : []));
}

/** The client as a TypeScript file. */
export function typescriptClient({ paths, webhooks, components }: Contract): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderMethod(path, method, operation)),
  );
  const schemas = Object.entries(components.schemas);
  const codes = schemas.flatMap(([, schema]) => codesIn(schema)).toSorted();
  const bodies = Object.values(webhooks).map(({ post }) => typeOf(jsonOf(post.requestBody) ?? {}));
  return [
    '// Generated by `node tools/run.mjs documents` from the contract. Change the contract, not this file.\n',
    "import { type Settings, sendRequest } from './request.ts';\n\n",
    `/** Error codes of all requests. */\nexport type RefusalCode =\n${codes
      .map((code) => `  | '${code}'`)
      .join('\n')};\n\n`,
    ...schemas
      .filter(([, schema]) => codesIn(schema).length === 0)
      .map(([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeOf(schema)};\n\n`),
    ...all.map(({ types }) => types),
    `export type Webhook = ${union(bodies)};\n\n`,
    '/** Client for the partner API of Cryptocommerce. Methods throw `Refused` and `Unanswered`. */\n',
    'export class Cryptocommerce {\n  readonly #settings: Settings;\n\n',
    '  constructor(settings: Settings) {\n    this.#settings = settings;\n  }\n\n',
    all.map(({ method }) => method).join('\n'),
    '}\n',
  ].join('');
}
