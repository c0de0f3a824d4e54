/**
 * Names of a PDF that make it do something, hide something or carry something. A name may be written with any of its
 * letters as `#` and two digits, so each letter is looked for both ways.
 */
const acting = ['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'SubmitForm', 'ImportData'];
/**
 * `Rendition` and solid figures (`OnInstantiate`) act with scripts of their own; `XFA` is a form that is a program; the
 * rest carry or open another file.
 */
const more = ['Rendition', 'OnInstantiate', 'XFA', 'GoToE', 'GoToR', 'FileAttachment', 'Filespec', 'Movie', 'Sound'];

const letter = (sign: string) => {
  const code = sign.charCodeAt(0).toString(16);
  return `(?:${sign}|#${[...code].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')})`;
};
/** The name, and behind it a sign that no name holds. */
const named = (words: readonly string[]) =>
  `/(?:${words.map((word) => [...word].map(letter).join('')).join('|')})(?=[\\s\\0()<>[\\]{}/%])`;

/** Too long to turn up by chance in compressed bytes, so looked for everywhere. */
export const activeName = new RegExp(named([...acting, ...more]));
export const lockedName = new RegExp(named(['Encrypt']));
/**
 * Short: looked for where names stand, not in the data of streams. Scripts, and, where an object or the way to one
 * follows, acts that start by themselves (`AA`), the file in a file (`EF`) and a drawing out of another one (`Ref`).
 */
const follows = '[\\s\\0]*(?:<<|%|\\d+[\\s\\0]+\\d+[\\s\\0]+R)';
export const scriptName = new RegExp(`${named(['JS'])}|${named(['AA', 'EF', 'Ref'])}${follows}`);
/** What the file does when it is opened. */
export const openingName = new RegExp(named(['OpenAction']), 'g');

/** The text of a dictionary with its names written plainly. */
export const plainNames = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The longest that a name looked for can be, all its letters written long, with the sign behind it. */
export const longestName = 64;
