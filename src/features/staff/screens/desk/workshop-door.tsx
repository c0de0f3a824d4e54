import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { useReread } from '../../../../ui/desk/use-reread.ts';
import { Field } from '../../../../ui/field.tsx';
import { timeText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { modeNames } from '../../../workshops/session.ts';

type Said = { readonly kind: 'ok' | 'wait' | 'bad'; readonly text: string };

/** The door: a code is typed, or read by a hand scanner, which types it and presses Enter. The field is ready again. */
export function Door({ sessionId }: { sessionId: string }) {
  const [code, setCode] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { reread } = useReread(api.workshopsDesk.key());
  const { mutate, isPending } = useMutation({
    ...api.workshopsDesk.checkIn.mutationOptions(),
    onSuccess: ({ attendee, mode, checkedInAt, before }) => {
      const who = `${attendee}, ${modeNames[mode].toLowerCase()}`;
      setCode('');
      setSaid(
        before
          ? { kind: 'wait', text: `Already checked in at ${timeText(checkedInAt)}: ${who}.` }
          : { kind: 'ok', text: `Checked in: ${who}.` },
      );
    },
    onError: (error) => {
      setSaid({ kind: 'bad', text: refusalWords(error).text });
      // What the next scan types takes the place of the code that was refused.
      field.current?.select();
    },
    onSettled: () => void reread(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    if (!isPending && code.trim() !== '') mutate({ sessionId, code });
  };
  return (
    <div className="no-print">
      <Part id="door-heading" title="At the door">
        <form className="stack narrow" noValidate onSubmit={submit}>
          <Field
            ref={field}
            id="door-code"
            label="Code of the receipt"
            hint="Type it, or hold its QR code before a scanner. From three hours before the start."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" busy={isPending}>
            Check in
          </Button>
          <div role="status">{said && <Notice kind={said.kind}>{said.text}</Notice>}</div>
        </form>
      </Part>
    </div>
  );
}
