import { textWithin } from '../../platform/text-within.ts';
import { parseExactJson } from './exact-json.ts';
import { type FailureReason, ProviderFailure } from './provider.ts';

/** How to reach a provider. All but `baseUrl` and `clock` have defaults; tests replace them. */
export type ProviderOptions = {
  readonly baseUrl: string;
  readonly clock: () => Date;
  readonly key?: string;
  readonly fetch?: typeof fetch;
  /** How long the provider has for everything we ask of it, in milliseconds. */
  readonly timeoutMs?: number;
};

export type Question = { readonly provider: string; readonly path: string; readonly headers?: Record<string, string> };

const defaultTimeoutMs = 3_000;

/** An answer about six coins is a few thousand bytes; more than this is a mistake or an attack. */
const largestAnswer = 256 * 1024;

/** The caller's signal, cut short by the time-out of this provider. */
export const withinTime = (options: ProviderOptions, signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)]);

function reasonOf(status: number): FailureReason {
  if (status === 429) return 'throttled';
  return status >= 500 ? 'failing' : 'refused';
}

async function ask(question: Question, options: ProviderOptions, signal: AbortSignal): Promise<unknown> {
  const response = await (options.fetch ?? fetch)(options.baseUrl + question.path, {
    headers: { accept: 'application/json', 'user-agent': 'Cryptocommerce', ...question.headers },
    redirect: 'manual',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderFailure(question.provider, reasonOf(response.status));
  }
  const tooLong = () => new ProviderFailure(question.provider, 'unreadable');
  return parseExactJson(await textWithin(response, largestAnswer, tooLong));
}

/**
 * Asks a provider and reads its JSON with exact numbers. Follows no redirect, since one could carry the key
 * elsewhere; reads at most 256 KiB. Throws {@link ProviderFailure} and nothing else.
 */
export async function askProvider(question: Question, options: ProviderOptions, signal: AbortSignal): Promise<unknown> {
  try {
    return await ask(question, options, signal);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (signal.aborted) throw new ProviderFailure(question.provider, 'timeout');
    throw new ProviderFailure(question.provider, error instanceof SyntaxError ? 'unreadable' : 'unreachable');
  }
}
