import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '../../../kernel/refusal.ts';
import { getFaultCode } from '../../../platform/database/database-faults.ts';
import { type Services, toOrpcError } from '../../../platform/http/procedure.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { nameRequest } from '../../../platform/observability/log.ts';
import { acceptRawBytes, drainUpload, uploadOptions } from '../../documents/file-routes.ts';
import contract from '../contract/openapi.json' with { type: 'json' };
import { refusal } from '../messages.ts';
import { partnerApi } from './partner-api.ts';

type RefusalBody = {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  readonly title?: string;
  readonly field?: string;
  /** Values of the parameters in `text`, by name. */
  readonly details?: Readonly<Record<string, string>>;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};

type ErrorData = { readonly said?: { text?: string; title?: string; field?: string }; readonly issues?: unknown };

const isIssue = (issue: unknown): issue is { path?: PropertyKey[]; message: string } =>
  typeof issue === 'object' && issue !== null && 'message' in issue;

const toIssues = (issues: readonly unknown[]) =>
  issues.filter(isIssue).map(({ path = [], message }) => ({ path: path.map(String).join('.'), message }));

const invalid = platformMessages['general.invalid_input'];

function refusalBody(error: ORPCError<string, unknown>): RefusalBody {
  const { said, issues, ...details } = (error.data ?? {}) as ErrorData;
  if (!said) {
    const fieldIssues = Array.isArray(issues) ? toIssues(issues) : [];
    return { code: 'general.invalid_input', status: error.status, text: invalid.text, issues: fieldIssues };
  }
  const { text = '', title, field } = said;
  return {
    code: error.code,
    status: error.status,
    text,
    ...(title && { title }),
    ...(field && { field }),
    ...(Object.keys(details).length > 0 && { details: details as Record<string, string> }),
  };
}

const unreadBody = (status: number): RefusalBody => ({
  code: 'general.invalid_input',
  status,
  text: invalid.text,
});

/** Breaking changes need a new version in the path. */
export const partnerPrefix = '/api/partner/v1';

const buildDocument = (origin: string) => ({
  ...contract,
  info: { ...contract.info, contact: { name: 'Support', url: `${origin}/help` } },
  servers: [{ url: `${origin}${partnerPrefix}` }],
});

const sendRefusal = (reply: FastifyReply, refused: Parameters<typeof toOrpcError>[0]) => {
  const body = refusalBody(toOrpcError(refused));
  return reply.code(body.status).send(body);
};

/** Mounts the partner API and its OpenAPI document. All responses are JSON, including errors. */
export async function mountPartner(app: FastifyInstance, services: Services): Promise<void> {
  const { origin } = services.config;
  const handler = new OpenAPIHandler(partnerApi, {
    customErrorResponseBodyEncoder: refusalBody,
    // No query has arrays. The default decodes `a[9999]` as 10,000 items, before the key is checked.
    maxBracketNotationArrayIndex: 0,
  });
  await app.register(async (partner) => {
    partner.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      if (error instanceof RefusalError) {
        services.meters.countRefusal(error);
        return sendRefusal(reply.header('retry-after', '60'), error);
      }
      const status = error.statusCode ?? 500;
      if (status < 500) return reply.code(status).send(unreadBody(status));
      const answer = refusal(getFaultCode(error), { reference: request.id });
      services.logFault(error, request.id, { procedure: nameRequest(request), status: answer.words.status });
      return sendRefusal(reply, answer);
    });
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store');
      const { matched } = await handler.handle(request, reply, {
        prefix: partnerPrefix,
        context: { services, request, reply },
      });
      return matched ? reply : sendRefusal(reply, refusal('partner.nothing_here', {}));
    };
    partner.all(`${partnerPrefix}/*`, answer);
    await partner.register(async (uploads) => {
      acceptRawBytes(uploads);
      uploads.addHook('onSend', async (request, reply) => {
        if (reply.statusCode >= 400) await drainUpload(request, reply);
      });
      uploads.post(`${partnerPrefix}/proofs`, uploadOptions, answer);
    });
    partner.get('/api/partner/openapi.json', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(buildDocument(origin)),
    );
  });
}
