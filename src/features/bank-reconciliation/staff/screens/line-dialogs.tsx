import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { QueryPlaceholder } from '../../../../ui/query-placeholder.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { formatAmount, formatPlainAmount } from '../../../ledger/amount.ts';
import { selectableReasons } from '../../dismissal-reasons.ts';
import { dismissalLabels, reasonLabels } from '../../messages.ts';
import { lineToasts } from '../../notices.ts';
import {
  AskPayerName,
  ConfirmLine,
  DismissLine,
  emptyPayerInput,
  ProposeDistinct,
  RestoreLine,
  SplitLine,
} from '../../schema.ts';
import { formatDuplicate, type Line } from './line-duplicate.tsx';
import { type LineMatch, type LineRequest, Match } from './line-item.tsx';

const noAutoComplete = { autoComplete: 'off' } as const;
const { bankLines } = api;
const note = { label: 'Note', labelNote: 'For staff', rows: 2 };

const stale = [api.bankLines.key(), api.unassigned.key(), api.desk.key(), api.paymentsDesk.key()];
const useOutcome = (act: keyof typeof lineToasts & LineRequest['act'], onClose: () => void) =>
  useFormOutcome(stale, { onClose, onSuccess: () => toastSuccess(lineToasts[act]) });

type Props = { line: Line; onClose: () => void };
type MatchProps = Props & { match: LineMatch };

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

function ConfirmDialog({ line, match, onClose }: MatchProps) {
  const start = { lineId: line.id, kind: match.kind, id: match.id, ...emptyPayerInput };
  const { field, busy, submit } = useCommandForm(ConfirmLine, bankLines.confirm, {
    start,
    ...useOutcome('confirm', onClose),
  });
  return (
    <ActionDialog title="Confirm payment" says="Confirm payment" {...{ busy, submit, onClose }}>
      <LineFacts line={line} match={match} />
      <MissingPayer line={line} field={field} />
      <TextField {...note} hint="If someone else paid, explain why this is the customer's money." {...field('note')} />
    </ActionDialog>
  );
}

function AskDialog({ line, match, onClose }: MatchProps) {
  const start = { lineId: line.id, kind: match.kind, id: match.id, note: '' };
  const { field, busy, submit } = useCommandForm(AskPayerName, bankLines.askName, {
    start,
    ...useOutcome('askName', onClose),
  });
  return (
    <ActionDialog title="Ask about the name" says="Ask the customer" {...{ busy, submit, onClose }}>
      <p className="ink-2">We'll tell the customer that the name doesn't match and what to do. The line stays open.</p>
      <LineFacts line={line} match={match} />
      <TextField {...note} {...field('note')} />
    </ActionDialog>
  );
}

type Parts = Record<'firstReference' | 'firstAmount' | 'secondReference' | 'secondAmount', string>;

const partsIn = ({ firstReference, firstAmount, secondReference, secondAmount }: Parts) =>
  [
    { of: 'first', reference: firstReference, amount: firstAmount },
    { of: 'second', reference: secondReference, amount: secondAmount },
  ].filter(({ reference }) => reference.trim() !== '');

/** Validates with the schema of the command, and assigns errors about parts to their fields. */
const buildSplitRules = <Typed extends Parts>(values: Typed, body: (values: Typed) => object) =>
  z.unknown().superRefine((_, context) => {
    for (const { path, message } of SplitLine.safeParse(body(values)).error?.issues ?? []) {
      const [name, at, part] = path;
      const { of } = partsIn(values)[Number(at)] ?? { of: 'first' };
      const field = name === 'parts' ? `${of}${part === 'reference' ? 'Reference' : 'Amount'}` : String(name);
      context.addIssue({ code: 'custom', message, path: [field] });
    }
  });

