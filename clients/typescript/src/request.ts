import type { RefusalCode } from './client.ts';

/** Base URL of the partner API, the customer's API key, and options. */
export type Settings = {
  /** Such as `https://cryptocommerce.example/api/partner/v1`. */
  readonly url: string;
  /** Begins with `ccm_`. Keep it out of browsers, addresses and logs. */
  readonly key: string;
  /** Replaces the `fetch` of the platform, for example in tests. */
  readonly fetch?: typeof fetch;
  /** Milliseconds after which a request is given up; 30 seconds where none are said. */
  readonly patience?: number;
};

/** One thing of what was sent that does not fit. */
export type Issue = { readonly path: string; readonly message: string };

type RefusalBody = {
  readonly code: RefusalCode;
  readonly status: number;
  readonly text: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly issues?: readonly Issue[];
};

/** The surface said no, with a code of the contract and the words that a person would read. */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
  /** Seconds after which it may be asked again; null where that is not a matter of time. */
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

/** No answer, or none of the surface: whether it was done is not known. Ask again under the same key. */
export class Unanswered extends Error {
  constructor(cause: unknown) {
    super('There was no answer', { cause });
    this.name = 'Unanswered';
  }
}

type Way = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inHead: Readonly<Record<string, string>>;
};
type Asked = Readonly<Record<string, unknown>>;

function addressOf({ path, inPath, inQuery }: Way, url: string, asked: Asked): string {
  const filled = inPath.reduce((at, name) => at.replace(`{${name}}`, encodeURIComponent(String(asked[name]))), path);
  const query = new URLSearchParams();
  for (const name of inQuery) if (asked[name] !== undefined) query.set(name, String(asked[name]));
  return `${url.replace(/\/$/, '')}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

const isRefusal = (body: unknown): body is RefusalBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'status' in body && 'text' in body;

/** Asks for one thing: each part of what is asked goes where the contract says. */
export async function ask(settings: Settings, way: Way, asked: object): Promise<unknown> {
  const { url, key, patience = 30_000 } = settings;
  const given = asked as Asked;
  const elsewhere = new Set([...way.inPath, ...way.inQuery, ...Object.keys(way.inHead)]);
  const body = Object.fromEntries(Object.entries(given).filter(([name]) => !elsewhere.has(name)));
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${key}`,
    ...(way.method === 'POST' && { 'content-type': 'application/json' }),
    ...Object.fromEntries(Object.entries(way.inHead).map(([name, head]) => [head, String(given[name])])),
  };
  const wish = {
    method: way.method,
    headers,
    redirect: 'error' as const,
    signal: AbortSignal.timeout(patience),
    ...(way.method === 'POST' && { body: JSON.stringify(body) }),
  };
  const answer = await (settings.fetch ?? fetch)(addressOf(way, url, given), wish).catch((cause: unknown) => {
    throw new Unanswered(cause);
  });
  const told: unknown = await answer.json().catch((cause: unknown) => {
    throw new Unanswered(cause);
  });
  if (answer.ok) return told;
  if (!isRefusal(told)) throw new Unanswered(told);
  const wait = answer.headers.get('retry-after');
  throw new Refused(told, wait === null ? null : Number(wait));
}
