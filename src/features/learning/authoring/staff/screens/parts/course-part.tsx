import { ArrowDown, ArrowUp, type LucideIcon, X } from 'lucide-react';
import { Link } from 'react-router';
import { PageSection } from '../../../../../../ui/admin/section.tsx';
import { Button } from '../../../../../../ui/button.tsx';
import { Checkbox } from '../../../../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import { SelectField } from '../../../../../../ui/select-field.tsx';
import type { Draft } from '../../../draft.ts';
import type { ChangeDraft, Section } from '../data.ts';
import { bindFields, moveItem, newId, newSection, newUnit, removeItem, updateItem, updateSection } from '../edits.ts';
import { AddButton, RemoveButton } from './question-fields.tsx';

type Titled = { readonly id: string; readonly title: string };
type OrderedItemsProps<T> = {
  kind: 'Section' | 'Lesson';
  list: readonly T[];
  create: () => T;
  onChange: (list: T[]) => void;
};

const OrderedItems = <T extends Titled>({ kind, list, create, onChange }: OrderedItemsProps<T>) => (
  <>
    <ol className="rows ordered">
      {list.map((item, at) => {
        const itemLabel = `${kind} ${at + 1}${item.title && `, ${item.title}`}`;
        const renderAction = (action: string, Icon: LucideIcon, next: T[]) => (
          <Button icon variant="bare" size="small" label={`${action}: ${itemLabel}`} onClick={() => onChange(next)}>
            <Icon className="ic" aria-hidden="true" />
          </Button>
        );
        return (
          <li key={item.id}>
            <span className="wrap-any">
              <Link className="link" to={`?part=${kind.toLowerCase()}/${item.id}`}>
                {item.title || 'Untitled'}
              </Link>
            </span>
            <span className="row end">
              {at > 0 && renderAction('Move up', ArrowUp, moveItem(list, item.id, -1))}
              {at < list.length - 1 && renderAction('Move down', ArrowDown, moveItem(list, item.id, 1))}
              {renderAction('Remove', X, removeItem(list, item.id))}
            </span>
          </li>
        );
      })}
    </ol>
    <p className="row under-list">
      <AddButton what={`a ${kind.toLowerCase()}`} onAdd={() => onChange([...list, create()])} />
    </p>
  </>
);

const openings = [
  { value: 'at_once', name: 'All at the start' },
  { value: 'by_section', name: 'After passing the previous section' },
  { value: 'by_date', name: 'On a set date' },
];

export function CoursePart({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const { certificate, sections } = draft;
  const set = (changed: Partial<Draft>) => change((current) => ({ ...current, ...changed }));
  const { text, count } = bindFields(draft, set);
  const certificateFields =
    certificate && bindFields(certificate, (changed) => set({ certificate: { ...certificate, ...changed } }));
  return (
    <>
      <Field label="Title" maxLength={90} {...text('title')} />
      <TextField label="Description" rows={3} maxLength={600} {...text('about')} />
      <div className="pair">
        <Field label="Quiz pass mark" suffix="% right" {...count('quizPassPercent')} />
        <SelectField label="Sections open" options={openings} {...text('opens')} />
      </div>
      <Checkbox
        label="Learners who finish the course get a certificate"
        checked={certificate !== null}
        onChange={({ target }) => set({ certificate: target.checked ? { title: '', about: '' } : null })}
      />
      {certificateFields && (
        <>
          <Field label="Certificate title" maxLength={90} {...certificateFields.text('title')} />
          <TextField label="Certificate description" rows={2} maxLength={600} {...certificateFields.text('about')} />
        </>
      )}
      <PageSection id="sections" title="Sections">
        <OrderedItems kind="Section" list={sections} create={newSection} onChange={(list) => set({ sections: list })} />
      </PageSection>
    </>
  );
}

type SectionProps = { draft: Draft; section: Section; change: ChangeDraft };

export function SectionPart({ draft: { opens }, section, change }: SectionProps) {
  const { id, units } = section;
  const set = (changed: Partial<Section>) => change((current) => updateSection(current, id, changed));
  const { text } = bindFields(section, set);
  return (
    <>
      <Field label="Title" maxLength={90} {...text('title')} />
      <TextField label="Description" rows={3} maxLength={600} {...text('about')} />
      {opens === 'by_date' && <Field label="Opening date" labelNote="Jamaica time" type="date" {...text('opensOn')} />}
      <PageSection id="lessons" title="Lessons">
        <OrderedItems kind="Lesson" list={units} create={newUnit} onChange={(list) => set({ units: list })} />
      </PageSection>
    </>
  );
}

export function TermsPart({ draft: { terms, facts }, change }: { draft: Draft; change: ChangeDraft }) {
  const set = (changed: Partial<Draft>) => change((current) => ({ ...current, ...changed }));
  const bindTerm = (term: Draft['terms'][number]) =>
    bindFields(term, (changed) => set({ terms: updateItem(terms, term.id, changed) })).text;
  const bindFact = (fact: Draft['facts'][number]) =>
    bindFields(fact, (changed) => set({ facts: updateItem(facts, fact.id, changed) })).text;
  return (
    <>
      <p className="ink-2">
        You can insert these words and figures in lessons. Each must appear in at least one lesson.
      </p>
      <PageSection id="terms" title="Words">
        {terms.map((term, at) => (
          <fieldset key={term.id} className="stack-s answer-of">
            <legend className="ink-2">Word {at + 1}</legend>
            <Field label="Word" maxLength={60} {...bindTerm(term)('word')} />
            <TextField label="Meaning" rows={2} maxLength={600} {...bindTerm(term)('means')} />
            <RemoveButton what={`word ${at + 1}`} onRemove={() => set({ terms: removeItem(terms, term.id) })} />
          </fieldset>
        ))}
        <p className="row">
          <AddButton
            what="a word"
            onAdd={() => set({ terms: [...terms, { id: newId('word'), word: '', means: '' }] })}
          />
        </p>
      </PageSection>
      <PageSection id="facts" title="Figures">
        {facts.map((fact, at) => (
          <fieldset key={fact.id} className="stack-s answer-of">
            <legend className="ink-2">Figure {at + 1}</legend>
            <TextField label="Statement" rows={2} maxLength={600} {...bindFact(fact)('says')} />
            <div className="pair">
              <Field label="Source" maxLength={600} {...bindFact(fact)('source')} />
              <Field label="As of" type="date" {...bindFact(fact)('asOf')} />
            </div>
            <RemoveButton what={`figure ${at + 1}`} onRemove={() => set({ facts: removeItem(facts, fact.id) })} />
          </fieldset>
        ))}
        <p className="row">
          <AddButton
            what="a figure"
            onAdd={() => set({ facts: [...facts, { id: newId('figure'), says: '', source: '', asOf: '' }] })}
          />
        </p>
      </PageSection>
    </>
  );
}
