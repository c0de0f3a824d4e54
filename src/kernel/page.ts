/**
 * A page out of rows of which one more was asked for than it holds; `next` is the key of its last one while there are
 * more.
 */
export function pageOf<Row, Key>(rows: readonly Row[], size: number, keyOf: (last: Row) => Key) {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, next: rows.length > size && last !== undefined ? keyOf(last) : null };
}
