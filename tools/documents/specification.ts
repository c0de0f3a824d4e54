import type { Source } from '../tidy/source.ts';
import type { Migration } from './contents.ts';
import { note } from './documents.ts';

/** Title of each cited part of the specification: documents 000 and 001, and decisions A1 to F12. */
export const parts: Readonly<Record<string, string>> = {
  '000 §1': 'purpose of accounts: users, claims, tokens, tiers',
  '000 §2': 'screens: home, sign-in, verification, location, dashboard, identity, profile',
  '000 §3': 'entities and fields of accounts',
  '000 §4': 'states and transitions: sessions, location, prices, camera, identity',
  '000 §5': 'validation of account forms',
  '000 §6': 'permissions of accounts',
  '000 §7': 'API of the older product, accounts',
  '000 §8': 'error texts of accounts',
  '000 §9': 'constants and limits of accounts',
  '001 §1': 'purpose of trading, payments and public pages',
  '001 §2': 'screens: trading, history, plans, payments, scams, launches, public pages',
  '001 §3': 'entities and fields of trading',
  '001 §4': 'states and transitions: orders, plans, seats, courses, scam reports, launches',
  '001 §5': 'validation of forms: orders, files, plans, scams, launches',
  '001 §6': 'permissions',
  '001 §7': 'API of the older product',
  '001 §8': 'error texts of trading and payments',
  '001 §9': 'constants: fees, rates, caps, networks, risk points, plans, timings, tokens',
  A1: 'the server decides',
  A2: 'an order exists before its payment',
  A3: 'a claim is not a payment',
  A4: 'unavailable screening holds an order',
  A5: 'files are private',
  A6: 'sessions are HttpOnly cookies',
  A7: 'nothing reveals a suspicion',
  A8: 'rules may stop an order, but only people decide about customers',
  A9: 'repeated requests take effect once',
  A10: 'errors have our text and a reference',
  A11: 'location detection on the server, with consent',
  A12: 'account closure, and erasure after seven years',
  B1: 'passwords',
  B2: 'Enhanced KYC is the third tier',
  B3: 'risk thresholds in J$',
  B4: 'blocked orders',
  B5: 'plan prices',
  B6: 'company exchange rates',
  B7: 'review times',
  B8: 'month of the limits',
  B9: 'parameters of the return from a card page',
  B10: 'token figures',
  B11: 'Lignum has no price',
  C1: 'scope beyond the documents: admin area, lessons, card page, staff roles',
  C2: 'order statuses',
  C3: 'diagnostics',
  C4: 'limits shown on screen',
  C5: 'address validation',
  C6: 'full cost shown on screen',
  C7: 'time and money formats',
  C8: 'minimum age of 18',
  C9: 'company details are settings',
  D1: 'settings with a history',
  D2: 'approval by two people',
  D3: 'tamper-evident audit log',
  D4: 'rejections have reasons',
  E1: 'a price is binding within its window',
  E2: 'decisions take effect: nothing of a frozen customer moves',
  E3: 'one person with several accounts',
  E4: 'approve, then send, then record',
  E5: 'the riskier of two declarations applies until one is approved',
  E6: 'every incoming amount is kept, sent, refunded or unallocated',
  F1: 'explorer links are stored as addresses',
  F2: 'email verification by button; another browser needs the password',
  F3: 'the network fee is a setting, 0 by default',
  F4: 'minimum and maximum order amounts are settings, shown at the field',
  F5: 'contradicting evidence requires a note before money moves',
  F7: 'weighted reports warn others, and staff join cases',
  F8: 'saved wallets and bank accounts, and the wait before large payouts to new ones',
  F9: 'complaints with deadlines, a second reviewer and a letter',
  F10: 'admins see all scam report submissions',
  F11: 'customer risk is the worse of open findings and the assessment',
  F12: 'discounts on the fee have a reason and an end, and two people switch them on',
};

/** Decisions that change or extend a part. Decisions take precedence. */
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

/** Cited part of the specification, with an optional heading. */
type Place = { readonly part: string; readonly heading: string };

/** Parses citations such as `[000 §2 Auth, Verify email, 001 §5]`: two headings of one part, then another part. */
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

/** Parses cited decisions. A range such as `B5-B7` includes B6. */
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

/** Sentence of a comment that cites a part, with its file. */
export type Citation = Place & { readonly line: string };

export function citations(sources: readonly Source[], migrations: readonly Migration[]): Map<string, Citation[]> {
  const found = [...inCode(sources), ...inMigrations(migrations)].flatMap(({ file, comments }) =>
    comments
      .flatMap((comment) => sentencesOf(inOneLine(comment)))
      .flatMap((sentence) => placesIn(sentence).map((place) => ({ ...place, line: `- \`${file}\` ${sentence}` }))),
  );
  return Map.groupBy(found, ({ part }) => part);
}

/** Renders the citations of a part by heading, then those without a heading. */
function filesOf(cited: readonly Citation[]): string {
  const byHeading = Map.groupBy(cited, ({ heading }) => heading);
  const headings = [...byHeading.keys()].filter((heading) => heading !== '').sort();
  const listed = (heading: string) => [...new Set((byHeading.get(heading) ?? []).map(({ line }) => line))].join('\n');
  const rest = byHeading.has('') ? [headings.length ? `### All others\n\n${listed('')}` : listed('')] : [];
  return [...headings.map((heading) => `### ${heading}\n\n${listed(heading)}`), ...rest].join('\n\n');
}

/** Renders an index from each part of the specification to the code that cites it. */
export function specificationDocument(sources: readonly Source[], migrations: readonly Migration[]): string {
  const found = citations(sources, migrations);
  const about = [
    'Files in `src` and migrations that cite a part of the specification. Look under the part, first under the',
    'heading and then below *All others*, and under the decisions that change the part.',
    '',
    'The specification is not in the repository. Documents are 000 (accounts, identity, dashboard, profile) and 001',
    '(trading, payments, compliance, public pages), cited as [001 §9], and decisions A1 to F12, which take precedence.',
    'The numbered records in [decisions](../decisions), such as ADR 15, are different: they describe the architecture.',
    '',
    '- Parts without citations are not listed. Look in [screens](screens.md), in the README of the feature, and in',
    '  [contents](contents.md), which describes every file. Tests are not listed.',
    '- `db/schema.sql` shows the current database. For a field of an entity (§3), search for the name of its table.',
  ].join('\n');
  const chapters = Object.entries(parts).map(([part, words]) => {
    const changed = changedBy[part] ? `Changed by the decisions ${changedBy[part]}.\n\n` : '';
    return `## ${part}: ${words}\n\n${changed}${filesOf(found.get(part) ?? [])}`;
  });
  const head = note('tools/documents/specification.ts');
  return `# From the specification to the code\n\n${head}\n\n${about}\n\n${chapters.join('\n\n')}\n`;
}
