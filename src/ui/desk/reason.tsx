import { useState } from 'react';
import { TextField } from '../field.tsx';

/** Why somebody at the desk does something: its field, and what goes on once that holds ten letters. */
export function useReason({ label = 'Reason', hint }: { label?: string; hint: string }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return {
    field: (
      <TextField
        label={label}
        hint={hint}
        error={missing ? 'Write at least ten letters' : undefined}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    ),
    withReason: (act: (reason: string) => void): void => {
      const short = reason.trim().length < 10;
      setMissing(short);
      if (!short) act(reason);
    },
  };
}
