import { z } from 'zod';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { outcomes } from '../../launch.ts';
import { getLaunchReason, launchDeskNotices, launchDeskWords, launchReasons } from '../../staff-messages.ts';
import { Ask, Decide } from '../../staff-schema.ts';

type LaunchProps = { readonly submissionId: string };

const stale = [api.launchesDesk.key()];

export const AskDialog = defineAction(Ask, api.launchesDesk.ask, ({ submissionId }: LaunchProps) => ({
  title: 'Ask the founder',
  confirmLabel: 'Ask',
  start: { submissionId, question: '' },
  stale,
  success: () => toastSuccess(launchDeskNotices.asked),
  fields: {
    question: {
      label: 'Question',
      hint: 'The founder sees this text. The launch waits for their answer.',
      rows: 4,
      maxLength: 2_000,
    },
  },
}));

const DecideInForm = Decide.omit({ submissionId: true }).extend({ outcome: z.enum(outcomes, 'Choose one') });

export const DecideDialog = defineAction(DecideInForm, api.launchesDesk.decide, ({ submissionId }: LaunchProps) => ({
  title: 'Decide',
  confirmLabel: 'Decide',
  wide: true,
  start: { outcome: '', reasonCode: '', note: '' } as never,
  body: (values) => Decide.parse({ submissionId, ...values }),
  stale,
  success: () => toastSuccess(launchDeskNotices.decided),
  fields: ({ form, field }) => {
    const { outcome, reasonCode } = form.values();
    const chosen = outcomes.find((value) => value === outcome);
    const reason = chosen && getLaunchReason(chosen, reasonCode);
    return (
      <>
        <Choice
          legend="Decision"
          options={outcomes.map((value) => ({ value, name: launchDeskWords[value] }))}
          {...field('outcome', () => form.set('reasonCode', ''))}
          value={outcome}
        />
        {chosen && (
          <SelectField
            label="Reason"
            emptyLabel="Choose"
            options={launchReasons[chosen].map(({ code, staff }) => ({ value: code, name: staff }))}
            {...field('reasonCode')}
          />
        )}
        {reason && <p className="ink-2">The founder sees: {reason.customer}</p>}
        <TextField label="Note" labelNote="For staff, optional" rows={3} maxLength={2_000} {...field('note')} />
        <p className="ink-2">Your decision is final. It doesn't list the coin for trading.</p>
      </>
    );
  },
}));
