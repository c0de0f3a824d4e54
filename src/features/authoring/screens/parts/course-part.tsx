import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { Draft } from '../../draft.ts';
import type { Change, Section } from '../data.ts';
import { fieldsOf, newSection, newUnit, putSection } from '../edits.ts';
import { Lines } from './lines.tsx';

const openings = [
  { value: 'at_once', name: 'All at once' },
  { value: 'by_section', name: 'Each once the one before is passed' },
  { value: 'by_date', name: 'Each on its day' },
];

/** What everybody reads of a course before they take it, and in which order its sections come. */
export function CoursePart({ draft, change }: { draft: Draft; change: Change }) {
  const { certificate, sections } = draft;
  const set = (changed: Partial<Draft>) => change((now) => ({ ...now, ...changed }));
  const { text, count } = fieldsOf(draft, set);
  const paper = certificate && fieldsOf(certificate, (changed) => set({ certificate: { ...certificate, ...changed } }));
  return (
    <>
      <Field label="Title" maxLength={90} {...text('title')} />
      <TextField label="What it is about" rows={3} maxLength={600} {...text('about')} />
      <div className="pair">
        <Field label="A quiz is passed with" suffix="% right" {...count('quizPassPercent')} />
        <SelectField label="Sections open" options={openings} {...text('opens')} />
      </div>
      <Checkbox
        label="Whoever finishes it gets a certificate"
        checked={certificate !== null}
        onChange={({ target }) => set({ certificate: target.checked ? { title: '', about: '' } : null })}
      />
      {paper && (
        <>
          <Field label="What the certificate is called" maxLength={90} {...paper.text('title')} />
          <TextField label="What it says on the page of the course" rows={2} maxLength={600} {...paper.text('about')} />
        </>
      )}
      <Part id="sections" title="Sections">
        <Lines kind="Section" list={sections} made={newSection} onChange={(list) => set({ sections: list })} />
      </Part>
    </>
  );
}

type SectionProps = { draft: Draft; section: Section; change: Change };

/** One section: what it is about, when it opens, and the order of its lessons. */
export function SectionPart({ draft: { opens }, section, change }: SectionProps) {
  const { id, units } = section;
  const set = (changed: Partial<Section>) => change((now) => putSection(now, id, changed));
  const { text } = fieldsOf(section, set);
  return (
    <>
      <Field label="Title" maxLength={90} {...text('title')} />
      <TextField label="What it is about" rows={3} maxLength={600} {...text('about')} />
      {opens === 'by_date' && <Field label="Opens on" aside="Jamaica" type="date" {...text('opensOn')} />}
      <Part id="lessons" title="Lessons">
        <Lines kind="Lesson" list={units} made={newUnit} onChange={(list) => set({ units: list })} />
      </Part>
    </>
  );
}
