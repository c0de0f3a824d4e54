/** The reference of a fault, when the server gave one: people read it to support, support finds the log line. */
export function referenceOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('reference' in error && typeof error.reference === 'string') return error.reference;
  return 'data' in error ? referenceOf(error.data) : null;
}
