import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { projectNotices } from '../customer-messages.ts';
import { Appeal } from '../schema.ts';

export function AppealDialog({ submissionId, onClose }: { submissionId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const { field, submit, busy } = useCommandForm(Appeal, api.projects.appeal, {
    start: { submissionId, reason: '' },
    done: () => {
      toastSuccess(projectNotices.appealed);
      onClose();
      void queries.invalidateQueries({ queryKey: api.projects.key() });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ask a second instructor"
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form="appeal" busy={busy}>
            Ask
          </Button>
        </>
      }
    >
      <form id="appeal" className="stack" noValidate onSubmit={submit}>
        <p>Another instructor will mark your project again. Their mark is final, even if it's lower.</p>
        <TextField
          label="What should they look at again?"
          hint="At least 20 characters."
          rows={4}
          maxLength={2_000}
          {...field('reason')}
        />
      </form>
    </Dialog>
  );
}
