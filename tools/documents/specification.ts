import type { Source } from '../tidy/source.ts';
import type { Migration } from './contents.ts';
import { note } from './documents.ts';

/**
 * The specification is outside the repository: documents 000 and 001, and decisions A1 to F11. This names each part
 * that comments cite.
 */
export const parts: Readonly<Record<string, string>> = {
  '000 §1': 'what accounts are for: users, claims, tokens, tiers',
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
  A11: 'location: detected on the server, with consent',
  A12: 'closing an account, and erasing after seven years',
  B1: 'passwords',
  B2: 'Enhanced KYC is the third tier',
  B3: 'thresholds of risk, in J$',
  B4: 'when a transaction is blocked',
  B5: 'prices of plans',
  B6: 'company exchange rates',
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
  D3: 'a tamper-evident log',
  D4: 'a rejection says why',
  E1: 'a price binds within its window',
  E2: 'a decision acts: nothing of the stopped moves',
  E3: 'one person, however many accounts',
  E4: 'approve, then send, then record',
  E5: 'the worse of two declarations counts until one is approved',
  E6: 'what came in is kept, sent, returned or unassigned',
  F1: 'explorer links are reduced to their address',
  F2: 'a verification link acts by a button, in another browser with the password of the sign-up',
  F3: 'the network cost is a setting, 0 by default',
  F4: 'the bounds of an order are settings, shown where it is typed',
  F5: 'evidence that contradicts the order moves no money without a note',
  F7: 'reports warn others by weight, and staff join them',
  F10: 'all submissions of scam reports are listed for admins',
  F11: "a customer's risk is one figure: the worst of what is open and the assessment",
};

/** Decisions that change or extend a part. They win over it. */
const changedBy: Readonly<Record<string, string>> = {
  '000 §2': 'A6, A11, A12, B5, B11, C1, C3, C4, C9, D4',
  '000 §3': 'A5, A6, A11, B2, C1, D4, E3',
  '000 §4': 'A6, A11, B2, B7, D4, E5, F2',
  '000 §5': 'A5, A12, B1, C5, C7, C8, D4',
  '000 §6': 'A1, A5, C1, D2',
  '000 §7': 'A5, A6, A9, A10, A11, A12, C3',
  '000 §8': 'A7, A10, A11, B7, C3',
  '000 §9': 'A6, A11, B1, B7, B11, E5',
  '001 §2': 'A2, A3, B5, B8, B9, B11, C4, C5, C6, C7, C9, F4, F10',
  '001 §3': 'A1, A2, A5, A7, C2, C7, D4',
  '001 §4': 'A1, A2, A3, A4, A8, A9, B2, B3, B4, C2, E1, E2, E4, E6, F5, F7',
  '001 §5': 'A1, A2, A5, A9, C5, C6, F1',
  '001 §6': 'A1, A5, B2, B8, C1, C4, D2, E3, E5',
  '001 §7': 'A1, A4, A5, A9, A10, C2',
  '001 §8': 'A4, A7, A8, A10, B4',
  '001 §9': 'B3, B4, B5, B6, B7, B8, B10, B11, C6, C7, D1, E1, E5, F3',
};

const section = /\[00[01] §[^\]]*\]/g;
const decisions = /\bdecisions? [A-F]\d+(?:(?:-|, | and )[A-F]\d+)*|\([A-F]\d+(?:, [A-F]\d+)*[),]/g;

/** A part of the specification with an optional heading. */
type Place = { readonly part: string; readonly heading: string };

/** `[000 §2 Auth, Verify email, 001 §5]` names two headings of one part, and a part of the other document. */
function sectionsIn(text: string): Place[] {
  const found: Place[] = [];
  for (const [cited] of text.matchAll(section)) {
    let [document, part] = ['', ''];
    for (const piece of cited.slice(1, -1).split(/[,;] /)) {
      const [, of, number, words] = /^(?:(00[01]) )?§(\d+)(.*)$/.exec(piece) ?? [];
      if (number) [document, part] = [of ?? document, `${of ?? document} §${number}`];
      const heading = (number ? words : piece) ?? '';
      if (number || !/^(decisions? )?[A-F]\d/.test(piece))
        found.push({ part, heading: heading.replace(/:.*/, '').trim() });
    }
  }
  return found;
}

