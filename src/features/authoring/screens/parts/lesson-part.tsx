import { useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Upload } from '../../../../ui/upload.tsx';
import type { Draft } from '../../draft.ts';
import { longestLesson } from '../../longest.ts';
import type { Change, Unit } from '../data.ts';
import { fieldsOf, newQuestion, put, putUnit, typed, without } from '../edits.ts';
import { Add } from './list-buttons.tsx';
import { Preview } from './preview.tsx';
import { QuestionFields } from './question-fields.tsx';

type LessonProps = { draft: Draft; unit: Unit; change: Change };

/** One lesson: what it is for, its text beside what learners will read, and the questions that stand in it. */
export function LessonPart({ draft, unit, change }: LessonProps) {
  const { id, markdown, checks } = unit;
  const set = (changed: Partial<Unit>) => change((now) => putUnit(now, id, changed));
  const fields = fieldsOf(unit, set);
  const text = useRef<HTMLTextAreaElement>(null);
  /** Puts something where the cursor is: within the line, or on a line of its own. */
  const textWith = (piece: string, alone: boolean): string => {
    const at = text.current?.selectionEnd ?? markdown.length;
    const [before, after] = [markdown.slice(0, at), markdown.slice(at)];
    if (!alone) return `${before}${piece}${after}`;
    return `${before.trimEnd()}\n\n${piece}\n\n${after.trimStart()}`.trimStart();
  };
  const addQuestion = () => {
    const question = newQuestion();
    set({ checks: [...checks, question], markdown: textWith(`[Question](check:${question.id})`, true) });
  };
  const removeQuestion = (question: string) =>
    set({
      checks: without(checks, question),
      markdown: markdown.replaceAll(new RegExp(`\\n*\\[[^\\]]*\\]\\(check:${question}\\)\\n*`, 'g'), '\n\n'),
    });
  return (
    <>
      <Field label="Title" maxLength={90} {...fields.text('title')} />
      <Field
        label="Aim"
        hint="What somebody can do afterwards, such as: Name the three jobs of money."
        maxLength={600}
        {...fields.text('aim')}
      />
      <Field label="Minutes of reading" hint="Two to eight." {...fields.count('minutes')} />
      <TextField
        label="Text"
        hint="## begins a heading, - a list, **strong** and *stressed* words stand between stars, [words](https://...) lead somewhere."
        rows={16}
        maxLength={longestLesson}
        className="markdown"
        ref={text}
        {...fields.text('markdown')}
      />
      <Insert draft={draft} onInsert={(piece, alone) => set({ markdown: textWith(piece, alone) })} />
      <Part id="preview" title="As learners read it">
        <Preview markdown={markdown} checks={checks} draft={draft} />
      </Part>
      <Part id="checks" title="Questions on the way">
        {checks.map((question, at) => (
          <QuestionFields
            key={question.id}
            name={`Question ${at + 1}`}
            question={question}
            onChange={(changed) => set({ checks: put(checks, question.id, changed) })}
            onRemove={() => removeQuestion(question.id)}
          />
        ))}
        <p className="row">
          <Add what="a question" onAdd={addQuestion} />
          <span className="t-xs ink-2">It is put into the text where the cursor is.</span>
        </p>
      </Part>
    </>
  );
}

type InsertProps = { draft: Draft; onInsert: (piece: string, alone: boolean) => void };

/** What can be put into a text that nobody knows by heart: words, figures and pictures of the course. */
function Insert({ draft: { terms, facts }, onInsert }: InsertProps) {
  const [alt, setAlt] = useState('');
  const [picture, setPicture] = useState<{ id: string } | null>(null);
  const insert = (kind: 'term' | 'fact', id: string, says: string) =>
    id !== '' && onInsert(`[${says.replaceAll(/[[\]]/g, '')}](${kind}:${id})`, false);
  const place = () => {
    if (!picture || alt.trim() === '') return;
    onInsert(`![${alt.trim().replaceAll(/[[\]]/g, '')}](picture:${picture.id})`, true);
    setAlt('');
    setPicture(null);
  };
  return (
    <details className="insert">
      <summary>Put something into the text</summary>
      <div className="stack">
        <div className="pair">
          <SelectField
            label="A word that is explained"
            empty={terms.length === 0 ? 'Write words first, under Words and figures' : 'Choose'}
            options={terms.map(({ id, word }) => ({ value: id, name: word || 'Without a name' }))}
            {...typed('', (id) => insert('term', id, terms.find((term) => term.id === id)?.word ?? ''))}
          />
          <SelectField
            label="A figure with its source"
            empty={facts.length === 0 ? 'Write figures first, under Words and figures' : 'Choose'}
            options={facts.map(({ id, says }) => ({ value: id, name: says || 'Says nothing yet' }))}
            {...typed('', (id) => insert('fact', id, facts.find((fact) => fact.id === id)?.says ?? ''))}
          />
        </div>
        <Upload
          key={picture ? 'chosen' : 'none'}
          label="A picture"
          purpose="lesson-picture"
          accept="image"
          hint="It is drawn anew, without where and when it was taken."
          value={null}
          onUploaded={setPicture}
          onRemoved={() => setPicture(null)}
        />
        <Field
          label="What the picture shows"
          hint="Read out to people who cannot see it."
          maxLength={300}
          {...typed(alt, setAlt)}
        />
        {picture && alt.trim() !== '' ? (
          <p className="row">
            <Button look="line" size="small" onClick={place}>
              Put the picture into the text
            </Button>
          </p>
        ) : (
          <p className="t-xs ink-2">Add a picture and say what it shows, then it can be put into the text.</p>
        )}
      </div>
    </details>
  );
}
