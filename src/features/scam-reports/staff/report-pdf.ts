import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatDate } from '../../../ui/format.ts';
import type { ProsePart, ProsePdf } from '../../receipts/prose-pdf.ts';
import type { Verdict } from '../types.ts';
import { formatKind, verdictTexts, warningNotes } from '../warning-texts.ts';
import { findVerdictReason } from './reasons.ts';
import type { ReportToAnswer } from './verdict-store.ts';

type ReportPdfInput = { readonly facts: ReportPdfFacts; readonly company: string; readonly now: Date };

type ReportPdfFacts = Pick<
  ReportToAnswer,
  'name' | 'website' | 'contactInfo' | 'description' | 'createdAt' | 'named'
> & { readonly verdict: Verdict; readonly reasonCode: string; readonly message: string };

const formatLabel = (name: string, value: string | null): string[] => (value ? [`${name}: ${value}`] : []);

export function getReportPdf({ facts, company, now }: ReportPdfInput): ProsePdf {
  const { name, website, contactInfo, description, createdAt, named, verdict, reasonCode, message } = facts;
  const day = (at: Date) => formatDate(jamaicaDay(at));
  const lines = [
    ...formatLabel('Name', name),
    ...formatLabel('Website', website),
    ...formatLabel('Contact', contactInfo),
    ...named.filter(({ kind }) => kind !== 'name').map((indicator) => `${formatKind(indicator)}: ${indicator.value}`),
  ];
  const found = [verdictTexts[verdict].long, findVerdictReason(verdict, reasonCode)?.publicText ?? ''];
  const parts: readonly ProsePart[] = [
    ['H1', 'Scam report'],
    ['P', `Reported on ${day(createdAt)}, answered on ${day(now)}.`],
    ['H2', 'What you reported'],
    ...lines.map((line) => ['P', line] as const),
    ['P', description],
    ['H2', 'What we found'],
    ...[...found, message].filter(Boolean).map((text) => ['P', text] as const),
    ['H2', 'Please note'],
    ['P', warningNotes.ours],
    ['P', warningNotes.unsafe],
  ];
  return { title: 'Scam report', company, parts, now };
}
