import type { Source } from '../tidy/source.ts';
import type { Migration } from './contents.ts';
import { note } from './documents.ts';

/**
 * The specification stands outside the repository: two documents, 000 and 001, and decisions on them, A1 to E6. This
 * is what comments cite, each part in a few words of ours.
 */
export const parts: Readonly<Record<string, string>> = {
  '000 §2': 'screens of accounts: home, sign-in, verifying, location, dashboard, identity, profile',
  '000 §3': 'entities of accounts and their fields',
  '000 §4': 'states and transitions of accounts: sessions, location, prices, camera, identity',
  '000 §5': 'what forms of accounts accept',
  '000 §6': 'who may what, of accounts',
  '000 §7': 'the calls of the older product, of accounts',
  '000 §8': 'errors of accounts, in words',
  '000 §9': 'constants and limits of accounts',
  '001 §1': 'what trading, payments and public pages are for',
  '001 §2': 'screens of trading, history, plans, payments, scams, launches, public pages',
  '001 §3': 'entities and their fields',
  '001 §4': 'states: how orders, plans, places, courses, scam reports and launches go on',
  '001 §5': 'what forms of orders, files, plans, scams and launches accept',
  '001 §6': 'who may what',
  '001 §7': 'the calls of the older product',
  '001 §8': 'errors of trading and payments, in words',
  '001 §9': 'constants: fees, rates, caps, networks, points of risk, plans, times, tokens',
  A1: 'the server decides',
  A2: 'the order exists before the money',
  A3: 'a claim is not a payment',
  A4: 'screening that is down holds an order',
  A5: 'files are private',
  A6: 'sessions are cookies that no script reads',
  A7: 'nothing reveals a suspicion',
  A8: 'a machine may stop an order, only people condemn a customer',
  A9: 'what is sent again acts once',
  A10: 'errors say our words and a reference',
  A11: 'where somebody is: found on the server, with consent',
  A12: 'closing an account, and erasing after seven years',
  B1: 'passwords',
  B2: 'Enhanced KYC is the third tier',
  B3: 'thresholds of risk, in J$',
  B4: 'when a transaction is blocked',
  B5: 'prices of plans',
  B6: 'house rates',
  B7: 'how long a review takes',
  B8: 'the month that counts',
  B9: 'what a card page adds to the way back',
  B10: 'figures of tokens',
  B11: 'Lignum has no price',
  C1: 'the desk, lessons, the card page, roles of staff: what the documents leave out',
  C2: 'statuses of an order',
  C3: 'diagnostics',
  C4: 'limits on screen',
  C5: 'addresses are checked',
  C6: 'the whole cost on screen',
  C7: 'times and money',
  C8: 'at least 18 years old',
  C9: 'what the company says of itself is a setting',
  D1: 'settings with a history',
  D2: 'two pairs of eyes',
  D3: 'a log that nobody rewrites unseen',
  D4: 'a rejection says why',
  E1: 'a price binds within its window',
  E2: 'a decision acts: nothing of the stopped moves',
  E3: 'one person, however many accounts',
  E4: 'approve, then send, then record',
  E5: 'the worse of two declarations counts until one is approved',
  E6: 'what came in is kept, sent, returned or unassigned',
};

const section = /\[00[01] §[^\]]*\]/g;
const decisions = /\bdecisions? [A-E]\d+(?:(?:-|, | and )[A-E]\d+)*|\([A-E]\d+(?:, [A-E]\d+)*[),]/g;

/** `[000 §2, §5, 001 §2]` names two parts of one document and one of the other. */
const sectionsIn = (text: string): string[] =>
  [...text.matchAll(section)].flatMap(([cited]) =>
    cited
      .split(/(?=00[01] §)/)
      .flatMap((part) => [...part.matchAll(/§(\d+)/g)].map(([, number]) => `${part.slice(0, 3)} §${number}`)),
  );

/** `B5-B7` names B6 as well. */
const decisionsIn = (text: string): string[] =>
  [...text.matchAll(decisions)].flatMap(([cited]) =>
    [...cited.matchAll(/([A-E])(\d+)(?:-[A-E](\d+))?/g)].flatMap(([, letter = '', first, last]) =>
      Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, at) => `${letter}${Number(first) + at}`),
    ),
  );

/** Which parts of the specification a comment names. */
export const citedIn = (comment: string): string[] => [...new Set([...sectionsIn(comment), ...decisionsIn(comment)])];

/** A comment of code or of a migration in one line. */
const inOneLine = (comment: string): string =>
  comment
    .replaceAll(/^\s*(?:\*+|--) ?(?:Why: )?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Of a comment the sentences that name the part. */
function saying(text: string, part: string): string {
  const sentences = text.match(/.*?[.?!](?= [A-Z'`[/0-9]|$)|.+$/g) ?? [text];
  return sentences
    .filter((sentence) => citedIn(sentence).includes(part))
    .join(' ')
    .trim();
}

type Commented = { readonly file: string; readonly comments: readonly string[] };

const inCode = (sources: readonly Source[]): Commented[] =>
  sources
    .filter(({ path, isTest }) => path.startsWith('src/') && !isTest)
    .map(({ path, comments }) => ({ file: path.slice('src/'.length), comments: comments.map(({ value }) => value) }));

const inMigrations = (migrations: readonly Migration[]): Commented[] =>
  migrations.map(({ name, text }) => ({
    file: `db/migrations/${name}`,
    comments: text.match(/(?:^[ \t]*--.*\n)+/gm) ?? [],
  }));

/** Every part with the files of the product that name it, each with the sentence in which it does. */
export function citations(sources: readonly Source[], migrations: readonly Migration[]): Map<string, string[]> {
  const lines = [...inCode(sources), ...inMigrations(migrations)].flatMap(({ file, comments }) =>
    comments
      .map(inOneLine)
      .flatMap((text) => citedIn(text).map((part) => ({ part, line: `- \`${file}\` ${saying(text, part)}` }))),
  );
  const byPart = Map.groupBy(lines, ({ part }) => part);
  return new Map([...byPart].map(([part, found]) => [part, [...new Set(found.map(({ line }) => line))]]));
}

/** From a part of the specification to the code that keeps it. */
export function specificationDocument(sources: readonly Source[], migrations: readonly Migration[]): string {
  const found = citations(sources, migrations);
  const about = [
    'What is cited in comments and where it is kept: by files in `src`, and by migrations of the database, which stand',
    'with their whole path. Look under the part that a sentence stands in, and under the decision that changes it.',
    '',
    'The specification stands outside the repository: two documents,',
    '000 (accounts, identity, dashboard, profile) and 001 (trading, payments, compliance, public pages), whose parts',
    'are written [001 §9], and decisions on them, A1 to E6, which win where they differ. Not to be mistaken for the',
    'records in [decisions](decisions), which have numbers (record 013) and say how the house was built.',
  ].join('\n');
  const chapters = Object.entries(parts).map(
    ([part, words]) => `## ${part}: ${words}\n\n${(found.get(part) ?? []).join('\n')}`,
  );
  return `# From the specification to the code\n\n${note}\n\n${about}\n\n${chapters.join('\n\n')}\n`;
}
