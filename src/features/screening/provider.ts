import type { z } from 'zod';
import { readTextLimited } from '../../platform/http/read-limited.ts';
import type { ScreeningResult, Wallet } from './screen-wallet.ts';

/** Result of a provider. It can only worsen the result of our own lists. */
export type ProviderAnswer = {
  readonly provider: string;
  readonly result: ScreeningResult;
  readonly riskScore: number;
  readonly categories: readonly string[];
  readonly deeper: boolean;
  readonly evidence: unknown;
};

/** `screen` throws only {@link ProviderDown}. */
export type WalletProvider = {
  readonly name: string;
  screen(wallet: Wallet): Promise<ProviderAnswer>;
};

/** Has no `cause`, so that no key, header or body gets into logs. Staff see `why`. */
export class ProviderDown extends Error {
  readonly provider: string;
  readonly why: string;

  constructor(provider: string, why: string) {
    super(`${provider}: ${why}`);
    this.provider = provider;
    this.why = why;
  }
}

export type ProviderOptions = {
  readonly url: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
};

export type ProviderRequest<Shape extends z.ZodType> = {
  readonly provider: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly shape: Shape;
};

const maxAnswerBytes = 512 * 1024;

function parseJson(text: string, provider: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderDown(provider, 'invalid JSON');
  }
}

/** Follows no redirects, because they could leak the key. Throws only {@link ProviderDown}. */
export async function fetchFromProvider<Shape extends z.ZodType>(
  { provider, path, headers, body, shape }: ProviderRequest<Shape>,
  options: ProviderOptions,
): Promise<z.output<Shape>> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const baseHeaders = { accept: 'application/json', 'user-agent': 'Cryptocommerce', ...headers };
  const allHeaders = body === undefined ? baseHeaders : { ...baseHeaders, 'content-type': 'application/json' };
  try {
    const url = options.url.replace(/\/$/, '') + path;
    const response = await (options.fetch ?? fetch)(url, { ...init, headers: allHeaders, redirect: 'manual', signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ProviderDown(provider, `returned status ${response.status}`);
    }
    const createTooLongError = () => new ProviderDown(provider, 'response too long');
    const parsed = shape.safeParse(
      parseJson(await readTextLimited(response, maxAnswerBytes, createTooLongError), provider),
    );
    if (!parsed.success) throw new ProviderDown(provider, 'unexpected response');
    return parsed.data;
  } catch (error) {
    if (error instanceof ProviderDown) throw error;
    throw new ProviderDown(provider, signal.aborted ? 'timed out' : 'unreachable');
  }
}
