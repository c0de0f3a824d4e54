import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Matches a stack frame of the bundled server (tools/product-in-one.ts). */
const bundleFrame = /((?:file:\/\/)?\/[^\s()]*\/build\/product\/[^/\s:]+\.js):(\d+):\d+/;
const sourceHeading = /^\s*\/\/ ((?:src|tools|fakes|node_modules)\/\S+)$/;

type SourceStart = { readonly line: number; readonly source: string };
const sourceStarts = new Map<string, readonly SourceStart[]>();

/** Returns nothing when a new build has replaced the bundle. */
function getSourceStarts(file: string): readonly SourceStart[] {
  let found = sourceStarts.get(file);
  try {
    found ??= readSourceStarts(file);
  } catch {
    return [];
  }
  sourceStarts.set(file, found);
  return found;
}

function readSourceStarts(file: string): SourceStart[] {
  const lines = readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8').split('\n');
  return lines.flatMap((text, lineNumber) => {
    const source = sourceHeading.exec(text)?.[1];
    return source === undefined ? [] : [{ line: lineNumber + 1, source }];
  });
}

export function appendSource(line: string): string {
  const [, file, lineNumber] = bundleFrame.exec(line) ?? [];
  if (file === undefined) return line;
  const source = getSourceStarts(file).findLast((start) => start.line <= Number(lineNumber))?.source;
  return source === undefined ? line : `${line} of ${source}`;
}

/** Appends source files to the stack of an error. Returns other values unchanged. */
export function mapStackToSources(error: unknown): unknown {
  if (error instanceof Error && error.stack) error.stack = error.stack.split('\n').map(appendSource).join('\n');
  return error;
}
