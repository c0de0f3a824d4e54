import type { RefusalCode } from './client.ts';

/** URL of the API and key of a customer. */
export type Settings = {
  /** Such as `https://cryptocommerce.example/api/partner/v1`. */
  readonly url: string;
  /** Begins with `ccm_`. Keep the key out of browsers, URLs and logs. */
  readonly key: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Request timeout in milliseconds. The default is 30,000. */
  readonly timeoutMs?: number;
};

/** An invalid field of the request. */
export type Issue = { readonly path: string; readonly message: string };

type RefusalBody = {
  readonly code: RefusalCode;
  readonly status: number;
  readonly text: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly issues?: readonly Issue[];
};

/** The API refused the request. `code` is an error code of the contract, `message` a text for users. */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
  /** Seconds to wait before a retry. Null unless the API sent `Retry-After`. */
  readonly retryAfter: number | null;

  constructor({ code, status, text, field, details = {}, issues = [] }: RefusalBody, retryAfter: number | null) {
    super(text);
    this.name = 'Refused';
    this.code = code;
    this.status = status;
    this.field = field;
    this.details = details;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/** No valid response, so the outcome is unknown. Retry an order with the same idempotency key. */
export class Unanswered extends Error {
  constructor(cause: unknown) {
    super('No valid response', { cause });
    this.name = 'Unanswered';
  }
}

type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inHead: Readonly<Record<string, string>>;
  readonly isFile?: true;
};
type Input = Readonly<Record<string, unknown>>;

function buildUrl({ path, inPath, inQuery }: Route, url: string, input: Input): string {
  const filled = inPath.reduce((at, name) => at.replace(`{${name}}`, encodeURIComponent(String(input[name]))), path);
  const query = new URLSearchParams();
  for (const name of inQuery) if (input[name] !== undefined) query.set(name, String(input[name]));
  return `${url.replace(/\/$/, '')}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

const isRefusal = (body: unknown): body is RefusalBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'status' in body && 'text' in body;

/** Sends the input as path, query, headers and body, as `route` says. Throws `Refused` or `Unanswered`. */
export async function sendRequest(settings: Settings, route: Route, params: object): Promise<unknown> {
  const { url, key, timeoutMs = 30_000 } = settings;
  const input = params as Input;
  const notInBody = new Set([...route.inPath, ...route.inQuery, ...Object.keys(route.inHead)]);
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !notInBody.has(name)));
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${key}`,
    ...(route.method === 'POST' && { 'content-type': `application/${route.isFile ? 'octet-stream' : 'json'}` }),
    ...Object.fromEntries(Object.entries(route.inHead).map(([name, header]) => [header, String(input[name])])),
  };
  const options = {
    method: route.method,
    headers,
    redirect: 'error' as const,
    signal: AbortSignal.timeout(timeoutMs),
    ...(route.method === 'POST' && { body: route.isFile ? (input['file'] as Blob) : JSON.stringify(body) }),
  };
  const response = await (settings.fetch ?? fetch)(buildUrl(route, url, input), options).catch((cause: unknown) => {
    throw new Unanswered(cause);
  });
  const json: unknown = await response.json().catch((cause: unknown) => {
    throw new Unanswered(cause);
  });
  if (response.ok) return json;
  if (!isRefusal(json)) throw new Unanswered(json);
  const retryAfter = response.headers.get('retry-after');
  throw new Refused(json, retryAfter === null ? null : Number(retryAfter));
}
