import type { FastifyRequest } from 'fastify';

export type ApiKeyCredentials = {
  readonly keyHash: string;
  readonly keyId: string;
  readonly scope: string;
  readonly email: string;
};

const apiKeys = new WeakMap<FastifyRequest, ApiKeyCredentials>();

/** Makes the request run as the owner of the API key, within the key's scope. */
export const attachApiKey = (request: FastifyRequest, key: ApiKeyCredentials): void => void apiKeys.set(request, key);

export const getApiKey = (request: FastifyRequest): ApiKeyCredentials | undefined => apiKeys.get(request);
