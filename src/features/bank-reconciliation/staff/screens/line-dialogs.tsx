import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { formatAmount, formatPlainAmount } from '../../../ledger/amount.ts';
import { selectableReasons } from '../../line-rules.ts';
import { dismissalLabels, lineToasts, reasonLabels } from '../../messages.ts';
import {
  AskPayerName,
  ConfirmLine,
  DismissLine,
  emptyPayerInput,
  ProposeDistinct,
  RestoreLine,
  SplitLine,
} from '../../schema.ts';
import { formatDuplicate, type Line, type LineMatch, type LineRequest, Match } from './line-item.tsx';

const noAutoComplete = { autoComplete: 'off' } as const;
const { bankLines } = api;
const note = { label: 'Note', labelNote: 'For staff', rows: 2 };

type LineProps = { line: Line };
type MatchProps = LineProps & { match: LineMatch };

const LineFacts = ({ line, match }: { line: Line; match?: LineMatch }) => (
  <DetailsList
    isFrozen
    details={[
      ['Received', formatAmount(line.amount)],
      ['From', [line.payer, line.bank, line.account].filter(Boolean).join(', ') || 'Unknown'],
      ['Reference', line.reference || 'No reference'],
      ['Description', line.details || 'None'],
      ...(match
        ? ([
            ['For', `${match.reference}, ${match.name}, ${formatAmount(match.amount)}`],
            ['Why', match.reasons.map((reason) => reasonLabels[reason]).join(', ')],
          ] as const)
        : []),
    ]}
  />
);

type FieldProps = (name: 'payerBank' | 'payerAccount' | 'payerHolder') => object;

const MissingPayer = ({ line, field }: { line: Line; field: FieldProps }) => (
  <>
    {line.payer === '' && (
      <Field
        label="Paid by"
        hint="The account holder as the bank shows it, not from the transfer description."
        {...noAutoComplete}
        {...field('payerHolder')}
      />
    )}
    {line.bank === '' && <Field label="Payer's bank" {...noAutoComplete} {...field('payerBank')} />}
    {line.account === '' && (
      <Field
        label="Payer's account"
        hint="Any refund goes to this account only."
        {...noAutoComplete}
        {...field('payerAccount')}
      />
    )}
  </>
);

const describeOutcome = (act: keyof typeof lineToasts & LineRequest['act']) => ({
  stale: [api.bankLines.key(), api.unallocated.key(), api.desk.key(), api.paymentsDesk.key()],
  success: () => toastSuccess(lineToasts[act]),
});

const ConfirmDialog = defineAction(ConfirmLine, bankLines.confirm, ({ line, match }: MatchProps) => ({
  ...describeOutcome('confirm'),
  title: 'Confirm payment',
  confirmLabel: 'Confirm payment',
  start: { lineId: line.id, kind: match.kind, id: match.id, ...emptyPayerInput },
  details: <LineFacts line={line} match={match} />,
  fields: ({ field }) => (
    <>
      <MissingPayer line={line} field={field} />
      <TextField {...note} hint="If someone else paid, explain why this is the customer's money." {...field('note')} />
    </>
  ),
}));

const AskDialog = defineAction(AskPayerName, bankLines.askName, ({ line, match }: MatchProps) => ({
  ...describeOutcome('askName'),
  title: 'Ask about the name',
  confirmLabel: 'Ask the customer',
  start: { lineId: line.id, kind: match.kind, id: match.id, note: '' },
  hint: "We'll tell the customer that the name doesn't match and what to do. The line stays open.",
  details: <LineFacts line={line} match={match} />,
  fields: { note },
}));

type Parts = Record<'firstReference' | 'firstAmount' | 'secondReference' | 'secondAmount', string>;

const partsIn = ({ firstReference, firstAmount, secondReference, secondAmount }: Parts) =>
  [
    { of: 'first', reference: firstReference, amount: firstAmount },
    { of: 'second', reference: secondReference, amount: secondAmount },
  ].filter(({ reference }) => reference.trim() !== '');

/** Validates with the schema of the command, and assigns errors about parts to their fields. */
const buildSplitRules = (values: SplitInput) =>
  z.unknown().superRefine((_, context) => {
    for (const { path, message } of SplitLine.safeParse(buildSplit(values)).error?.issues ?? []) {
      const [name, at, part] = path;
      const { of } = partsIn(values)[Number(at)] ?? { of: 'first' };
      const field = name === 'parts' ? `${of}${part === 'reference' ? 'Reference' : 'Amount'}` : String(name);
      context.addIssue({ code: 'custom', message, path: [field] });
    }
  });

const getSplitStart = (line: Line) => ({
  lineId: line.id,
  firstReference: '',
  firstAmount: formatPlainAmount(line.amount),
  secondReference: '',
  secondAmount: '',
  ...emptyPayerInput,
});
type SplitInput = ReturnType<typeof getSplitStart>;

const buildSplit = ({ lineId, payerBank, payerAccount, payerHolder, note, ...parts }: SplitInput) => ({
  lineId,
  payerBank,
  payerAccount,
  payerHolder,
  note,
  parts: partsIn(parts).map(({ reference, amount }) => ({ reference, amount })),
});

