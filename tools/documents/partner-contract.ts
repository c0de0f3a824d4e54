import { type JSONSchema, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { partnerApi } from '../../src/features/api-access/partner/partner-api.ts';
import { webhookTexts } from '../../src/features/api-access/webhooks/events.ts';
import { refusals } from './catalogue.ts';

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
  return { type: 'object', title: code, description: inPlural(words.text), properties, required: always } as JSONSchema;
}

const webhook = (type: string, { title, about }: { title: string; about: string }) => ({
  post: {
    summary: title,
    description: about,
    operationId: `webhook.${type}`,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: webhookSchema(type) } },
    },
    responses: { '204': { description: 'Accepted. Any status from 200 to 299 acknowledges the event.' } },
  },
});

const webhookSchema = (type: string) => ({
  type: 'object' as const,
  properties: {
    type: { const: type },
    timestamp: { type: 'string' as const, format: 'date-time' },
    data: {
      type: 'object' as const,
      properties: {
        orderId: { type: 'string' as const, format: 'uuid' },
        status: { type: 'string' as const },
        payIn: { type: 'string' as const },
      },
      required: ['orderId', 'status', 'payIn'],
    },
  },
  required: ['type', 'timestamp', 'data'],
});

const about =
  'Prices, quotes, orders and receipts for the programs of our customers. Send your API key as ' +
  '`Authorization: Bearer`. You create keys in your profile. Errors have the same codes and texts as on the website. ' +
  'Amounts are decimal strings, and times are in UTC.';

type Operation = { readonly responses: Readonly<Record<string, { description: string }>> };
/** Descriptions by first digit of the status. */
const meanings: Readonly<Record<string, string>> = {
  2: 'Success',
  4: 'Rejected; nothing changed',
  5: 'Temporary error; try again later',
};

/** Generates the OpenAPI 3.1 document of the partner API from the schemas and errors of its procedures. */
export async function partnerContract(): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(partnerApi, {
    info: { title: 'Cryptocommerce API', version: '1.0.0', description: about },
    servers: [{ url: '/api/partner/v1' }],
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key of a customer: `ccm_` and 43 characters.' },
      },
    },
    customErrorResponseBodySchema: (errors) => ({ oneOf: errors.map(([code]) => refusalSchema(code)) }),
    webhooks: Object.fromEntries(Object.entries(webhookTexts).map(([type, words]) => [type, webhook(type, words)])),
  });
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {})))
    for (const [status, answer] of Object.entries((operation as Operation).responses))
      answer.description = meanings[status[0] ?? ''] ?? 'Rejected';
  return `${JSON.stringify(document, null, 2)}\n`;
}
