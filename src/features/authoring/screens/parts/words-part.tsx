import { Part } from '../../../../ui/desk/part.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { Draft } from '../../draft.ts';
import type { Change } from '../data.ts';
import { fieldsOf, newId, put, without } from '../edits.ts';
import { Add, Remove } from './list-buttons.tsx';

/** Words that lessons explain in place, and figures that they name with their source. */
export function WordsPart({ draft: { terms, facts }, change }: { draft: Draft; change: Change }) {
  const set = (changed: Partial<Draft>) => change((now) => ({ ...now, ...changed }));
  const ofTerm = (term: Draft['terms'][number]) =>
    fieldsOf(term, (changed) => set({ terms: put(terms, term.id, changed) })).text;
  const ofFact = (fact: Draft['facts'][number]) =>
    fieldsOf(fact, (changed) => set({ facts: put(facts, fact.id, changed) })).text;
  return (
    <>
      <p className="ink-2">Put them into the text of a lesson there. Each is named by one lesson at least.</p>
      <Part id="terms" title="Words">
        {terms.map((term, at) => (
          <fieldset key={term.id} className="stack-s answer-of">
            <legend className="ink-2">Word {at + 1}</legend>
            <Field label="Word" maxLength={60} {...ofTerm(term)('word')} />
            <TextField label="What it means" rows={2} maxLength={600} {...ofTerm(term)('means')} />
            <Remove what={`word ${at + 1}`} onRemove={() => set({ terms: without(terms, term.id) })} />
          </fieldset>
        ))}
        <p className="row">
          <Add what="a word" onAdd={() => set({ terms: [...terms, { id: newId('word'), word: '', means: '' }] })} />
        </p>
      </Part>
      <Part id="facts" title="Figures">
        {facts.map((fact, at) => (
          <fieldset key={fact.id} className="stack-s answer-of">
            <legend className="ink-2">Figure {at + 1}</legend>
            <TextField label="What it says" rows={2} maxLength={600} {...ofFact(fact)('says')} />
            <div className="pair">
              <Field label="Who says so" maxLength={600} {...ofFact(fact)('source')} />
              <Field label="As of" type="date" {...ofFact(fact)('asOf')} />
            </div>
            <Remove what={`figure ${at + 1}`} onRemove={() => set({ facts: without(facts, fact.id) })} />
          </fieldset>
        ))}
        <p className="row">
          <Add
            what="a figure"
            onAdd={() => set({ facts: [...facts, { id: newId('figure'), says: '', source: '', asOf: '' }] })}
          />
        </p>
      </Part>
    </>
  );
}
