/**
 * The text of a file as a bank wrote it: UTF-8, or UTF-16 where it begins with its mark; what is neither is of the old
 * code page of Windows, in which many banks still write their umlauts.
 */
export function decodeStatement(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
