import { Field } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { Change, Section } from '../data.ts';
import { fieldsOf, newQuestion, put, putSection, without } from '../edits.ts';
import { Add } from './list-buttons.tsx';
import { QuestionFields } from './question-fields.tsx';

/** The quiz of a section: how many questions it asks, and those from which it draws. */
export function QuizPart({ section: { id, quiz, units }, change }: { section: Section; change: Change }) {
  const { questions } = quiz;
  const set = (changed: Partial<Section['quiz']>) =>
    change((now) => putSection(now, id, { quiz: { ...quiz, ...changed } }));
  const putQuestion = (at: string, changed: Partial<(typeof questions)[number]>) =>
    set({ questions: put(questions, at, changed) });
  const lessons = units.map((unit) => ({ value: unit.id, name: unit.title || 'Without a title' }));
  return (
    <>
      <p className="ink-2">
        Each try draws anew, so write at least twice as many questions as are asked. There are {questions.length}.
      </p>
      <Field label="How many are asked" hint="Five to eight." {...fieldsOf(quiz, set).count('asked')} />
      {questions.map((question, at) => (
        <QuestionFields
          key={question.id}
          name={`Question ${at + 1}`}
          question={question}
          onChange={(changed) => putQuestion(question.id, changed)}
          onRemove={() => set({ questions: without(questions, question.id) })}
        >
          <SelectField
            label="The lesson that it is about"
            hint="Whoever gets it wrong is led back there."
            empty="Choose"
            options={lessons}
            {...fieldsOf(question, (changed) => putQuestion(question.id, changed)).text('unit')}
          />
        </QuestionFields>
      ))}
      <p className="row">
        <Add
          what="a question"
          onAdd={() => set({ questions: [...questions, { ...newQuestion(), unit: units.at(-1)?.id ?? '' }] })}
        />
      </p>
    </>
  );
}
