import { randomUUID } from 'node:crypto';
import {
  createEventEnvelope,
  createTransport,
  dsnFromString,
  type Event,
  type Exception,
  getEnvelopeEndpointWithUrlEncodedAuth,
  type StackFrame,
} from '@sentry/core';
import { nodeStackLineParser } from '@sentry/core/server';
import type { LoggableError } from '../log.ts';
import type { BuildInfo } from '../metrics/build-info.ts';
import type { FaultReportOutcome } from '../metrics/meters.ts';
import { scrubText } from './scrub.ts';

export type FaultOrigin = {
  readonly side: 'server' | 'browser';
  readonly reference: string;
  /** A command, route pattern or job: never a URL, which may contain codes. */
  readonly procedure?: string;
  readonly status?: number;
};

const [, parseLine] = nodeStackLineParser();

const outsideProduct = /^.*?\/(?=(?:src|build|node_modules|tools|assets)\/)/;

function toFrame(line: string): StackFrame[] {
  const [, text = line, source] = /^(.*?)(?: of (\S+))?$/.exec(line) ?? [];
  const { filename = '', function: name = '?', lineno, colno } = parseLine(text) ?? {};
  const file = filename
    .replace(/[?#].*$/, '')
    .replace(outsideProduct, '')
    .replace(/^\/.*\//, '');
  const isOwnFile = /^(src|build|tools|assets)\//.test(file) && !source?.startsWith('node_modules/');
  if (filename === '' || !lineno) return [];
  const frame = { filename: file, function: name, in_app: isOwnFile, lineno, ...(colno && { colno }) };
  return [source === undefined ? frame : { ...frame, module: source }];
}

const maxCauses = 5;
const maxFrames = 50;

function toExceptions({ type, message = '', where = [], cause }: LoggableError, depth = 0): Exception[] {
  const causes = cause && depth < maxCauses ? toExceptions(cause, depth + 1) : [];
  const frames = where.slice(0, maxFrames).flatMap(toFrame).toReversed();
  return [...causes, { type: toTag(type) ?? 'Error', value: scrubText(message), stacktrace: { frames } }];
}

const toTag = (value: unknown): string | undefined =>
  /^[\w.:-]{1,60}$/.test(String(value ?? '')) ? String(value) : undefined;

function linkEventId(reference: string): { eventId: string; reference: string } {
  const random = randomUUID();
  const found = /[\da-f]{8}-[\da-f]{4}/.exec(reference)?.[0] ?? random.slice(0, 13);
  return { eventId: (found + random.slice(13)).replaceAll('-', ''), reference: found };
}

export type Release = BuildInfo & { readonly environment: string };

/** Builds an event whose id begins with the reference. It contains no user, request, body or query. */
export function buildEvent(
  fault: LoggableError,
  origin: FaultOrigin,
  { version, commit, environment }: Release,
): Event {
  const { eventId, reference } = linkEventId(origin.reference);
  const tags = {
    reference,
    side: origin.side,
    procedure: origin.procedure,
    status: toTag(origin.status),
    code: toTag(fault.code),
    constraint: toTag(fault.constraint),
    table: toTag(fault.table),
  };
  return {
    event_id: eventId,
    timestamp: Date.now() / 1000,
    platform: origin.side === 'browser' ? 'javascript' : 'node',
    level: 'error',
    environment,
    release: `cryptocommerce@${version}${commit ? `+${commit.slice(0, 12)}` : ''}`,
    ...(origin.procedure && { transaction: origin.procedure }),
    tags: Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined)),
    exception: { values: toExceptions(fault) },
    // Otherwise Sentry stores the address of the sender as that of a user.
    sdk: { name: 'cryptocommerce', version, settings: { infer_ip: 'never' } },
  };
}

const sendTimeoutMs = 5_000;
const maxPending = 30;

/** Returns a sender that rejects without a response. The transport obeys the limits that the collector asks for. */
export function connectCollector(dsnText: string) {
  const dsn = dsnFromString(dsnText);
  if (!dsn) throw new Error('the address of the fault collector is invalid');
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn);
  const transport = createTransport(
    { bufferSize: maxPending, recordDroppedEvent: () => undefined },
    async ({ body }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        body: body as string,
        redirect: 'error',
        signal: AbortSignal.timeout(sendTimeoutMs),
      });
      await response.body?.cancel();
      const headers = {
        'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
        'retry-after': response.headers.get('retry-after'),
      };
      return { statusCode: response.status, headers };
    },
  );
  return async (event: Event): Promise<FaultReportOutcome> => {
    const { statusCode } = await transport.send(createEventEnvelope(event, dsn));
    if (statusCode === undefined || statusCode === 429) return 'suppressed';
    return statusCode < 300 ? 'sent' : 'failed';
  };
}
