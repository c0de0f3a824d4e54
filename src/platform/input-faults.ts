import { ORPCError } from '@orpc/server';

/** Where in an input something stands, from the inside out. */
type Way = { readonly name: string; readonly from: Way; readonly depth: number } | null;

const pathOf = (way: Way): string[] => (way ? [...pathOf(way.from), way.name] : []);

function unfit(way: Way, message: string): never {
  const issues = [{ path: pathOf(way), message }];
  throw new ORPCError('BAD_REQUEST', { message: 'Input validation failed', data: { issues } });
}

function refuseUnstorableText(text: string, way: Way): void {
  if (text.includes('\0') || !text.isWellFormed()) unfit(way, 'Contains a sign that cannot be kept');
}

/** Values in one input, names not counted: the settings, our longest form, have some hundreds. */
const mostValues = 5_000;

/**
 * Refuses text that the database cannot hold (a null sign, half of a pair of UTF-16), anything nested deeper than a
 * form is and anything with more in it, before a schema or a statement meets it.
 */
export function refuseUnstorable(input: unknown, way: Way = null, seen = { values: 0 }): void {
  const depth = way?.depth ?? 0;
  seen.values += 1;
  if (seen.values > mostValues) unfit(null, 'Holds more than a form does');
  if (depth > 12) unfit(way, 'Nested too deeply');
  if (typeof input === 'string') refuseUnstorableText(input, way);
  if (typeof input !== 'object' || input === null) return;
  for (const name of Object.keys(input)) {
    refuseUnstorableText(name, way);
    refuseUnstorable((input as Record<string, unknown>)[name], { name, from: way, depth: depth + 1 }, seen);
  }
}

/** So many faults are told at a time; a form shows the rest when these are put right. */
const mostTold = 40;

const isIssue = (issue: unknown): issue is { path?: readonly PropertyKey[]; message: string } =>
  typeof issue === 'object' && issue !== null && 'message' in issue;

/**
 * What is wrong with an input as the screens read it: where, and in which words. Names and words that came with the
 * input are cut, or an answer would be many times as long as what was sent.
 */
export function fewFaults(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  const { code, status, message, data } = error;
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return error;
  const issues = data.issues
    .slice(0, mostTold)
    .filter(isIssue)
    .map(({ path = [], message: words }) => ({
      path: path.map((step) => String(step).slice(0, 60)),
      message: words.slice(0, 200),
    }));
  return new ORPCError(code, { status, message, data: { issues } });
}
