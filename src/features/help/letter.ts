import { jamaicaDay } from '../../kernel/calendar.ts';
import { formatMessage } from '../../kernel/message-template.ts';
import { formatDate } from '../../ui/format.ts';
import type { ProsePart, ProsePdf } from '../receipts/prose-pdf.ts';
import { isFinal } from './conversation.ts';
import { aboutLabels, complaintNotes, letterTexts, outcomeLabels } from './customer-messages.ts';
import type { Conversation } from './store.ts';

const formatDay = (moment: Date): string => formatDate(jamaicaDay(moment));

type Letter = {
  readonly complaint: Conversation & { readonly complainedAt: Date };
  readonly customer: string;
  /** Text of the message that was the complaint. */
  readonly text: string;
  readonly company: { readonly name: string; readonly supportEmail: string; readonly phone: string };
};

/** The letter about a decided complaint: the decision, and after a review our final position. */
export function buildLetter({ complaint, customer, text, company }: Letter): ProsePdf {
  const { reference, about, complainedAt, reviewRequestedAt, decisions } = complaint;
  const title = isFinal(complaint) ? letterTexts.final : letterTexts.decision;
  const decided = decisions.flatMap(({ stage, outcome, reasons, decidedAt }): ProsePart[] => [
    ['H2', formatMessage(letterTexts[stage], { date: formatDay(decidedAt) })],
    ...(stage === 'review' && reviewRequestedAt
      ? [['P', formatMessage(letterTexts.requested, { date: formatDay(reviewRequestedAt) })] as const]
      : []),
    ['P', `${outcomeLabels[outcome].title}. ${outcomeLabels[outcome].text}`],
    ['P', reasons],
  ]);
  const aboutPart: ProsePart[] = about
    ? [['P', formatMessage(letterTexts.about, { about: formatMessage(aboutLabels[about.kind], { name: about.name }) })]]
    : [];
  const parts: ProsePart[] = [
    ['P', `${company.supportEmail}, ${company.phone}`],
    ['H1', title],
    ['P', customer],
    ['P', formatMessage(letterTexts.reference, { reference, date: formatDay(complainedAt) })],
    ...aboutPart,
    ['H2', letterTexts.complaint],
    ['P', text],
    ...decided,
    ['H2', letterTexts.nextTitle],
    ...(reviewRequestedAt ? [] : [['P', letterTexts.reviewOffer] as const]),
    ['P', complaintNotes.next],
  ];
  return { title, company: company.name, parts, now: decisions.at(-1)?.decidedAt ?? complainedAt };
}
