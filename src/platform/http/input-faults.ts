import { ORPCError } from '@orpc/server';

/** Path into an input, innermost segment first. */
type InputPath = { readonly name: string; readonly parent: InputPath; readonly depth: number } | null;

const listNames = (path: InputPath): string[] => (path ? [...listNames(path.parent), path.name] : []);

function rejectInput(path: InputPath, message: string): never {
  const issues = [{ path: listNames(path), message }];
  throw new ORPCError('BAD_REQUEST', { message: 'Input validation failed', data: { issues } });
}

function assertStorableText(text: string, path: InputPath): void {
  if (text.includes('\0') || !text.isWellFormed()) rejectInput(path, 'Contains a character that cannot be stored');
}

const maxValues = 5_000;

/** Throws for text that PostgreSQL cannot store (NUL, lone surrogates) and for input too deep or too large. */
export function assertStorable(input: unknown, path: InputPath = null, counter = { values: 0 }): void {
  const depth = path?.depth ?? 0;
  counter.values += 1;
  if (counter.values > maxValues) rejectInput(null, 'Has too many values');
  if (depth > 12) rejectInput(path, 'Nested too deeply');
  if (typeof input === 'string') assertStorableText(input, path);
  if (typeof input !== 'object' || input === null) return;
  for (const name of Object.keys(input)) {
    assertStorableText(name, path);
    assertStorable((input as Record<string, unknown>)[name], { name, parent: path, depth: depth + 1 }, counter);
  }
}

const maxIssues = 40;

const isIssue = (issue: unknown): issue is { path?: readonly PropertyKey[]; message: string } =>
  typeof issue === 'object' && issue !== null && 'message' in issue;

/** Limits the issues of an error response, which must not be many times larger than its request. */
export function limitIssues(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  const { code, status, message, data } = error;
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return error;
  const issues = data.issues
    .slice(0, maxIssues)
    .filter(isIssue)
    .map(({ path = [], message: words }) => ({
      path: path.map((segment) => String(segment).slice(0, 60)),
      message: words.slice(0, 200),
    }));
  return new ORPCError(code, { status, message, data: { issues } });
}
