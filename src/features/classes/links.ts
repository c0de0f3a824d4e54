/** Letters with their marks, and signs that nobody sees and browsers leave out. */
const letters = String.raw`\p{L}\p{M}\p{Default_Ignorable_Code_Point}`;
/** A name of the net in any script; between its parts each of the full stops that browsers take for one (RFC 3490). */
const netName = String.raw`(?:[${letters}\p{N}-]+[.\u3002\uff0e\uff61])+\p{L}[${letters}]+\S*`;
/** What a mail program makes a link of, or reads as one: an address, a scheme, somebody's mail address. */
const linkLike = new RegExp(
  String.raw`\b[a-z][a-z0-9+.-]*:\/\/\S*|\b(?:mailto|tel|sms|javascript|data):\S+|\S+@\S+|${netName}`,
  'giu',
);

/** Where a link ends for one mail program or another: behind any of these another link may begin. */
const between = /[\s"'<>()|`{}\\^[\]]+/;
/** No word and no address of ours is longer; looking through a piece costs as much as it is long, squared. */
const longest = 300;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** What of a text leads anywhere but to our own pages, or is too long to be looked through. */
export function foreignLinks(text: string, origin: string): string[] {
  // Of the signs that our addresses have, and no others: what follows one of those may be a link of its own.
  const ours = new RegExp(`^${escaped(origin)}(?:[/?#][\\w/?#=&%.~-]*)?[.,;:!]*$`, 'i');
  const foreign = (piece: string): string[] => {
    if (piece.length > longest) return [piece];
    return [...piece.matchAll(linkLike)].map(([found]) => found).filter((found) => !ours.test(found));
  };
  const look = (whole: string) => whole.split(between).flatMap(foreign);
  // As it is written as well: a sign that becomes letters and dots may end a link where it still stands.
  const found = look(text.normalize('NFKC'));
  return found.length > 0 ? found : look(text);
}
