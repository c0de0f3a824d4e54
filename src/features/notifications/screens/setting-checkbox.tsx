import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { noticeToasts } from '../customer-messages.ts';

type ChoiceProps = { label: ReactNode; value: boolean; save: (value: boolean) => Promise<unknown> };

/** A checkbox that saves immediately and shows the pressed value until the server answers. */
export function Choice({ label, value, save }: ChoiceProps) {
  const queries = useQueryClient();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => toastSuccess(noticeToasts.saved),
    onError: toastRefusal,
    onSettled: () =>
      queries.invalidateQueries({ queryKey: api.notices.settings.key() }).finally(() => setPressed(null)),
  });
  return (
    <Checkbox
      label={label}
      checked={pressed ?? value}
      onChange={({ target }) => {
        if (pressed !== null) return;
        setPressed(target.checked);
        saving.mutate(target.checked);
      }}
    />
  );
}
