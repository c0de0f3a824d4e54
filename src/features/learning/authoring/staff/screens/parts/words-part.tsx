import { PageSection } from '../../../../../../ui/admin/section.tsx';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import type { Draft } from '../../../draft.ts';
import type { ChangeDraft } from '../data.ts';
import { bindFields, newId, removeItem, updateItem } from '../edits.ts';
import { AddButton, RemoveButton } from './list-buttons.tsx';

export function WordsPart({ draft: { terms, facts }, change }: { draft: Draft; change: ChangeDraft }) {
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
