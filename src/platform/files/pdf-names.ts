/** Names that run, hide or embed content. A PDF may write each letter as `#` and two hex digits. */
const actingNames = ['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'SubmitForm', 'ImportData'];
/** Names of scripts and forms (`XFA`), and names that embed or open another file. */
const otherActiveNames = [
  'Rendition',
  'OnInstantiate',
  'XFA',
  'GoToE',
  'GoToR',
  'FileAttachment',
  'Filespec',
  'Movie',
  'Sound',
];

const letterPattern = (sign: string) => {
  const code = sign.charCodeAt(0).toString(16);
  return `(?:${sign}|#${[...code].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')})`;
};
const namePattern = (words: readonly string[]) =>
  `/(?:${words.map((word) => [...word].map(letterPattern).join('')).join('|')})(?=[\\s\\0()<>[\\]{}/%])`;

/** Matches names that are too long to occur by chance in compressed data. */
export const activeName = new RegExp(namePattern([...actingNames, ...otherActiveNames]));
export const lockedName = new RegExp(namePattern(['Encrypt']));
/** For short names, searched outside stream data: scripts, automatic actions (`AA`), other files. */
const valueFollows = '[\\s\\0]*(?:<<|%|\\d+[\\s\\0]+\\d+[\\s\\0]+R)';
export const scriptName = new RegExp(`${namePattern(['JS'])}|${namePattern(['AA', 'EF', 'Ref'])}${valueFollows}`);
export const openingName = new RegExp(namePattern(['OpenAction']), 'g');

export const decodeNames = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export const maxNameLength = 64;
