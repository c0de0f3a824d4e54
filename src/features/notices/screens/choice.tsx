import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { noticesNotices } from '../own-messages.ts';

type ChoiceProps = { label: ReactNode; value: boolean; save: (value: boolean) => Promise<unknown> };

/** A box whose answer goes to the server at once, and shows what was pressed until it has said how it stands. */
export function Choice({ label, value, save }: ChoiceProps) {
  const queries = useQueryClient();
  const [wished, setWished] = useState<boolean | null>(null);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => toastSuccess(noticesNotices.saved),
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.settings.key() }).finally(() => setWished(null)),
  });
  return (
    <Checkbox
      label={label}
      checked={wished ?? value}
      onChange={({ target }) => {
        if (wished !== null) return;
        setWished(target.checked);
        saving.mutate(target.checked);
      }}
    />
  );
}
