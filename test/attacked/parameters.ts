/** A body for sqlmap: every leaf of it is marked, and each mark is a parameter that is tried alone. */
export type Marked = { readonly body: string; readonly parameters: readonly string[] };

/** The mark by which sqlmap knows where to try; no other may stand in a request. */
const mark = '*';
const unmarked = (text: string) => text.replaceAll(mark, '+');

/**
 * Marks each leaf of a JSON value; of the entries of a list the first of its kind. A number or a null becomes a text
 * with the mark behind it: what is tried there is a text whatever one does, and the product is to refuse it as one.
 */
export function markLeaves(value: unknown): Marked {
  const parameters: string[] = [];
  const marked = (part: unknown, path: string): unknown => {
    if (Array.isArray(part)) {
      return (part.length === 0 ? [''] : part).map((one, at) => marked(one, `${path}[${at}]`));
    }
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(
        Object.entries(part).map(([name, inner]) => [unmarked(name), marked(inner, path ? `${path}.${name}` : name)]),
      );
    const kind = path.replaceAll(/\[\d+\]/g, '[]');
    if (parameters.includes(kind)) return typeof part === 'string' ? unmarked(part) : part;
    parameters.push(kind);
    return `${unmarked(part === null || part === undefined ? '' : String(part))}${mark}`;
  };
  return { body: JSON.stringify(marked(value, '')), parameters };
}
