import type { z } from 'zod';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { formatCsvRow, utf8Bom } from '../../../../kernel/csv-format.ts';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { downloadText } from '../../../../ui/admin/download-text.ts';
import { api, type call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { categories, limits, outcomes } from '../../conversation.ts';
import { aboutLabels, categoryLabels, outcomeLabels } from '../../customer-messages.ts';
import { Decide, OneConversation, RecordMessage, RegisterPeriod } from '../../schema.ts';
import { helpDeskHints, helpDeskNotices, stateWords } from '../../staff-messages.ts';

type Props = { readonly conversationId: string };

const stale = [api.helpDesk.key()];

const describeDecision = ({ conversationId }: Props) => ({
  confirmLabel: 'Send decision',
  wide: true,
  start: { conversationId, outcome: '', reasons: '' } as never,
  stale,
  success: () => toastSuccess(helpDeskNotices.decided),
  hint: helpDeskHints.tippingOff,
  fields: {
    outcome: {
      label: 'Decision',
      emptyLabel: 'Choose',
      options: outcomes.map((value) => ({ value, name: outcomeLabels[value].title })),
    },
    reasons: {
      label: 'Reasons',
      hint: 'The customer reads this in the app and in the letter.',
      rows: 8,
      maxLength: limits.messageLength,
    },
  },
});

export const DecideDialog = defineAction(Decide, api.helpDesk.decide, (props: Props) => ({
  title: 'Decide the complaint',
  ...describeDecision(props),
}));

export const ReviewDialog = defineAction(Decide, api.helpDesk.review, (props: Props) => ({
  title: 'Review the decision',
  ...describeDecision(props),
}));

const RecordForm = RecordMessage.omit({ key: true });

export const RecordDialog = defineAction(RecordForm, api.helpDesk.record, (_props: object) => ({
  title: 'Record a message',
  confirmLabel: 'Record',
  start: {
    email: '',
    kind: 'complaint',
    category: '',
    receivedOn: jamaicaDay(serverNow()),
    message: '',
  } as never,
  body: (values: z.input<typeof RecordForm>, key: string) => ({ ...values, key }),
  stale,
  success: () => toastSuccess(helpDeskNotices.recorded),
  onDone: ({ conversationId }, navigate) => void navigate(`/admin/help/${conversationId}`),
  hint: 'For what a customer wrote by email or said on the phone. Deadlines count from the day you received it.',
  fields: {
    email: { label: 'Email of the account', type: 'email', autoComplete: 'off' },
    kind: {
      label: 'Kind',
      options: [
        { value: 'complaint', name: 'Complaint' },
        { value: 'question', name: 'Question' },
      ],
    },
    category: {
      label: 'Topic',
      emptyLabel: 'Choose',
      options: categories.map((value) => ({ value, name: categoryLabels[value] })),
    },
    receivedOn: { label: 'Received on', type: 'date' },
    message: { label: 'Message', hint: 'The customer can read it.', rows: 5, maxLength: limits.messageLength },
  },
}));

export const MarkDialog = defineAction(OneConversation, api.helpDesk.markComplaint, ({ conversationId }: Props) => ({
  title: 'Treat as a complaint',
  confirmLabel: 'Mark as complaint',
  start: { conversationId },
  stale,
  success: () => toastSuccess(helpDeskNotices.marked),
  hint: helpDeskNotices.marked.text,
}));

type Register = Awaited<ReturnType<typeof call.helpDesk.register>>;

const formatMoment = (moment: Date | null): string => (moment ? formatDateTime(moment, { year: true }) : '');
const formatOutcome = (outcome: Register['lines'][number]['outcome']): string =>
  outcome ? outcomeLabels[outcome].title : '';

const csvHeader = [
  'Reference',
  'Customer',
  'About',
  'Topic',
  'Received',
  'Confirm by',
  'Confirmed',
  'Decide by',
  'Decided',
  'Decision',
  'Review requested',
  'Review by',
  'Reviewed',
  'Final position',
  'Status',
];

/** Builds the register as a CSV. Times are Jamaica time. */
const buildCsv = ({ lines }: Register): string =>
  utf8Bom +
  formatCsvRow(csvHeader) +
  lines
    .map((line) =>
      formatCsvRow([
        line.reference,
        line.customer,
        line.about ? formatMessage(aboutLabels[line.about.kind], { name: line.about.name }) : '',
        categoryLabels[line.category],
        ...[line.complainedAt, line.acknowledgeBy, line.acknowledgedAt, line.decideBy, line.decidedAt].map(
          formatMoment,
        ),
        formatOutcome(line.outcome),
        ...[line.reviewRequestedAt, line.reviewBy, line.reviewedAt].map(formatMoment),
        formatOutcome(line.finalOutcome),
        stateWords[line.state],
      ]),
    )
    .join('');

export const RegisterDialog = defineAction(RegisterPeriod, api.helpDesk.register, (_props: object) => {
  const today = jamaicaDay(serverNow());
  return {
    title: 'Complaints register',
    confirmLabel: 'Download CSV',
    start: { from: `${today.slice(0, 4)}-01-01`, until: today },
    stale: [],
    success: (register) =>
      downloadText(`complaints-until-${register.until}.csv`, buildCsv(register), 'text/csv;charset=utf-8'),
    hint: 'All complaints received in these days, with their deadlines and decisions. The download is logged.',
    fields: {
      from: { label: 'From', type: 'date' },
      until: { label: 'Until', type: 'date' },
    },
  };
});
