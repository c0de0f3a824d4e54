import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import type { FormField } from '../../../../ui/form-fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { findReason, type ScamReason } from '../reasons.ts';
import { AddCaseNote } from '../schema.ts';
import { scamStaffNotices } from './staff-labels.ts';

export const describeOutcome = (notice: keyof typeof scamStaffNotices) => ({
  stale: [api.scamDesk.key()],
  success: () => toastSuccess(scamStaffNotices[notice]),
});

const ReasonPreview = ({ reason }: { reason: ScamReason | undefined }) =>
  reason ? (
    <div className="reads" role="status">
      <p>
        <b>Public text:</b> {reason.publicText}
      </p>
      <p className="ink-2">
        <b>Staff text:</b> {reason.staff}
      </p>
    </div>
  ) : null;

type ReasonProps = FormField & { reasons: readonly ScamReason[]; chosen: string; empty?: string };

export const ReasonField = ({ reasons, chosen, empty = 'Choose a reason', ...field }: ReasonProps) => (
  <>
    <SelectField
      label="Reason"
      emptyLabel={empty}
      options={reasons.map(({ code, staff }) => ({ value: code, name: staff }))}
      {...field}
    />
    <ReasonPreview reason={findReason(reasons, chosen) ?? undefined} />
  </>
);

export const NoteDialog = defineAction(AddCaseNote, api.scamDesk.note, ({ caseId }: { caseId: string }) => ({
  ...describeOutcome('noted'),
  title: 'Add a note',
  confirmLabel: 'Add note',
  start: { caseId, text: '' },
  fields: { text: { label: 'Note', hint: 'Only staff see this.', rows: 4, maxLength: 2_000 } },
}));
