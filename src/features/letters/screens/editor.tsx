import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useRef } from 'react';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { forgetTyped, typedBefore, useKeptTyped, withTyped } from '../../../ui/kept-typed.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { faultOf, paragraphsOf, textOf } from '../../notices/own-words.ts';
import { lettersNotices } from '../messages.ts';
import type { OneLetter } from './data.ts';
import { Preview } from './preview.tsx';

/** The same rules as on the server, for one letter. */
const rulesFor = ({ house }: OneLetter) =>
  z
    .object({ subject: z.string(), text: z.string(), why: z.string().trim().min(3, 'Say why').max(500) })
    .superRefine(({ subject, text }, context) => {
      const fault = faultOf({ subject: subject.trim(), paragraphs: paragraphsOf(text) }, house);
      if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.what });
    });

type Texts = { readonly subject: string; readonly text: string };
type Worded = HTMLInputElement | HTMLTextAreaElement;

/** Puts places where the cursor stands, or stood before the place was chosen; without one at the end of the text. */
function useInserting(typed: Texts, set: (name: keyof Texts, value: string) => void) {
  const last = useRef<Worded | null>(null);
  return {
    follow: ({ target }: FocusEvent) => {
      const { name } = target as Worded;
      if (name === 'subject' || name === 'text') last.current = target as Worded;
    },
    insert: (place: string) => {
      const control = last.current?.isConnected ? last.current : null;
      const name = control?.name === 'subject' ? 'subject' : 'text';
      const was = typed[name];
      const [from, to] = [control?.selectionStart ?? was.length, control?.selectionEnd ?? was.length];
      const put = control ? `{${place}}` : ` {${place}}`;
      set(name, was.slice(0, from) + put + was.slice(to));
      if (!control) return;
      // Once it is drawn: whoever chose a place types on behind it.
      requestAnimationFrame(() => {
        control.focus();
        control.setSelectionRange(from + put.length, from + put.length);
      });
    },
  };
}

/** Words a letter otherwise: what is typed stays in this tab until it was sent. */
export function LetterEditor({ letter, personId }: { letter: OneLetter; personId: string }) {
  const queries = useQueryClient();
  const now = letter.own ?? letter.house;
  const kept = { form: `letter ${letter.id}`, person: personId };
  const { busy, submit, field, form } = useCommandForm(rulesFor(letter), api.letters.propose, {
    start: withTyped({ subject: now.subject, text: textOf(now), why: '' }, typedBefore(kept)),
    body: ({ subject, text, why }) => {
      const isHouse = subject.trim() === letter.house.subject && text.trim() === textOf(letter.house);
      return { letter: letter.id, words: isHouse ? null : { subject, text }, why };
    },
    done: () => {
      forgetTyped(kept);
      toastSuccess(lettersNotices.proposed);
      void queries.invalidateQueries({ queryKey: api.letters.key() });
    },
  });
  const typed = form.values();
  useKeptTyped(kept, typed);
  const { insert, follow } = useInserting(typed, form.set);
  const restore = () => {
    form.set('subject', letter.house.subject);
    form.set('text', textOf(letter.house));
  };
  return (
    <>
      <form className="setting setting-form stack" noValidate onSubmit={submit} onFocus={follow}>
        <Field label="Subject" maxLength={150} {...field('subject')} />
        <TextField label="Text" rows={9} hint="A blank line parts paragraphs." {...field('text')} />
        {letter.places.length > 0 && (
          <fieldset className="chips" aria-label="Places">
            {letter.places.map(({ place, means, needed }) => (
              <button key={place} type="button" className="chip" title={means} onClick={() => insert(place)}>
                {`{${place}}`} <span className="ink-2">{needed ? 'must stand there' : 'may stand there'}</span>
              </button>
            ))}
          </fieldset>
        )}
        <TextField
          label="Why"
          rows={2}
          hint="The second person reads it, and it stays in the history."
          {...field('why')}
        />
        <div className="row wraps">
          <Button type="submit" busy={busy}>
            Propose
          </Button>
          <Button look="line" onClick={restore}>
            The house’s words
          </Button>
        </div>
      </form>
      <Preview
        letter={letter}
        words={{ subject: typed.subject, paragraphs: paragraphsOf(typed.text) }}
        title="As typed"
      />
      <Preview letter={letter} words={letter.house} title="In the house’s words" />
    </>
  );
}
