import { type ComponentProps, type ReactNode, useState } from 'react';
import { z } from 'zod';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import type { useDone } from '../../../../ui/desk/use-reread.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { momentText, statusWord } from '../../../../ui/format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { WhyRejected } from '../../../approvals/schema.ts';
import { referenceWords } from '../../../movements/movement.ts';
import type { Rail } from '../../../movements/movement-reference.ts';
import { Moved, Note, Reason, Reference, Undo } from '../../../movements/schema.ts';
import type { Case } from './data.ts';
import { Frozen, frozenFacts } from './order-facts.tsx';
import { today, WhenFields } from './when-fields.tsx';

/** What is around the form of an act: its dialog, and what follows it. */
export type Around = {
  readonly dialog: Pick<ComponentProps<typeof ActDialog>, 'title' | 'says' | 'grave' | 'onClose'>;
  readonly outcome: ReturnType<typeof useDone>;
};

type FormProps<Typed> = {
  around: Around;
  /** Carries the act out with what was typed. */
  send: (typed: Typed) => Promise<unknown>;
  hint?: ReactNode;
};

export const off = { autoComplete: 'off' } as const;

/** A command of the desk, as a form takes it. */
export const command = <In,>(mutationFn: (input: In) => Promise<unknown>) => ({
  mutationOptions: () => ({ mutationFn }),
});

/** What is sent names what stood there when the dialog opened: another that took its place meanwhile is not decided. */
const useAsOpened = <In,>(send: (typed: In) => Promise<unknown>) => useState(() => command(send))[0];

export const NoteField = (field: HeldField) => (
  <TextField label="Note for staff" aside="Optional" rows={2} {...field} />
);

type AnyReason = { readonly code: string; readonly customer: string | null; readonly staff: string };

/** The text that belongs to the chosen code, before it is sent. */
function ReasonTexts({ reason }: { reason: AnyReason | undefined }) {
  if (!reason) return null;
  return (
    <div className="reads">
      <p>
        <b>Customer reads:</b> {reason.customer ?? 'nothing. This stays among staff.'}
      </p>
      <p className="ink-2">
        <b>Staff:</b> {reason.staff}
      </p>
    </div>
  );
}

/** A coded reason out of a list, with the words that it stands for. */
export const ReasonField = ({
  reasons,
  code,
  ...field
}: HeldField & { reasons: readonly AnyReason[]; code: string }) => (
  <div>
    <SelectField
      label="Reason"
      empty="Choose a reason"
      options={reasons.map((reason) => ({ value: reason.code, name: statusWord(reason.code) }))}
      {...field}
    />
    <ReasonTexts reason={reasons.find((reason) => reason.code === code)} />
  </div>
);

const Hint = ({ says }: { says: ReactNode }) => says && <p className="ink-2">{says}</p>;

const Noted = z.object({ note: Note });
/** Whoever takes off the table what another asked for rejects it, and says why. */
const Rejecting = z.object({ note: WhyRejected });

type NoteProps = FormProps<z.input<typeof Noted>> & { rejects?: boolean; children: ReactNode };

/** An act that takes a note and no more; why, where it rejects what another asked for. */
export function NoteForm({ around, send, hint, rejects = false, children }: NoteProps) {
  const { field, busy, submit } = useCommandForm(rejects ? Rejecting : Noted, useAsOpened(send), {
    start: { note: '' },
    ...around.outcome,
  });
  return (
    <ActDialog {...around.dialog} busy={busy} submit={submit}>
      <Hint says={hint} />
      {children}
      {rejects ? (
        <TextField
          label="Why it is rejected"
          hint="It stands in the history, and whoever asked for it reads it."
          rows={2}
          maxLength={500}
          {...field('note')}
        />
      ) : (
        <NoteField {...field('note')} />
      )}
    </ActDialog>
  );
}

const Reasoned = z.object({ reasonCode: Reason, note: Note });

type ReasonedProps = FormProps<z.input<typeof Reasoned>> & { reasons: readonly AnyReason[]; children?: ReactNode };

