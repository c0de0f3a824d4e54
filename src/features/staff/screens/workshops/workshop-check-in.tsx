import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { Field } from '../../../../ui/field.tsx';
import { formatTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { modeNames } from '../../../workshops/session.ts';

type CheckInResult = { readonly kind: 'ok' | 'wait' | 'bad'; readonly text: string };

/** A hand scanner types the code and presses Enter, so the field keeps the focus. */
export function CheckIn({ sessionId }: { sessionId: string }) {
  const [code, setCode] = useState('');
  const [result, setResult] = useState<CheckInResult | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { refresh } = useInvalidate(api.workshopsDesk.key());
  const { mutate, isPending } = useMutation({
    ...api.workshopsDesk.checkIn.mutationOptions(),
    onSuccess: ({ attendee, mode, checkedInAt, before }) => {
      const attendeeText = `${attendee}, ${modeNames[mode].toLowerCase()}`;
      setCode('');
      setResult(
        before
          ? { kind: 'wait', text: `Already checked in at ${formatTime(checkedInAt)}: ${attendeeText}.` }
          : { kind: 'ok', text: `Checked in: ${attendeeText}.` },
      );
    },
    onError: (error) => {
      setResult({ kind: 'bad', text: errorMessage(error).text });
      // The next scan replaces the refused code.
      field.current?.select();
    },
    onSettled: () => void refresh(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    if (!isPending && code.trim() !== '') mutate({ sessionId, code });
  };
  return (
    <div className="no-print">
      <PageSection id="check-in-heading" title="Check-in">
        <form className="stack narrow" noValidate onSubmit={submit}>
          <Field
            ref={field}
            id="check-in-code"
            label="Receipt code"
            hint="Type the code or scan its QR code. Check-in opens three hours before the start."
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
          <div role="status">{result && <Notice kind={result.kind}>{result.text}</Notice>}</div>
        </form>
      </PageSection>
    </div>
  );
}
