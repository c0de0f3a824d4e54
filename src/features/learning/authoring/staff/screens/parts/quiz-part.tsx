import { Field } from '../../../../../../ui/field.tsx';
import { SelectField } from '../../../../../../ui/select-field.tsx';
import type { ChangeDraft, Section } from '../data.ts';
import { bindFields, newQuestion, removeItem, updateItem, updateSection } from '../edits.ts';
import { AddButton, QuestionFields } from './question-fields.tsx';

export function QuizPart({ section: { id, quiz, units }, change }: { section: Section; change: ChangeDraft }) {
  const { questions } = quiz;
  const set = (changed: Partial<Section['quiz']>) =>
    change((current) => updateSection(current, id, { quiz: { ...quiz, ...changed } }));
  const putQuestion = (at: string, changed: Partial<(typeof questions)[number]>) =>
    set({ questions: updateItem(questions, at, changed) });
  const lessons = units.map((unit) => ({ value: unit.id, name: unit.title || 'Untitled' }));
  return (
    <>
      <p className="ink-2">
        Each attempt picks different questions. Write at least twice as many as each attempt has. You have{' '}
        {questions.length}.
      </p>
      <Field label="Questions per attempt" hint="Between 5 and 8." {...bindFields(quiz, set).count('asked')} />
      {questions.map((question, at) => (
        <QuestionFields
          key={question.id}
          name={`Question ${at + 1}`}
          question={question}
          onChange={(changed) => putQuestion(question.id, changed)}
          onRemove={() => set({ questions: removeItem(questions, question.id) })}
        >
          <SelectField
            label="Lesson"
            hint="Recommended to learners who answer wrongly."
            emptyLabel="Choose"
            options={lessons}
            {...bindFields(question, (changed) => putQuestion(question.id, changed)).text('unit')}
          />
        </QuestionFields>
      ))}
      <p className="row">
        <AddButton
          what="a question"
          onAdd={() => set({ questions: [...questions, { ...newQuestion(), unit: units.at(-1)?.id ?? '' }] })}
        />
      </p>
    </>
  );
}
