import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { PageSection } from '../../../../../../ui/admin/section.tsx';
import { Button } from '../../../../../../ui/button.tsx';
import { api } from '../../../../../../ui/client.ts';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import { Notice } from '../../../../../../ui/notice.tsx';
import { SelectField } from '../../../../../../ui/select-field.tsx';
import { QueryPlaceholder } from '../../../../../../ui/states.tsx';
import { Upload } from '../../../../../../ui/upload.tsx';
import { useDebouncedValue } from '../../../../../../ui/use-debounced-value.ts';
import type { Draft } from '../../../draft.ts';
import { maxLessonLength } from '../../../draft.ts';
import type { ChangeDraft, Unit } from '../data.ts';
import { bindFields, bindText, newQuestion, removeItem, updateItem, updateUnit } from '../edits.ts';
import { AddButton, QuestionFields } from './question-fields.tsx';
import '../../../../screens/learning.css';
import { LessonBlocks } from '../../../../screens/lesson-blocks.tsx';

const debounceMs = 500;

type PreviewProps = { markdown: string; checks: Unit['checks']; draft: Pick<Draft, 'terms' | 'facts'> };

/** Shows the lesson as parsed by the server, with the rules of publication. */
function Preview({ markdown, checks, draft: { terms, facts } }: PreviewProps) {
  const debounced = useDebouncedValue(markdown, debounceMs);
  const query = useQuery({
    ...api.authoring.preview.queryOptions({ input: { markdown: debounced } }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!query.data) return <QueryPlaceholder query={query} text="We couldn’t show the preview." lines={[100, 92, 96]} />;
  const { blocks, faults } = query.data;
  const renderCheck = (id: string) => {
    const question = checks.find((check) => check.id === id);
    return (
      <div className="asked">
        <p className="b wrap-any">{question ? question.ask || 'Empty question' : 'Unknown question'}</p>
        <ul>
          {question?.answers.map(({ text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers keep their places.
            <li key={at}>{text}</li>
          ))}
        </ul>
      </div>
    );
  };
  return (
    <>
      {faults.length > 0 && (
        <Notice kind="wait">
          <ul className="plain">
            {faults.map(({ line, text }) => (
              <li key={`${line} ${text}`}>
                Line {line} isn't supported: {text}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {blocks.length === 0 && <p className="ink-2">No text yet.</p>}
      <div className="prose preview">
        <LessonBlocks
          blocks={blocks}
          explained={{ terms, facts }}
          placed={{ check: renderCheck, practice: (id) => <p className="ink-2">Exercise {id}</p> }}
        />
      </div>
    </>
  );
}

type LessonProps = { draft: Draft; unit: Unit; change: ChangeDraft };

export function LessonPart({ draft, unit, change }: LessonProps) {
  const { id, markdown, checks } = unit;
  const set = (changed: Partial<Unit>) => change((current) => updateUnit(current, id, changed));
  const fields = bindFields(unit, set);
  const text = useRef<HTMLTextAreaElement>(null);
  const insertAtCursor = (snippet: string, isBlock: boolean): string => {
    const at = text.current?.selectionEnd ?? markdown.length;
    const [before, after] = [markdown.slice(0, at), markdown.slice(at)];
    if (!isBlock) return `${before}${snippet}${after}`;
    return `${before.trimEnd()}\n\n${snippet}\n\n${after.trimStart()}`.trimStart();
  };
  const addQuestion = () => {
    const question = newQuestion();
    set({ checks: [...checks, question], markdown: insertAtCursor(`[Question](check:${question.id})`, true) });
  };
  const removeQuestion = (question: string) =>
    set({
      checks: removeItem(checks, question),
      markdown: markdown.replaceAll(new RegExp(`\\n*\\[[^\\]]*\\]\\(check:${question}\\)\\n*`, 'g'), '\n\n'),
    });
  return (
    <>
      <Field label="Title" maxLength={90} {...fields.text('title')} />
      <Field
        label="Aim"
        hint="What learners can do afterwards, for example: name the three jobs of money."
        maxLength={600}
        {...fields.text('aim')}
      />
      <Field label="Reading time in minutes" hint="Between 2 and 8." {...fields.count('minutes')} />
      <TextField
        label="Text"
        hint="Start headings with ## and list items with -. Use **bold**, *italic* and [link](https://...)."
        rows={16}
        maxLength={maxLessonLength}
        className="markdown"
        ref={text}
        {...fields.text('markdown')}
      />
      <InsertPanel draft={draft} onInsert={(snippet, isBlock) => set({ markdown: insertAtCursor(snippet, isBlock) })} />
      <PageSection id="preview" title="Preview">
        <Preview markdown={markdown} checks={checks} draft={draft} />
      </PageSection>
      <PageSection id="checks" title="Questions in this lesson">
        {checks.map((question, at) => (
          <QuestionFields
            key={question.id}
            name={`Question ${at + 1}`}
            question={question}
            onChange={(changed) => set({ checks: updateItem(checks, question.id, changed) })}
            onRemove={() => removeQuestion(question.id)}
          />
        ))}
        <p className="row">
          <AddButton what="a question" onAdd={addQuestion} />
          <span className="t-xs ink-2">The question is inserted at the cursor.</span>
        </p>
      </PageSection>
    </>
  );
}

type InsertPanelProps = { draft: Draft; onInsert: (snippet: string, isBlock: boolean) => void };

function InsertPanel({ draft: { terms, facts }, onInsert }: InsertPanelProps) {
  const [alt, setAlt] = useState('');
  const [picture, setPicture] = useState<{ id: string } | null>(null);
  const insert = (kind: 'term' | 'fact', id: string, says: string) =>
    id !== '' && onInsert(`[${says.replaceAll(/[[\]]/g, '')}](${kind}:${id})`, false);
  const insertPicture = () => {
    if (!picture || alt.trim() === '') return;
    onInsert(`![${alt.trim().replaceAll(/[[\]]/g, '')}](picture:${picture.id})`, true);
    setAlt('');
    setPicture(null);
  };
  return (
    <details className="insert">
      <summary>Insert into the text</summary>
      <div className="stack">
        <div className="pair">
          <SelectField
            label="Word with explanation"
            emptyLabel={terms.length === 0 ? 'Add words under Words and figures first' : 'Choose'}
            options={terms.map(({ id, word }) => ({ value: id, name: word || 'Unnamed' }))}
            {...bindText('', (id) => insert('term', id, terms.find((term) => term.id === id)?.word ?? ''))}
          />
          <SelectField
            label="Figure with source"
            emptyLabel={facts.length === 0 ? 'Add figures under Words and figures first' : 'Choose'}
            options={facts.map(({ id, says }) => ({ value: id, name: says || 'Empty' }))}
            {...bindText('', (id) => insert('fact', id, facts.find((fact) => fact.id === id)?.says ?? ''))}
          />
        </div>
        <Upload
          key={picture ? 'chosen' : 'none'}
          label="Picture"
          purpose="lesson-picture"
          accept="image"
          hint="We remove the location and time from the picture."
          value={null}
          onUploaded={setPicture}
          onRemoved={() => setPicture(null)}
        />
        <Field
          label="Picture description"
          hint="Read aloud to people who can't see the picture."
          maxLength={300}
          {...bindText(alt, setAlt)}
        />
        {picture && alt.trim() !== '' ? (
          <p className="row">
            <Button variant="line" size="small" onClick={insertPicture}>
              Insert the picture
            </Button>
          </p>
        ) : (
          <p className="t-xs ink-2">Add a picture and its description, then insert it.</p>
        )}
      </div>
    </details>
  );
}
