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

/** By which spans are made; null where nobody wants any, and then nothing of this costs more than asking. */
let tracer: Tracer | null = null;

/** Makes spans with this from now on, or none any more. One process has one. */
export function traceWith(one: Tracer | null): void {
  tracer = one;
}

const around = new AsyncLocalStorage<Context>();

/** A piece of work as it is told outside: no name of a person, no parameter of a statement, no query of an address. */
export type Piece = { readonly name: string; readonly kind?: SpanKind; readonly attributes?: Attributes };

/** A span that somebody else ends, and how to run what belongs into it; null where nobody wants any. */
export function spanOf({ name, kind = SpanKind.INTERNAL, attributes = {} }: Piece) {
  if (!tracer) return null;
  const span = tracer.startSpan(name, { kind, attributes }, around.getStore() ?? ROOT_CONTEXT);
  const context = trace.setSpan(ROOT_CONTEXT, span);
  return { span, within: <T>(act: () => T): T => around.run(context, act) };
}

/** That it failed, and not how: what a fault says may be somebody's. The log has it. */
const fail = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });

/** Runs something as a span of its own, under the one that it runs in. */
export async function spanned<T>(piece: Piece, act: () => Promise<T>): Promise<T> {
  const begun = spanOf(piece);
  if (!begun) return act();
  const { span, within } = begun;
  try {
    return await within(act);
  } catch (error) {
    fail(span);
    throw error;
  } finally {
    span.end();
  }
}

type Statement = { readonly text: string; readonly name?: string };

/** What a statement does and to which table first: `select transactions`. Never its text, and none of its values. */
export function summaryOf(text: string): string {
  const [, act = 'statement'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+([a-z_]+(?:\.[a-z_]+)?)/i.exec(text) ?? [];
  return [act.toLowerCase(), table].filter(Boolean).join(' ');
}

/** Waits for a statement's answer as a span; `name` is the one by which the database knows it as well. */
export function spannedStatement<T>({ text, name }: Statement, act: () => Promise<T>): Promise<T> {
  if (!tracer) return act();
  const summary = summaryOf(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary, 'db.statement.name': name ?? '' };
  return spanned({ name: summary, kind: SpanKind.CLIENT, attributes }, act);
}

/** A job that runs as a span by its name. */
export const spannedJob = <Job extends { readonly name: string; readonly run: (data: never) => Promise<unknown> }>(
  job: Job,
): Job => ({ ...job, run: (data: never) => spanned({ name: `job ${job.name}` }, () => job.run(data)) });
