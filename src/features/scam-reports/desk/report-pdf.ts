import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { dateText } from '../../../ui/format.ts';
import { drawable, drawMark, ink } from '../../receipts/paper.ts';
import { receiptFonts } from '../../receipts/receipt-font.ts';
import type { Indicator } from '../indicators/indicator.ts';
import type { Verdict } from '../shapes.ts';
import { kindText, verdictWords, warningNotes } from '../warning-words.ts';
import { verdictReason } from './reasons.ts';
import type { ReportAsked } from './report-apart.ts';

/** What is written into the report file: what its reporter handed in, and what we made of it. */
export type ReportFacts = {
  readonly name: string;
  readonly website: string | null;
  readonly contactInfo: string | null;
  readonly description: string;
  readonly createdAt: Date;
  readonly named: readonly Indicator[];
  readonly verdict: Verdict;
  readonly reasonCode: string;
  /** What staff add for the reporter; empty where they do not. */
  readonly says: string;
};

const page = { size: 'A4', margin: 56 } as const;
type Doc = PDFKit.PDFDocument;
type Kind = 'H1' | 'H2' | 'P';
const looks = {
  H1: { face: 'strong', size: 22, colour: ink.full, after: 8 },
  H2: { face: 'strong', size: 13, colour: ink.brand, after: 4 },
  P: { face: 'plain', size: 10.5, colour: ink.full, after: 8 },
} as const;

/** One part of the text, told to a screen reader as what it is; it goes on on the next sheet where this one ends. */
function part(doc: Doc, kind: Kind, text: string): void {
  const { face, size, colour, after } = looks[kind];
  if (kind === 'H2') doc.y += 10;
  const draw = () =>
    doc.font(face).fontSize(size).fillColor(colour).text(text.split(/\r?\n/).map(drawable).join('\n'), page.margin);
  doc.addStructure(doc.struct(kind, {}, draw));
  doc.y += after;
}

const label = (name: string, value: string | null): string[] => (value ? [`${name}: ${value}`] : []);

/** What the file says, part by part. */
export function reportParts({ facts, company, now }: ReportAsked): (readonly [Kind, string])[] {
  const { name, website, contactInfo, description, createdAt, named, verdict, reasonCode, says } = facts;
  const day = (at: Date) => dateText(jamaicaDay(at));
  const lines = [
    ...label('Name', name),
    ...label('Website', website),
    ...label('Contact', contactInfo),
    ...named.filter(({ kind }) => kind !== 'name').map((one) => `${kindText(one)}: ${one.value}`),
  ];
  const found = [verdictWords[verdict].long, verdictReason(verdict, reasonCode)?.told ?? ''];
  return [
    ['P', company],
    ['H1', 'Scam report'],
    ['P', `Reported on ${day(createdAt)}, answered on ${day(now)}.`],
    ['H2', 'What you reported'],
    ...lines.map((line) => ['P', line] as const),
    ['P', description],
    ['H2', 'What we found'],
    ...[...found, says].filter(Boolean).map((text) => ['P', text] as const),
    ['H2', 'Please note'],
    ['P', warningNotes.ours],
    ['P', warningNotes.unsafe],
  ];
}

/** A report as the bytes of a PDF that a screen reader reads in order. */
export async function reportPdf(asked: ReportAsked): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: page.size, margin: page.margin, lang: 'en-JM', pdfVersion: '1.7', tagged: true, displayTitle: true },
    info: { Title: 'Scam report', Author: asked.company, CreationDate: asked.now, ModDate: asked.now },
  });
  for (const [name, bytes] of Object.entries(receiptFonts)) doc.registerFont(name, bytes);
  doc.markContent('Artifact', { type: 'Layout' });
  drawMark(doc, page.margin, page.margin - 8);
  doc.endMarkedContent();
  doc.y = page.margin + 34;
  for (const [kind, text] of reportParts(asked)) part(doc, kind, text);
  doc.end();
  return buffer(doc);
}
