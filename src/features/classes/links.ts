/** What a mail program makes a link of, or reads as one: an address, a scheme, somebody's mail address. */
const linkLike =
  /\b[a-z][a-z0-9+.-]*:\/\/\S*|\b(?:mailto|tel|sms|javascript|data):\S+|\S+@\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\S*/giu;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** What of a text leads anywhere but to our own pages. */
export function foreignLinks(text: string, origin: string): string[] {
  const ours = new RegExp(`^${escaped(origin)}(?:[/?#]\\S*)?[.,;:!)]*$`, 'i');
  return [...text.normalize('NFKC').matchAll(linkLike)].map(([found]) => found).filter((found) => !ours.test(found));
}