function SplitDialog({ line, onClose }: Props) {
  const start = {
    ...{ lineId: line.id, firstReference: '', firstAmount: formatPlainAmount(line.amount) },
    ...{ secondReference: '', secondAmount: '', ...emptyPayerInput },
  };
  type Typed = typeof start;
  const body = ({ lineId, payerBank, payerAccount, payerHolder, note: noteText, ...parts }: Typed) => ({
    ...{ lineId, payerBank, payerAccount, payerHolder, note: noteText },
    parts: partsIn(parts).map(({ reference, amount }) => ({ reference, amount })),
  });
  const { field, busy, submit } = useCommandForm((values: Typed) => buildSplitRules(values, body), bankLines.split, {
    ...{ start, body },
    ...useOutcome('split', onClose),
  });
  return (
    <ActionDialog title="Split or leave unassigned" says="Record payment" {...{ busy, submit, onClose }}>
      <p className="ink-2">Any amount without a reference becomes unassigned money.</p>
      <LineFacts line={line} />
      <div className="pair">
        <Field label="Order or payment" labelNote="Optional" {...noAutoComplete} {...field('firstReference')} />
        <Field
          label="Amount"
          inputMode="decimal"
          suffix={line.amount.currency}
          {...noAutoComplete}
          {...field('firstAmount')}
        />
      </div>
      <div className="pair">
        <Field label="Second order or payment" labelNote="Optional" {...noAutoComplete} {...field('secondReference')} />
        <Field
          label="Amount"
          inputMode="decimal"
          suffix={line.amount.currency}
          {...noAutoComplete}
          {...field('secondAmount')}
        />
      </div>
      <MissingPayer line={line} field={field} />
      <TextField {...note} {...field('note')} />
    </ActionDialog>
  );
}

function getLikelyDismissal({ sameAs }: Line): { reason: (typeof selectableReasons)[number]; reference: string } {
  if (sameAs?.against === 'returned') return { reason: 'bounced', reference: '' };
  if (!sameAs?.byHand) return { reason: sameAs && !sameAs.against ? 'same_line' : 'bank_matter', reference: '' };
  return { reason: sameAs.byHand === 'in' ? 'recorded' : 'bounced', reference: sameAs.reference };
}

function DismissDialog({ line, onClose }: Props) {
  const start = { lineId: line.id, ...getLikelyDismissal(line), note: '' };
  const { field, form, busy, submit } = useCommandForm(DismissLine, bankLines.dismissLine, {
    start,
    ...useOutcome('setAside', onClose),
  });
  const options = selectableReasons.map((value) => ({ value, name: dismissalLabels[value] }));
  return (
    <ActionDialog title="Dismiss line" says="Dismiss" {...{ busy, submit, onClose }}>
      <LineFacts line={line} />
      <SelectField label="Reason" options={options} {...field('reason')} />
      {form.get('reason') === 'recorded' && (
        <Field
          label="Recorded under"
          hint="The reference that was entered. You'll find it on the order or payment."
          {...noAutoComplete}
          {...field('reference')}
        />
      )}
      <TextField {...note} {...field('note')} />
    </ActionDialog>
  );
}

function RestoreDialog({ line, onClose }: Props) {
  const { busy, submit } = useCommandForm(RestoreLine, bankLines.restoreLine, {
    start: { lineId: line.id },
    ...useOutcome('bringBack', onClose),
  });
  return (
    <ActionDialog title="Restore line" says="Restore" {...{ busy, submit, onClose }}>
      <LineFacts line={line} />
    </ActionDialog>
  );
}

function DistinctDialog({ line, onClose }: Props) {
  const { field, busy, submit } = useCommandForm(ProposeDistinct, bankLines.proposeDistinct, {
    start: { lineId: line.id, note: '' },
    ...useOutcome('proposeTwo', onClose),
  });
  return (
    <ActionDialog title="Confirm as a different payment" says="Send for approval" {...{ busy, submit, onClose }}>
      {line.sameAs && <p>{formatDuplicate(line.sameAs)}</p>}
      <LineFacts line={line} />
      <TextField {...note} hint="Explain how the bank shows two separate payments." {...field('note')} />
    </ActionDialog>
  );
}

function FindDialog({ line, onClose, onRequest }: Props & { onRequest: (request: LineRequest) => void }) {
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

type DialogProps = { request: LineRequest; onRequest: (request: LineRequest) => void; onClose: () => void };

export function LineDialog({ request, onRequest, onClose }: DialogProps) {
  const { line } = request;
  if (request.act === 'confirm') return <ConfirmDialog line={line} match={request.match} onClose={onClose} />;
  if (request.act === 'askName') return <AskDialog line={line} match={request.match} onClose={onClose} />;
  if (request.act === 'find') return <FindDialog line={line} onRequest={onRequest} onClose={onClose} />;
  if (request.act === 'split') return <SplitDialog line={line} onClose={onClose} />;
  if (request.act === 'proposeTwo') return <DistinctDialog line={line} onClose={onClose} />;
  return request.act === 'setAside' ? (
    <DismissDialog line={line} onClose={onClose} />
  ) : (
    <RestoreDialog line={line} onClose={onClose} />
  );
}
