import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatDate } from '../../../ui/format.ts';
import { drawLogo, ink, toDrawableText } from '../../receipts/drawing.ts';
import { receiptFonts } from '../../receipts/receipt-font.ts';
import type { Verdict } from '../types.ts';
import { formatKind, verdictTexts, warningNotes } from '../warning-texts.ts';
import { findVerdictReason } from './reasons.ts';
import type { ReportToAnswer } from './verdict-store.ts';

export type ReportPdfInput = { readonly facts: ReportPdfFacts; readonly company: string; readonly now: Date };

type ReportPdfFacts = Pick<
  ReportToAnswer,
  'name' | 'website' | 'contactInfo' | 'description' | 'createdAt' | 'named'
> & { readonly verdict: Verdict; readonly reasonCode: string; readonly says: string };

const page = { size: 'A4', margin: 56 } as const;
type Doc = PDFKit.PDFDocument;
type Kind = 'H1' | 'H2' | 'P';
const textStyles = {
  H1: { face: 'strong', size: 22, colour: ink.full, after: 8 },
  H2: { face: 'strong', size: 13, colour: ink.brand, after: 4 },
  P: { face: 'plain', size: 10.5, colour: ink.full, after: 8 },
} as const;

/** Writes a heading or paragraph, tagged for screen readers. */
function writePart(doc: Doc, kind: Kind, text: string): void {
  const { face, size, colour, after } = textStyles[kind];
  if (kind === 'H2') doc.y += 10;
  const draw = () =>
    doc
      .font(face)
      .fontSize(size)
      .fillColor(colour)
      .text(text.split(/\r?\n/).map(toDrawableText).join('\n'), page.margin);
  doc.addStructure(doc.struct(kind, {}, draw));
  doc.y += after;
}

const formatLabel = (name: string, value: string | null): string[] => (value ? [`${name}: ${value}`] : []);

export function getReportParts({ facts, company, now }: ReportPdfInput): (readonly [Kind, string])[] {
  const { name, website, contactInfo, description, createdAt, named, verdict, reasonCode, says } = facts;
  const day = (at: Date) => formatDate(jamaicaDay(at));
  const lines = [
    ...formatLabel('Name', name),
    ...formatLabel('Website', website),
    ...formatLabel('Contact', contactInfo),
    ...named.filter(({ kind }) => kind !== 'name').map((indicator) => `${formatKind(indicator)}: ${indicator.value}`),
  ];
  const found = [verdictTexts[verdict].long, findVerdictReason(verdict, reasonCode)?.publicText ?? ''];
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

/** Renders the report as a tagged PDF. */
export async function renderReportPdf(input: ReportPdfInput): Promise<Buffer> {
  const doc = new PDFDocument({
    size: page.size,
    margin: page.margin,
    lang: 'en-JM',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    info: { Title: 'Scam report', Author: input.company, CreationDate: input.now, ModDate: input.now },
  });
  for (const [name, bytes] of Object.entries(receiptFonts)) doc.registerFont(name, bytes);
  doc.markContent('Artifact', { type: 'Layout' });
  drawLogo(doc, page.margin, page.margin - 8);
  doc.endMarkedContent();
  doc.y = page.margin + 34;
  for (const [kind, text] of getReportParts(input)) writePart(doc, kind, text);
  doc.end();
  return buffer(doc);
}
