import { readTextLimited } from '../../platform/http/read-limited.ts';
import { type FailureReason, ProviderFailure, parseExactJson } from './provider.ts';

export type ProviderOptions = {
  readonly baseUrl: string;
  readonly clock: () => Date;
  readonly key?: string;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
};

export type ProviderRequest = {
  readonly provider: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
};

const defaultTimeoutMs = 3_000;

/** A response for six coins has a few thousand bytes. */
const maxAnswerBytes = 256 * 1024;

export const withTimeout = (options: ProviderOptions, signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)]);

function getFailureReason(status: number): FailureReason {
  if (status === 429) return 'throttled';
  return status >= 500 ? 'failing' : 'refused';
}

async function requestJson(request: ProviderRequest, options: ProviderOptions, signal: AbortSignal): Promise<unknown> {
  const response = await (options.fetch ?? fetch)(options.baseUrl + request.path, {
    headers: { accept: 'application/json', 'user-agent': 'Cryptocommerce', ...request.headers },
    redirect: 'manual',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderFailure(request.provider, getFailureReason(response.status));
  }
  const createTooLongError = () => new ProviderFailure(request.provider, 'unreadable');
  return parseExactJson(await readTextLimited(response, maxAnswerBytes, createTooLongError));
}

/** Requests JSON. Follows no redirect, which could leak the key to another host. Throws `ProviderFailure`. */
export async function requestProvider(
  request: ProviderRequest,
  options: ProviderOptions,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await requestJson(request, options, signal);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (signal.aborted) throw new ProviderFailure(request.provider, 'timeout');
    throw new ProviderFailure(request.provider, error instanceof SyntaxError ? 'unreadable' : 'unreachable');
  }
}
