import { useState } from 'react';
import { TextField } from '../field.tsx';

/** Reason field. `withReason` calls back only if the reason has at least ten characters. */
export function useReason({ label = 'Reason', hint }: { label?: string; hint: string }) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return {
    field: (
      <TextField
        label={label}
        hint={hint}
        error={isMissing ? 'Enter at least 10 characters' : undefined}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    ),
    withReason: (onReason: (reason: string) => void): void => {
      const isTooShort = reason.trim().length < 10;
      setMissing(isTooShort);
      if (!isTooShort) onReason(reason);
    },
  };
}
