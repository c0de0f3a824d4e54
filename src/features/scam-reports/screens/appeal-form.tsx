import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { appealTexts } from '../page-texts.ts';
import { AppealWarning } from '../published/public-schema.ts';

export function AppealForm({ slug }: { slug: string }) {
  const [sent, setSent] = useState(false);
  const { field, busy, submit } = useCommandForm(AppealWarning, api.scamReports.appeal, {
    start: { slug, name: '', email: '', statement: '' },
    idPrefix: 'appeal',
    done: () => setSent(true),
  });
  if (sent)
    return (
      <Notice kind="ok" live>
        {appealTexts.sent}
      </Notice>
    );
  return (
    <form className="form" noValidate aria-label={appealTexts.title} onSubmit={submit}>
      <p className="ink-2">{appealTexts.how}</p>
      <Field label="Your name" autoComplete="name" maxLength={200} {...field('name')} />
      <Field label="Your email" type="email" autoComplete="email" maxLength={320} {...field('email')} />
      <TextField
        label="Why the warning is wrong"
        hint={appealTexts.hint}
        rows={6}
        maxLength={5_000}
        {...field('statement')}
      />
      <Button type="submit" busy={busy}>
        Send
      </Button>
    </form>
  );
}
