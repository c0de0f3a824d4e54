/** Request body in which each marked leaf is a parameter for sqlmap. */
export type MarkedBody = { readonly body: string; readonly parameters: readonly string[] };

/** sqlmap injects here. No other `*` may occur in a request. */
const marker = '*';
const isUnmarked = (text: string) => text.replaceAll(marker, '+');

/** Marks each leaf of a JSON value, and only the first of equal list entries. Numbers and null become invalid text. */
export function markLeaves(value: unknown): MarkedBody {
  const parameters: string[] = [];
  const markValue = (part: unknown, path: string): unknown => {
    if (Array.isArray(part)) {
      return (part.length === 0 ? [''] : part).map((one, at) => markValue(one, `${path}[${at}]`));
    }
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(
        Object.entries(part).map(([name, inner]) => [
          isUnmarked(name),
          markValue(inner, path ? `${path}.${name}` : name),
        ]),
      );
    const kind = path.replaceAll(/\[\d+\]/g, '[]');
    if (parameters.includes(kind)) return typeof part === 'string' ? isUnmarked(part) : part;
    parameters.push(kind);
    return `${isUnmarked(part === null || part === undefined ? '' : String(part))}${marker}`;
  };
  return { body: JSON.stringify(markValue(value, '')), parameters };
}
