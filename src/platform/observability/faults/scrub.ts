const knownWords = new Set(
  [
    'A An The No Not Invalid Unexpected Unknown Unsupported Unhandled Unable Cannot Could Failed Expected Missing Maximum',
    'Connection Request Response Query Server Client Socket Network Timeout Object Array Map Set Date Number String',
    'Assignment Class Function Promise Symbol BigInt Module Reading Loading Body Header Stream File Rendered Too',
    'Minified React Hydration Text Error JSON HTTP HTTPS SQL TLS URL DNS PDF API CSP RPC NaN Infinity',
    'ECONNREFUSED ECONNRESET ETIMEDOUT ENOTFOUND ENOENT EACCES EPIPE ENOSPC EMFILE',
  ].flatMap((line) => line.split(' ')),
);
const isKnownWord = (word: string): boolean =>
  knownWords.has(word) || /^[A-Z]\w+(?:Error|Exception|Element)$/.test(word);

type Rule = readonly [pattern: RegExp, replace: string | ((match: string) => string)];

const rules: readonly Rule[] = [
  [/[^\s"<>()@]+@[^\s"'`<>()@]+/g, '[email]'],
  [/[a-z][a-z\d+.-]*:\/\/[^\s"'`)]+/gi, '[url]'],
  [/\?[^\s"'`)]*=[^\s"'`)]*/g, '[query]'],
  [/(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?/g, '[ip]'],
  [/(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}/gi, '[ip]'],
  [/[\w+/=.-]{26,}/g, '[token]'],
  [/[\w+/=-]{12,}/g, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? '[token]' : word)],
  [/\p{Nd}(?:[\s().+-]{0,3}\p{Nd}){4,}/gu, '[number]'],
  [/"[^"]*"|`[^`]*`|(?<!\p{L})'[^']*'(?!\p{L})/gu, (text) => (/^.[a-z_$][\w$.]*.$/.test(text) ? text : '[text]')],
  [/\p{Lu}[\p{L}\p{M}\p{Nd}_'’-]*/gu, (word) => (isKnownWord(word) ? word : '[name]')],
];

const maxLength = 500;

/** Removes personal data from a message. It cannot recognise a name in lower case. */
export const scrubText = (text: string): string =>
  rules.reduce(
    (scrubbed, [pattern, replace]) => scrubbed.replaceAll(pattern, replace as string),
    text.slice(0, maxLength),
  );
