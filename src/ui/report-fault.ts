let remainingReports = 5;
const reported = new WeakSet<Error>();

const expected =
  /page failed to load|dynamically imported module|module script|Failed to fetch|NetworkError|Load failed/;

/** False for lost connections, answers of our server and browser extensions. */
const isOwnFault = (error: Error): boolean =>
  !('status' in error) && !expected.test(error.message) && (error.stack ?? '').includes(`${location.origin}/assets/`);

/** Sends an uncaught error of the page to our server, which removes personal data. Never throws. */
export function reportFault(event: ErrorEvent | PromiseRejectionEvent): void {
  const error: unknown = 'reason' in event ? event.reason : event.error;
  if (!(error instanceof Error) || !isOwnFault(error) || reported.has(error) || remainingReports === 0) return;
  reported.add(error);
  remainingReports -= 1;
  const { name, message, stack = '', reference } = error as Error & { readonly reference?: string };
  fetch('/api/faults', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      message: message.slice(0, 1_000),
      stack: stack.slice(0, 8_000),
      path: location.pathname,
      reference,
    }),
  }).catch(() => undefined);
}
