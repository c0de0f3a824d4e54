import { PageSection } from '../../../../ui/admin/section.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { Draft } from '../../draft.ts';
import type { ChangeDraft, Section } from '../data.ts';
import { bindFields, newSection, newUnit, updateSection } from '../edits.ts';
import { OrderedItems } from './ordered-items.tsx';

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
