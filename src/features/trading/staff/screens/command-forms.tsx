import { type ComponentProps, type ReactNode, useState } from 'react';
import { z } from 'zod';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import type { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { formatDateTime, formatStatus } from '../../../../ui/format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { RejectionReason } from '../../../approvals/schema.ts';
import { getReferenceLabel } from '../../../ledger/movement.ts';
import type { Rail } from '../../../ledger/movement-reference.ts';
import { Moved, Note, Reason, Reference, Undo } from '../../../ledger/schema.ts';
import type { Case } from './data.ts';
import { FrozenDetails, getFrozenDetails } from './order-details.tsx';

export const today = () => jamaicaDay(serverNow());

type Fields = Readonly<Record<'movedOn' | 'movedTime', object>>;

/** The time decides the price. Without a time, the end of the day is used, so coins require a time (`timed`). */
export const MovedAtFields = ({ fields, says, timed }: { fields: Fields; says: string; timed?: boolean }) => (
  <div className="pair">
    <Field label={says} type="date" max={today()} {...fields.movedOn} />
    <Field label="At" labelNote={timed ? 'Jamaica time, of the block' : 'If known'} type="time" {...fields.movedTime} />
  </div>
);

/** Dialog props of a form, and its callbacks after submission. */
export type DialogFrame = {
  readonly dialog: Pick<ComponentProps<typeof ActionDialog>, 'title' | 'says' | 'grave' | 'onClose'>;
  readonly outcome: ReturnType<typeof useFormOutcome>;
};

type FormProps<Typed> = {
  frame: DialogFrame;
  send: (typed: Typed) => Promise<unknown>;
  hint?: ReactNode;
};

export const noAutofill = { autoComplete: 'off' } as const;

/** Wraps a function in the shape that `useCommandForm` expects. */
export const toCommand = <In,>(mutationFn: (input: In) => Promise<unknown>) => ({
  mutationOptions: () => ({ mutationFn }),
});

/** Keeps the first callback: a decision must apply to the proposal that was shown, not to its replacement. */
const useStableCommand = <In,>(send: (typed: In) => Promise<unknown>) => useState(() => toCommand(send))[0];

export const NoteField = (field: FormField) => (
  <TextField label="Note for staff" labelNote="Optional" rows={2} {...field} />
);

type CodedReason = { readonly code: string; readonly customer: string | null; readonly staff: string };

function ReasonTexts({ reason }: { reason: CodedReason | undefined }) {
  if (!reason) return null;
  return (
    <div className="reads">
      <p>
        <b>Customer sees:</b> {reason.customer ?? 'Nothing. Only staff see this.'}
      </p>
      <p className="ink-2">
        <b>Staff:</b> {reason.staff}
      </p>
    </div>
  );
}

/** Reason select with the texts that customer and staff will see. */
export const ReasonField = ({
  reasons,
  code,
  ...field
}: FormField & { reasons: readonly CodedReason[]; code: string }) => (
  <div>
    <SelectField
      label="Reason"
      emptyLabel="Choose a reason"
      options={reasons.map((reason) => ({ value: reason.code, name: formatStatus(reason.code) }))}
      {...field}
    />
    <ReasonTexts reason={reasons.find((reason) => reason.code === code)} />
  </div>
);

const Hint = ({ says }: { says: ReactNode }) => says && <p className="ink-2">{says}</p>;

const NoteInput = z.object({ note: Note });
/** Rejecting another person's proposal requires a reason. */
const RejectionInput = z.object({ note: RejectionReason });

type NoteFormProps = FormProps<z.input<typeof NoteInput>> & {
  isRejection?: boolean;
  /** True when the note must describe the transaction on the blockchain. */
  needsChainCheck?: boolean;
  children: ReactNode;
};

export function NoteForm({ frame, send, hint, isRejection = false, needsChainCheck = false, children }: NoteFormProps) {
  const { field, busy, submit } = useCommandForm(isRejection ? RejectionInput : NoteInput, useStableCommand(send), {
    start: { note: '' },
    ...frame.outcome,
  });
  return (
    <ActionDialog {...frame.dialog} busy={busy} submit={submit}>
      <Hint says={hint} />
      {children}
      {isRejection ? (
        <TextField
          label="Reason for rejecting"
          hint="Shown to your colleague in the history."
          rows={2}
          maxLength={500}
          {...field('note')}
        />
      ) : needsChainCheck ? (
        <TextField
          label="What the chain shows"
          hint="Check the sender, recipient and amount in a block explorer."
          rows={2}
          {...field('note')}
        />
      ) : (
        <NoteField {...field('note')} />
      )}
    </ActionDialog>
  );
}

const ReasonInput = z.object({ reasonCode: Reason, note: Note });

type ReasonFormProps = FormProps<z.input<typeof ReasonInput>> & {
  reasons: readonly CodedReason[];
  children?: ReactNode;
};

export function ReasonForm({ frame, send, hint, reasons, children }: ReasonFormProps) {
  const start = { reasonCode: '', note: '' };
  const { form, field, busy, submit } = useCommandForm(ReasonInput, useStableCommand(send), {
    start,
    ...frame.outcome,
  });
  return (
    <ActionDialog {...frame.dialog} busy={busy} submit={submit}>
      <Hint says={hint} />
      {children}
      <ReasonField reasons={reasons} code={form.get('reasonCode')} {...field('reasonCode')} />
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}

const kindLabels = { payout: 'Payout', return: 'Refund' } as const;

type ApprovedTransfer = Pick<Case['leaving'][number], 'id' | 'approvedAt' | 'leftId' | 'frozen'> & {
  readonly kind?: keyof typeof kindLabels;
};

const SentInput = z.object({ reference: Reference, ...Moved, note: Note });

type SentFormProps = FormProps<z.input<typeof SentInput>> & {
  approved: Pick<ApprovedTransfer, 'frozen'> | undefined;
  rail: Rail;
};

export function SentForm({ frame, send, hint, approved, rail }: SentFormProps) {
  const start = { reference: '', movedOn: today(), movedTime: '', note: '' };
  const { field, busy, submit } = useCommandForm(SentInput, useStableCommand(send), { start, ...frame.outcome });
  return (
    <ActionDialog {...frame.dialog} busy={busy} submit={submit}>
      <Hint says={hint} />
      {approved && <FrozenDetails details={getFrozenDetails(approved.frozen)} />}
      <Field
        label={getReferenceLabel(rail)}
        hint="Each reference can be recorded only once."
        {...noAutofill}
        {...field('reference')}
      />
      <MovedAtFields says="Sent on" fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}

const UndoInput = z.object(Undo);

type UndoFormProps = Omit<FormProps<z.input<typeof UndoInput>>, 'hint'> & {
  leaving: readonly ApprovedTransfer[];
  /** Reasons for an unsent transfer (`undo`) and for a returned transfer (`bounce`). */
  reasons: Readonly<Record<'undo' | 'bounce', readonly CodedReason[]>>;
};

export function UndoForm({ frame, send, leaving, reasons }: UndoFormProps) {
  const start = {
    ...{ proposalId: leaving[0]?.id ?? '', reasonCode: '', evidence: '' },
    ...{ reference: '', movedOn: '', movedTime: '', note: '' },
  };
  const { form, field, busy, submit } = useCommandForm(UndoInput, useStableCommand(send), { start, ...frame.outcome });
  const chosen = leaving.find(({ id }) => id === form.get('proposalId'));
  return (
    <ActionDialog {...frame.dialog} busy={busy} submit={submit}>
      <Hint says="A second person decides. A recorded reference can't be used again." />
      {leaving.length > 1 && (
        <SelectField
          label="Approval to undo"
          options={leaving.map(({ id, kind = 'return', approvedAt }) => ({
            value: id,
            name: `${kindLabels[kind]}, approved ${formatDateTime(approvedAt)}`,
          }))}
          {...field('proposalId')}
        />
      )}
      {chosen && <FrozenDetails details={getFrozenDetails(chosen.frozen)} />}
      <ReasonField
        reasons={reasons[chosen?.leftId ? 'bounce' : 'undo']}
        code={form.get('reasonCode')}
        {...field('reasonCode')}
      />
      <TextField
        label="Evidence"
        hint="Such as the bank line or a block explorer link."
        rows={3}
        {...field('evidence')}
      />
      {chosen?.leftId && (
        <>
          <Field label="Refund reference" labelNote="If there is one" {...noAutofill} {...field('reference')} />
          <MovedAtFields says="Returned on" fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
        </>
      )}
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}
