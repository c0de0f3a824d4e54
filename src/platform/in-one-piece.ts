import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A line of a stack that stands in what was laid down in one piece (tools/product-in-one.ts). */
const inPiece = /((?:file:\/\/)?\/[^\s()]*\/build\/product\/[^/\s:]+\.js):(\d+):\d+/;
/** What stands there above the content of each source. */
const heading = /^\s*\/\/ ((?:src|tools|fakes|node_modules)\/\S+)$/;

type Begin = { readonly line: number; readonly source: string };
const known = new Map<string, readonly Begin[]>();

/** Nothing of a piece that cannot be read, as where the product was built anew meanwhile: the fault itself is told. */
function beginsIn(file: string): readonly Begin[] {
  let found = known.get(file);
  try {
    found ??= readBegins(file);
  } catch {
    return [];
  }
  known.set(file, found);
  return found;
}

function readBegins(file: string): Begin[] {
  const lines = readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8').split('\n');
  return lines.flatMap((text, at) => {
    const source = heading.exec(text)?.[1];
    return source === undefined ? [] : [{ line: at + 1, source }];
  });
}

/** A line of a stack, with the source that it came out of where the product runs in one piece. */
export function withSource(line: string): string {
  const [, file, at] = inPiece.exec(line) ?? [];
  if (file === undefined) return line;
  const source = beginsIn(file).findLast((begin) => begin.line <= Number(at))?.source;
  return source === undefined ? line : `${line} of ${source}`;
}

/** A fault whose stack names the sources that it came through; what is none is passed on. */
export function tracedToSources(fault: unknown): unknown {
  if (fault instanceof Error && fault.stack) fault.stack = fault.stack.split('\n').map(withSource).join('\n');
  return fault;
}
