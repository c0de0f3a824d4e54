import type { z } from 'zod';
import { textWithin } from '../../platform/text-within.ts';
import type { ScreeningResult, Wallet } from './screen-wallet.ts';

/** What another company says about an address. It can only worsen what our own lists say. */
export type ProviderAnswer = {
  readonly provider: string;
  readonly result: ScreeningResult;
  readonly riskScore: number;
  readonly categories: readonly string[];
  readonly deeper: boolean;
  readonly evidence: unknown;
};

/** A company that knows addresses. `screen` throws {@link ProviderDown} and nothing else. */
export type WalletProvider = {
  readonly name: string;
  screen(wallet: Wallet): Promise<ProviderAnswer>;
};

/** No usable answer. Carries no cause, so that no key, header or body can reach a log. The words are for staff. */
export class ProviderDown extends Error {
  readonly provider: string;
  readonly why: string;

  constructor(provider: string, why: string) {
    super(`${provider}: ${why}`);
    this.provider = provider;
    this.why = why;
  }
}

/** How to reach a provider; tests replace what has a default. */
export type ProviderOptions = {
  readonly url: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
};

export type Question<Shape extends z.ZodType> = {
  readonly provider: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; without it the question is a GET. */
  readonly body?: unknown;
  readonly shape: Shape;
};

/** Answers about one address or name are a few thousand bytes; more is a mistake or an attack. */
const largestAnswer = 512 * 1024;

function asJson(text: string, provider: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderDown(provider, 'answers no JSON');
  }
}

/**
 * Asks once and reads an answer of the expected shape. Follows no redirect, since one could carry key and customer
 * elsewhere; the time is for the whole of it. Throws {@link ProviderDown} and nothing else.
 */
export async function askProvider<Shape extends z.ZodType>(
  { provider, path, headers, body, shape }: Question<Shape>,
  options: ProviderOptions,
): Promise<z.output<Shape>> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const said = { accept: 'application/json', 'user-agent': 'Cryptocommerce', ...headers };
  const typed = body === undefined ? said : { ...said, 'content-type': 'application/json' };
  try {
    const url = options.url.replace(/\/$/, '') + path;
    const response = await (options.fetch ?? fetch)(url, { ...init, headers: typed, redirect: 'manual', signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ProviderDown(provider, `answers ${response.status}`);
    }
    const tooLong = () => new ProviderDown(provider, 'sends more than an answer is long');
    const read = shape.safeParse(asJson(await textWithin(response, largestAnswer, tooLong), provider));
    if (!read.success) throw new ProviderDown(provider, 'answers in another shape');
    return read.data;
  } catch (error) {
    if (error instanceof ProviderDown) throw error;
    throw new ProviderDown(provider, signal.aborted ? 'no answer in time' : 'not reachable');
  }
}
