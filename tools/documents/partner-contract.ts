import { type JSONSchema, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { partnerApi } from '../../src/features/api-access/partner/partner-api.ts';
import { webhookTexts } from '../../src/features/api-access/webhooks/events.ts';
import { refusals } from './catalogue.ts';

/** Placeholders of a sentence. */
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
/** A description has no numbers, so plural forms are used. */
const inPlural = (text: string): string => text.replaceAll(/\{\w+:[^|{}]*\|([^|{}]*)\}/g, '$1');
const text = { type: 'string' } as const;

/** Schema of a refusal: code, text and values. */
function refusalSchema(code: string): JSONSchema {
  const words = refusals[code];
  if (!words) throw new Error(`no words for ${code}`);
  const named = [...places(words.text), ...(words.carries ? [words.carries] : [])];
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
    responses: { '204': { description: 'Taken. Any answer from 200 to 299 counts as taken.' } },
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
  'Prices, quotes, orders and receipts for programs of customers. Each request needs an API key as ' +
  '`Authorization: Bearer`. Customers create keys in their profile. The API refuses the same requests as the site, ' +
  'with the same codes and texts. Amounts are decimal text, and times are UTC.';

type Operation = { readonly responses: Readonly<Record<string, { description: string }>> };
/** Description of a status class. */
const meanings: Readonly<Record<string, string>> = {
  2: 'Success',
  4: 'Refused, nothing was changed',
  5: 'Temporarily unavailable',
};

/** OpenAPI 3.1 document of the partner API, from the schemas and refusals of its procedures. */
export async function partnerContract(): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(partnerApi, {
    info: { title: 'Cryptocommerce for programs', version: '1.0.0', description: about },
    servers: [{ url: '/api/partner/v1' }],
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key of a customer: `ccm_` and 43 more characters.' },
      },
    },
    customErrorResponseBodySchema: (errors) => ({ oneOf: errors.map(([code]) => refusalSchema(code)) }),
    webhooks: Object.fromEntries(Object.entries(webhookTexts).map(([type, words]) => [type, webhook(type, words)])),
  });
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {})))
    for (const [status, answer] of Object.entries((operation as Operation).responses))
      answer.description = meanings[status[0] ?? ''] ?? 'Refused';
  return `${JSON.stringify(document, null, 2)}\n`;
}