/** Expands ranges: `B5-B7` includes B6. */
const decisionsIn = (text: string): Place[] =>
  [...text.matchAll(decisions)].flatMap(([cited]) =>
    [...cited.matchAll(/([A-F])(\d+)(?:-[A-F](\d+))?/g)].flatMap(([, letter = '', first, last]) =>
      Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, at) => ({
        part: `${letter}${Number(first) + at}`,
        heading: '',
      })),
    ),
  );

const placesIn = (comment: string): Place[] => [...sectionsIn(comment), ...decisionsIn(comment)];

/** Parts that a comment cites. */
export const citedIn = (comment: string): string[] => [...new Set(placesIn(comment).map(({ part }) => part))];

const inOneLine = (comment: string): string =>
  comment
    .replaceAll(/^\s*(?:\*+|--) ?(?:Why: )?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const sentencesOf = (text: string): string[] =>
  (text.match(/.*?[.?!](?= [A-Z'`[/0-9]|$)|.+$/g) ?? [text]).map((sentence) => sentence.trim());

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

/** A citing sentence with its file. */
export type Citation = Place & { readonly line: string };

/** Citing files and sentences of every part. */
export function citations(sources: readonly Source[], migrations: readonly Migration[]): Map<string, Citation[]> {
  const found = [...inCode(sources), ...inMigrations(migrations)].flatMap(({ file, comments }) =>
    comments
      .flatMap((comment) => sentencesOf(inOneLine(comment)))
      .flatMap((sentence) => placesIn(sentence).map((place) => ({ ...place, line: `- \`${file}\` ${sentence}` }))),
  );
  return Map.groupBy(found, ({ part }) => part);
}

/** Files of a part: cited headings in alphabetical order, then the rest. */
function filesOf(cited: readonly Citation[]): string {
  const byHeading = Map.groupBy(cited, ({ heading }) => heading);
  const headings = [...byHeading.keys()].filter((heading) => heading !== '').sort();
  const listed = (heading: string) => [...new Set((byHeading.get(heading) ?? []).map(({ line }) => line))].join('\n');
  const rest = byHeading.has('') ? [headings.length ? `### All others\n\n${listed('')}` : listed('')] : [];
  return [...headings.map((heading) => `### ${heading}\n\n${listed(heading)}`), ...rest].join('\n\n');
}

/** Index from each part of the specification to its code. */
export function specificationDocument(sources: readonly Source[], migrations: readonly Migration[]): string {
  const found = citations(sources, migrations);
  const about = [
    'What is cited in comments and where it is kept: by files in `src`, and by migrations of the database, which stand',
    'with their whole path. Look under the part of a sentence, below its own heading there and then below',
    '*All others*, and under the decision that changes it.',
    '',
    'The specification is outside the repository: two documents,',
    '000 (accounts, identity, dashboard, profile) and 001 (trading, payments, compliance, public pages), with parts that',
    'are written [001 §9], and decisions on them, A1 to F11, which win where they differ. Not to be mistaken for the',
    'records in [decisions](../decisions), which have numbers (ADR 15) and describe the architecture.',
    '',
    '- What nothing cites is not listed. Then look for the page in [screens](screens.md), into the README of its feature,',
    '  and into [contents](contents.md), which tells of every file. Tests cite as well, and are not listed either.',
    "- What the database holds now is in `db/schema.sql`, under the table's name.",
    '- For a field of an entity (§3) search `db/schema.sql` for the name of its table.',
  ].join('\n');
  const chapters = Object.entries(parts).map(([part, words]) => {
    const changed = changedBy[part] ? `Changed by the decisions ${changedBy[part]}.\n\n` : '';
    return `## ${part}: ${words}\n\n${changed}${filesOf(found.get(part) ?? [])}`;
  });
  const head = note('tools/documents/specification.ts');
  return `# From the specification to the code\n\n${head}\n\n${about}\n\n${chapters.join('\n\n')}\n`;
}
