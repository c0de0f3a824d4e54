import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { type ToastMessage, toastSuccess } from '../../../../ui/toast.ts';
import { type Outcome, outcomes } from '../../launch.ts';
import { getLaunchReason, launchDeskNotices, launchDeskWords, launchReasons } from '../../staff-messages.ts';
import { Ask, Decide } from '../../staff-schema.ts';

export type LaunchCommand = 'ask' | 'decide';

type DialogProps = { readonly submissionId: string; readonly onClose: () => void };

/** Shows a toast, then closes the dialog after the launch has reloaded. */
function useCommandDone(onClose: () => void) {
  const queries = useQueryClient();
  const [isClosing, setIsClosing] = useState(false);
  const done = (notice: ToastMessage) => {
    toastSuccess({ title: notice.title, ...(notice.text !== undefined && { text: notice.text }) });
    setIsClosing(true);
    void queries.invalidateQueries({ queryKey: api.launchesDesk.key() }).finally(onClose);
  };
  return { done, leaving: isClosing };
}

function AskDialog({ submissionId, onClose }: DialogProps) {
  const { done, leaving: isClosing } = useCommandDone(onClose);
  const { field, submit, busy } = useCommandForm(Ask, api.launchesDesk.ask, {
    start: { submissionId, question: '' },
    done: () => done(launchDeskNotices.asked),
  });
  return (
    <ActionDialog title="Ask the founder" says="Ask" busy={busy || isClosing} submit={submit} onClose={onClose}>
      <TextField
        label="Question"
        hint="The founder sees this text. The launch waits for their answer."
        rows={4}
        maxLength={2_000}
        {...field('question')}
      />
    </ActionDialog>
  );
}

const DecideInForm = Decide.omit({ submissionId: true }).extend({ outcome: z.enum(outcomes, 'Choose one') });

function DecideDialog({ submissionId, onClose }: DialogProps) {
  const { done, leaving: isClosing } = useCommandDone(onClose);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { form, field, submit, busy } = useCommandForm(DecideInForm, api.launchesDesk.decide, {
    start: { outcome: '', reasonCode: '', note: '' } as never,
    body: (values) => Decide.parse({ submissionId, ...values }),
    done: () => done(launchDeskNotices.decided),
  });
  const { reasonCode } = form.values();
  const reason = outcome && getLaunchReason(outcome, reasonCode);
  return (
    <ActionDialog title="Decide" says="Decide" busy={busy || isClosing} submit={submit} onClose={onClose} wide>
      <Choice
        legend="Decision"
        options={outcomes.map((value) => ({ value, name: launchDeskWords[value] }))}
        {...field('outcome', (value) => {
          form.set('reasonCode', '');
          setOutcome(value as Outcome);
        })}
        value={form.values().outcome}
      />
      {outcome && (
        <SelectField
          label="Reason"
          emptyLabel="Choose"
          options={launchReasons[outcome].map(({ code, staff }) => ({ value: code, name: staff }))}
          {...field('reasonCode')}
        />
      )}
      {reason && <p className="ink-2">The founder sees: {reason.customer}</p>}
      <TextField label="Note" labelNote="For staff, optional" rows={3} maxLength={2_000} {...field('note')} />
      <p className="ink-2">Your decision is final. It doesn't list the coin for trading.</p>
    </ActionDialog>
  );
}

const dialogs = { ask: AskDialog, decide: DecideDialog };

export function LaunchDialog({ command, ...props }: DialogProps & { command: LaunchCommand }) {
  const CommandDialog = dialogs[command];
  return <CommandDialog {...props} />;
}