/** An act that takes a reason out of a list, and a note. */
export function ReasonForm({ around, send, hint, reasons, children }: ReasonedProps) {
  const start = { reasonCode: '', note: '' };
  const { form, field, busy, submit } = useCommandForm(Reasoned, useAsOpened(send), { start, ...around.outcome });
  return (
    <ActDialog {...around.dialog} busy={busy} submit={submit}>
      <Hint says={hint} />
      {children}
      <ReasonField reasons={reasons} code={form.get('reasonCode')} {...field('reasonCode')} />
      <NoteField {...field('note')} />
    </ActDialog>
  );
}

const kindWords = { payout: 'Pay-out', return: 'Return' } as const;

type Leaving = Pick<Case['leaving'][number], 'id' | 'approvedAt' | 'leftId' | 'frozen'> & {
  readonly kind?: keyof typeof kindWords;
};

const Sent = z.object({ reference: Reference, ...Moved, note: Note });

type SentProps = FormProps<z.input<typeof Sent>> & { agreed: Pick<Leaving, 'frozen'> | undefined; rail: Rail };

/** What two people agreed on was sent: under which reference, and when. */
export function SentForm({ around, send, hint, agreed, rail }: SentProps) {
  const start = { reference: '', movedOn: today(), movedTime: '', note: '' };
  const { field, busy, submit } = useCommandForm(Sent, useAsOpened(send), { start, ...around.outcome });
  return (
    <ActDialog {...around.dialog} busy={busy} submit={submit}>
      <Hint says={hint} />
      {agreed && <Frozen facts={frozenFacts(agreed.frozen)} />}
      <Field
        label={referenceWords(rail)}
        hint="Each one is recorded once and never again."
        {...off}
        {...field('reference')}
      />
      <WhenFields says="Sent on" fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
      <NoteField {...field('note')} />
    </ActDialog>
  );
}

const Undone = z.object(Undo);

type UndoProps = Omit<FormProps<z.input<typeof Undone>>, 'hint'> & {
  leaving: readonly Leaving[];
  /** Why: of one that never left, and of one that was sent and came back. */
  reasons: Readonly<Record<'undo' | 'bounce', readonly AnyReason[]>>;
};

/** An approval that is to be undone, never sent or sent and come back: which, why, and where that is seen. */
export function UndoForm({ around, send, leaving, reasons }: UndoProps) {
  const start = {
    ...{ proposalId: leaving[0]?.id ?? '', reasonCode: '', evidence: '' },
    ...{ reference: '', movedOn: '', movedTime: '', note: '' },
  };
  const { form, field, busy, submit } = useCommandForm(Undone, useAsOpened(send), { start, ...around.outcome });
  const chosen = leaving.find(({ id }) => id === form.get('proposalId'));
  return (
    <ActDialog {...around.dialog} busy={busy} submit={submit}>
      <Hint says="A second person decides. A reference that was recorded stays used for ever." />
      {leaving.length > 1 && (
        <SelectField
          label="What is undone"
          options={leaving.map(({ id, kind = 'return', approvedAt }) => ({
            value: id,
            name: `${kindWords[kind]}, approved ${momentText(approvedAt)}`,
          }))}
          {...field('proposalId')}
        />
      )}
      {chosen && <Frozen facts={frozenFacts(chosen.frozen)} />}
      <ReasonField
        reasons={reasons[chosen?.leftId ? 'bounce' : 'undo']}
        code={form.get('reasonCode')}
        {...field('reasonCode')}
      />
      <TextField
        label="Where it is seen"
        hint="The bank's line, the explorer's page, the account."
        rows={3}
        {...field('evidence')}
      />
      {chosen?.leftId && (
        <>
          <Field label="Reference under which it came back" aside="If there is one" {...off} {...field('reference')} />
          <WhenFields says="Came back on" fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
        </>
      )}
      <NoteField {...field('note')} />
    </ActDialog>
  );
}
