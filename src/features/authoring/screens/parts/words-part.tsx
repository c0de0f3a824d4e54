import { Button } from '../../../../ui/button.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { Draft } from '../../draft.ts';
import type { Change } from '../data.ts';
import { newId, put, typed, without } from '../edits.ts';

/** Words that lessons explain in place, and figures that they name with their source. */
export function WordsPart({ draft: { terms, facts }, change }: { draft: Draft; change: Change }) {
  const set = (changed: Partial<Draft>) => change((now) => ({ ...now, ...changed }));
  type Term = Draft['terms'][number];
  type Fact = Draft['facts'][number];
  const setTerm = (id: string, changed: Partial<Term>) => set({ terms: put(terms, id, changed) });
  const setFact = (id: string, changed: Partial<Fact>) => set({ facts: put(facts, id, changed) });
  return (
    <>
      <p className="ink-2">Put them into the text of a lesson there. Each is named by one lesson at least.</p>
      <Part id="terms" title="Words">
        {terms.map(({ id, word, means }, at) => (
          <fieldset key={id} className="stack-s answer-of">
            <legend className="ink-2">Word {at + 1}</legend>
            <Field label="Word" maxLength={60} {...typed(word, (text) => setTerm(id, { word: text }))} />
            <TextField
              label="What it means"
              rows={2}
              maxLength={600}
              {...typed(means, (text) => setTerm(id, { means: text }))}
            />
            <Button look="bare" size="small" onClick={() => set({ terms: without(terms, id) })}>
              Remove word {at + 1}
            </Button>
          </fieldset>
        ))}
        <p className="row">
          <Button
            look="line"
            size="small"
            onClick={() => set({ terms: [...terms, { id: newId('word'), word: '', means: '' }] })}
          >
            Add a word
          </Button>
        </p>
      </Part>
      <Part id="facts" title="Figures">
        {facts.map(({ id, says, source, asOf }, at) => (
          <fieldset key={id} className="stack-s answer-of">
            <legend className="ink-2">Figure {at + 1}</legend>
            <TextField
              label="What it says"
              rows={2}
              maxLength={600}
              {...typed(says, (text) => setFact(id, { says: text }))}
            />
            <div className="pair">
              <Field label="Who says so" maxLength={600} {...typed(source, (text) => setFact(id, { source: text }))} />
              <Field label="As of" type="date" {...typed(asOf, (day) => setFact(id, { asOf: day }))} />
            </div>
            <Button look="bare" size="small" onClick={() => set({ facts: without(facts, id) })}>
              Remove figure {at + 1}
            </Button>
          </fieldset>
        ))}
        <p className="row">
          <Button
            look="line"
            size="small"
            onClick={() => set({ facts: [...facts, { id: newId('figure'), says: '', source: '', asOf: '' }] })}
          >
            Add a figure
          </Button>
        </p>
      </Part>
    </>
  );
}
