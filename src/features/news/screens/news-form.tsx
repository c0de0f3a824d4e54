import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { deleteAutosave, mergeDraft, readAutosave, useAutosave } from '../../../ui/autosave.ts';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { newsToasts } from '../messages.ts';
import { findNewsFault, newsPathNames, parseParagraphs } from '../news-rules.ts';
import { ProposeNews } from '../schema.ts';
import { type EmailFrame, Preview } from './preview.tsx';

/** Validates with the rules of the server. */
const rules = ProposeNews.superRefine(({ subject, text }, context) => {
  const fault = findNewsFault({ subject: subject.trim(), paragraphs: parseParagraphs(text) });
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.what });
});

type NewsInput = z.input<typeof ProposeNews>;
const blank: NewsInput = { subject: '', text: '', path: '/courses', why: '' };
const options = Object.entries(newsPathNames).map(([value, name]) => ({ value, name }));

type WriterProps = { readonly around: EmailFrame; readonly personId: string };

/** Keeps a draft in this tab until it is proposed. */
export function NewsForm(props: WriterProps) {
  const [formKey, setFormKey] = useState(0);
  return <NewsFields key={formKey} {...props} proposed={() => setFormKey(formKey + 1)} />;
}

function NewsFields({ around, personId, proposed }: WriterProps & { proposed: () => void }) {
  const queries = useQueryClient();
  const draft = { form: 'news', person: personId };
  const { busy, submit, field, form } = useCommandForm(rules, api.news.propose, {
    start: mergeDraft(blank, readAutosave(draft)),
    done: () => {
      deleteAutosave(draft);
      toastSuccess(newsToasts.proposed);
      void queries.invalidateQueries({ queryKey: api.news.key() });
      proposed();
    },
  });
  const typed = form.values();
  useAutosave(draft, typed);
  return (
    <>
      <form className="setting setting-form stack" noValidate aria-label="Write news" onSubmit={submit}>
        <header>
          <h2>Write news</h2>
        </header>
        <Field label="Subject" maxLength={150} {...field('subject')} />
        <TextField label="Text" rows={9} hint="A blank line starts a new paragraph." {...field('text')} />
        <SelectField label="Button opens" options={options} {...field('path')} />
        <TextField label="Why" rows={2} hint="Shown to the second person and stored with the news." {...field('why')} />
        <div className="row wraps">
          <Button type="submit" busy={busy}>
            Propose
          </Button>
        </div>
      </form>
      {(typed.subject || typed.text) && (
        <Preview
          around={around}
          copy={{ subject: typed.subject, paragraphs: parseParagraphs(typed.text) }}
          title="Preview"
          path={typed.path}
        />
      )}
    </>
  );
}
