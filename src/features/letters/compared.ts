/** A stretch of words that stayed, came in, or went out. */
export type Piece = { readonly kind: 'same' | 'in' | 'out'; readonly text: string };

const parted = '\n\n';
/** Words, and what parts paragraphs. */
const wordsOf = (text: string): string[] => text.split(/ |(?=\n\n)|(?<=\n\n)/).filter(Boolean);

/** How many words each two ends of both have in common, in order: the last row and column are empty. */
function commonEnds(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let a = before.length - 1; a >= 0; a--)
    for (let b = after.length - 1; b >= 0; b--) {
      const [row, below] = [rows[a], rows[a + 1]];
      if (!row || !below) continue;
      row[b] = before[a] === after[b] ? (below[b + 1] ?? 0) + 1 : Math.max(below[b] ?? 0, row[b + 1] ?? 0);
    }
  return rows;
}

/** What of one text became what of another, word by word: what went out stands before what came in. Pure. */
export function compared(before: string, after: string): Piece[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const rows = commonEnds(old, fresh);
  const found: Piece[] = [];
  const put = (kind: Piece['kind'], word: string) => {
    const text = word === parted ? word : `${word} `;
    const last = found.at(-1);
    if (last?.kind === kind) found[found.length - 1] = { kind, text: last.text + text };
    else found.push({ kind, text });
  };
  for (let a = 0, b = 0; a < old.length || b < fresh.length; ) {
    const [gone = '', come = ''] = [old[a], fresh[b]];
    if (a < old.length && b < fresh.length && gone === come) {
      put('same', come);
      a += 1;
      b += 1;
    } else if (a < old.length && (b === fresh.length || (rows[a + 1]?.[b] ?? 0) >= (rows[a]?.[b + 1] ?? 0))) {
      put('out', gone);
      a += 1;
    } else {
      put('in', come);
      b += 1;
    }
  }
  return found;
}
