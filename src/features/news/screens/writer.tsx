import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { forgetTyped, typedBefore, useKeptTyped, withTyped } from '../../../ui/kept-typed.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { Preview } from '../../letters/screens/preview.tsx';
import { paragraphsOf } from '../../notices/own-words.ts';
import { newsNotices } from '../messages.ts';
import { faultOfNews, newsPlaces } from '../news-rules.ts';
import { ProposeNews } from '../schema.ts';
import type { Around } from './waiting-news.tsx';

/** The same rules as on the server. */
const rules = ProposeNews.superRefine(({ subject, text }, context) => {
  const fault = faultOfNews({ subject: subject.trim(), paragraphs: paragraphsOf(text) });
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.what });
});

type Typed = z.input<typeof ProposeNews>;
const blank: Typed = { subject: '', text: '', path: '/courses', why: '' };
const options = Object.entries(newsPlaces).map(([value, name]) => ({ value, name }));

type WriterProps = { readonly around: Around; readonly personId: string };

/** Writes news: what is typed stays in this tab until it was sent. */
export function NewsWriter(props: WriterProps) {
  const [times, setTimes] = useState(0);
  return <Form key={times} {...props} proposed={() => setTimes(times + 1)} />;
}

function Form({ around, personId, proposed }: WriterProps & { proposed: () => void }) {
  const queries = useQueryClient();
  const kept = { form: 'news', person: personId };
  const { busy, submit, field, form } = useCommandForm(rules, api.news.propose, {
    start: withTyped(blank, typedBefore(kept)),
    done: () => {
      forgetTyped(kept);
      toastSuccess(newsNotices.proposed);
      void queries.invalidateQueries({ queryKey: api.news.key() });
      proposed();
    },
  });
  const typed = form.values();
  useKeptTyped(kept, typed);
  return (
    <>
      <form className="setting setting-form stack" noValidate aria-label="Write news" onSubmit={submit}>
        <header>
          <h2>Write news</h2>
        </header>
        <Field label="Subject" maxLength={150} {...field('subject')} />
        <TextField label="Text" rows={9} hint="A blank line parts paragraphs." {...field('text')} />
        <SelectField label="Its button leads to" options={options} {...field('path')} />
        <TextField
          label="Why"
          rows={2}
          hint="The second person reads it, and it stays with the news."
          {...field('why')}
        />
        <div className="row wraps">
          <Button type="submit" busy={busy}>
            Propose
          </Button>
        </div>
      </form>
      {(typed.subject || typed.text) && (
        <Preview
          letter={around}
          words={{ subject: typed.subject, paragraphs: paragraphsOf(typed.text) }}
          title="As typed"
          path={typed.path}
        />
      )}
    </>
  );
}