type PartProps = { line: Line; label: string; reference: object; amount: object };

const PartFields = ({ line, label, reference, amount }: PartProps) => (
  <div className="pair">
    <Field label={label} labelNote="Optional" {...noAutoComplete} {...reference} />
    <Field label="Amount" inputMode="decimal" suffix={line.amount.currency} {...noAutoComplete} {...amount} />
  </div>
);

const SplitDialog = defineAction(buildSplitRules, bankLines.split, ({ line }: LineProps) => ({
  ...describeOutcome('split'),
  title: 'Split or leave unallocated',
  confirmLabel: 'Record payment',
  start: getSplitStart(line),
  body: buildSplit,
  hint: 'Any amount without a reference becomes unallocated money.',
  details: <LineFacts line={line} />,
  fields: ({ field }) => (
    <>
      <PartFields
        line={line}
        label="Order or payment"
        reference={field('firstReference')}
        amount={field('firstAmount')}
      />
      <PartFields
        line={line}
        label="Second order or payment"
        reference={field('secondReference')}
        amount={field('secondAmount')}
      />
      <MissingPayer line={line} field={field} />
      <TextField {...note} {...field('note')} />
    </>
  ),
}));

function getLikelyDismissal({ sameAs }: Line): { reason: (typeof selectableReasons)[number]; reference: string } {
  if (sameAs?.against === 'returned') return { reason: 'bounced', reference: '' };
  if (!sameAs?.byHand) return { reason: sameAs && !sameAs.against ? 'same_line' : 'bank_matter', reference: '' };
  return { reason: sameAs.byHand === 'in' ? 'recorded' : 'bounced', reference: sameAs.reference };
}

const dismissalOptions = selectableReasons.map((value) => ({ value, name: dismissalLabels[value] }));

const DismissDialog = defineAction(DismissLine, bankLines.dismissLine, ({ line }: LineProps) => ({
  ...describeOutcome('setAside'),
  title: 'Dismiss line',
  confirmLabel: 'Dismiss',
  start: { lineId: line.id, ...getLikelyDismissal(line), note: '' },
  details: <LineFacts line={line} />,
  fields: ({ form }) => ({
    reason: { label: 'Reason', options: dismissalOptions },
    reference: form.get('reason') === 'recorded' && {
      label: 'Recorded under',
      hint: "The reference that was entered. You'll find it on the order or payment.",
      ...noAutoComplete,
    },
    note,
  }),
}));

const RestoreDialog = defineAction(RestoreLine, bankLines.restoreLine, ({ line }: LineProps) => ({
  ...describeOutcome('bringBack'),
  title: 'Restore line',
  confirmLabel: 'Restore',
  start: { lineId: line.id },
  details: <LineFacts line={line} />,
}));

const DistinctDialog = defineAction(ProposeDistinct, bankLines.proposeDistinct, ({ line }: LineProps) => ({
  ...describeOutcome('proposeTwo'),
  title: 'Confirm as a different payment',
  confirmLabel: 'Send for approval',
  start: { lineId: line.id, note: '' },
  details: (
    <>
      {line.sameAs && <p>{formatDuplicate(line.sameAs)}</p>}
      <LineFacts line={line} />
    </>
  ),
  fields: { note: { ...note, hint: 'Explain how the bank shows two separate payments.' } },
}));

type FindProps = LineProps & { onClose: () => void; onRequest: (request: LineRequest) => void };

function FindDialog({ line, onClose, onRequest }: FindProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const query = useQuery(
    api.bankLines.find.queryOptions({ input: { lineId: line.id, search }, enabled: search.length > 1 }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Find a match"
      actions={
        <Button variant="line" onClick={onClose}>
          Back
        </Button>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setSearch(typed.trim());
        }}
      >
        <LineFacts line={line} />
        <Field
          id="find-awaited"
          label="Reference, name or amount"
          {...noAutoComplete}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">Find</Button>
      </form>
      {search.length > 1 && !query.data && (
        <QueryPlaceholder query={query} text="We couldn't search. Please try again." lines={[60, 90]} />
      )}
      {query.data?.matches.length === 0 && <p role="status">No expected payment matches.</p>}
      <ul className="notes">
        {query.data?.matches.map((match) => (
          <Match key={match.id} match={match} line={line} onRequest={onRequest} />
        ))}
      </ul>
    </Dialog>
  );
}

const lineDialogs = {
  split: SplitDialog,
  proposeTwo: DistinctDialog,
  setAside: DismissDialog,
  bringBack: RestoreDialog,
};

export function LineDialog({ request, ...props }: Omit<FindProps, 'line'> & { request: LineRequest }) {
  const { act, line } = request;
  if (act === 'find') return <FindDialog line={line} {...props} />;
  if (act === 'confirm') return <ConfirmDialog line={line} match={request.match} onClose={props.onClose} />;
  if (act === 'askName') return <AskDialog line={line} match={request.match} onClose={props.onClose} />;
  const ActDialog = lineDialogs[act];
  return <ActDialog line={line} onClose={props.onClose} />;
}
