import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

let tracer: Tracer | null = null;

export function setTracer(next: Tracer | null): void {
  tracer = next;
}

const contextStore = new AsyncLocalStorage<Context>();

/** Never put names of people, parameters or queries into a span. */
export type SpanOptions = { readonly name: string; readonly kind?: SpanKind; readonly attributes?: Attributes };

export function startSpan({ name, kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions) {
  if (!tracer) return null;
  const span = tracer.startSpan(name, { kind, attributes }, contextStore.getStore() ?? ROOT_CONTEXT);
  const context = trace.setSpan(ROOT_CONTEXT, span);
  return { span, runInside: <T>(run: () => T): T => contextStore.run(context, run) };
}

/** Marks a span without the error message, which may contain personal data. The log has the message. */
const markFailed = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });

export async function withSpan<T>(options: SpanOptions, run: () => Promise<T>): Promise<T> {
  const started = startSpan(options);
  if (!started) return run();
  const { span, runInside } = started;
  try {
    return await runInside(run);
  } catch (error) {
    markFailed(span);
    throw error;
  } finally {
    span.end();
  }
}

type Statement = { readonly text: string; readonly name?: string };

export function summarizeStatement(text: string): string {
  const [, run = 'statement'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+([a-z_]+(?:\.[a-z_]+)?)/i.exec(text) ?? [];
  return [run.toLowerCase(), table].filter(Boolean).join(' ');
}

export function withStatementSpan<T>({ text, name }: Statement, run: () => Promise<T>): Promise<T> {
  if (!tracer) return run();
  const summary = summarizeStatement(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary, 'db.statement.name': name ?? '' };
  return withSpan({ name: summary, kind: SpanKind.CLIENT, attributes }, run);
}

export const withJobSpan = <Job extends { readonly name: string; readonly run: (data: never) => Promise<unknown> }>(
  job: Job,
): Job => ({ ...job, run: (data: never) => withSpan({ name: `job ${job.name}` }, () => job.run(data)) });
