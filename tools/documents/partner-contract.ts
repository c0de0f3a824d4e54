import { type JSONSchema, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { ZodType } from 'zod';
import { partnerApi } from '../../src/features/api-access/partner/partner-api.ts';
import { inputSchemas, outputSchemas } from '../../src/features/api-access/partner/schema.ts';
import { webhookTexts } from '../../src/features/api-access/webhooks/events.ts';
import { refusals } from './catalogue.ts';

const toRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Such as `OrderStatusChanged` for `order.status_changed`. */
const toName = (code: string) => code.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
const withoutDescription = (schema: object) => JSON.stringify({ ...schema, description: undefined });
const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
/** Uses the plural, because descriptions have no counts. */
const inPlural = (text: string): string => text.replaceAll(/\{\w+:[^|{}]*\|([^|{}]*)\}/g, '$1');
const text = { type: 'string' } as const;

/** Schema of an error response: code, text and parameters. */
function refusalSchema(code: string): JSONSchema {
  const words = refusals[code];
  if (!words) throw new Error(`no words for ${code}`);
  const named = [...placeholders(words.text), ...(words.carries ? [words.carries] : [])];
  const details = {
    type: 'object',
    properties: Object.fromEntries(named.map((name) => [name, text])),
    required: named,
  };
  const properties = {
    code: { const: code },
    status: { const: words.status },
    text,
    ...(words.title && { title: { const: words.title } }),
    ...(words.field && { field: { const: words.field } }),
    ...(named.length > 0 && { details }),
    ...(code === 'general.invalid_input' && {
      issues: { type: 'array', items: { type: 'object', properties: { path: text, message: text } } },
    }),
  };
  const always = ['code', 'status', 'text', ...(named.length > 0 ? ['details'] : [])];
  return { type: 'object', description: inPlural(words.text), properties, required: always } as JSONSchema;
}

const webhook = (type: string, { title, about }: { title: string; about: string }) => ({
  post: {
    tags: ['Webhooks'],
    summary: title,
    description: about,
    operationId: `webhook.${type}`,
    requestBody: { required: true, content: { 'application/json': { schema: toRef(toName(type)) } } },
    responses: { '204': { description: 'Accepted. Any status from 200 to 299 acknowledges the event.' } },
  },
});

const about =
  'Prices, quotes, orders and receipts for the programs of our customers. Send your API key as ' +
  '`Authorization: Bearer`. You create keys in your profile. Errors have the same codes and texts as on the website. ' +
  'Amounts are decimal strings, and times are in UTC.';

const tags = [
  { name: 'Prices', description: 'Current prices of all coins' },
  { name: 'Quotes', description: 'Prices for one order, valid for two minutes' },
  { name: 'Orders', description: 'Placing orders to buy, and reading all orders' },
  { name: 'Receipts', description: 'Receipts of orders' },
  { name: 'Webhooks', description: 'Calls to your URLs when an order changes' },
];

type Answer = { description: string };
type Operation = { readonly responses: Record<string, Answer | JSONSchema> };
/** Descriptions by first digit of the status. */
const meanings: Readonly<Record<string, string>> = {
  2: 'Success',
  4: 'Rejected; nothing changed',
  5: 'Temporary error; try again later',
};

/** Moves error responses of several operations to the components. Their names join those of their refusals. */
function shareResponses(operations: readonly Operation[]): Record<string, Answer> {
  const shared: Record<string, Answer> = {};
  const all = operations.flatMap(({ responses }) => Object.values(responses)).map((answer) => JSON.stringify(answer));
  for (const { responses } of operations)
    for (const [status, answer] of Object.entries(responses) as [string, Answer][]) {
      const written = JSON.stringify(answer);
      answer.description = meanings[status[0] ?? ''] ?? 'Rejected';
      if (status.startsWith('2') || all.filter((one) => one === written).length === 1) continue;
      const name = [...written.matchAll(/schemas\/[A-Z][a-z]+(\w+)/g)].map(([, refused]) => refused).join('Or');
      if (shared[name] && JSON.stringify(shared[name]) !== JSON.stringify(answer))
        throw new Error(`two responses ${name}`);
      shared[name] = answer;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  return shared;
}

const toCommon = (schemas: Readonly<Record<string, ZodType>>, strategy: 'input' | 'output') =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema, strategy }]));

/** Generates the OpenAPI 3.1 document of the partner API from the schemas and errors of its procedures. */
export async function partnerContract(): Promise<string> {
  const refused: Record<string, JSONSchema> = {};
  const refer = (code: string): JSONSchema => {
    refused[toName(code)] = refusalSchema(code);
    return toRef(toName(code));
  };
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(partnerApi, {
    info: { title: 'Cryptocommerce API', version: '1.0.0', description: about, contact: { name: 'Support' } },
    servers: [{ url: '/api/partner/v1' }],
    tags,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key of a customer: `ccm_` and 43 characters.' },
      },
    },
    commonSchemas: { ...toCommon(outputSchemas, 'output'), ...toCommon(inputSchemas, 'input') },
    customErrorResponseBodySchema: (errors) => {
      const all = errors.map(([code]) => refer(code));
      return all.length === 1 && all[0] ? all[0] : { oneOf: all };
    },
    webhooks: Object.fromEntries(Object.entries(webhookTexts).map(([type, words]) => [type, webhook(type, words)])),
  });
  const { schemas = {}, ...components } = document.components ?? {};
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {})) as Operation[];
  const responses = shareResponses(operations);
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [withoutDescription(schema), name]));
  const isNamed = new Set<unknown>(Object.values(schemas));
  /** Replaces copies of a named schema by a reference. A field keeps its own description. */
  const share = (key: string, value: unknown) => {
    if (key === 'x-native-type') return undefined;
    if (typeof value !== 'object' || value === null || isNamed.has(value)) return value;
    const name = names.get(withoutDescription(value));
    return name ? { ...toRef(name), ...('description' in value && { description: value.description }) } : value;
  };
  const contract = { ...document, components: { ...components, responses, schemas: { ...schemas, ...refused } } };
  return `${JSON.stringify(contract, share, 2)}\n`;
}
