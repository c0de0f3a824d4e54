import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { Change, Section } from '../data.ts';
import { counted, newQuestion, put, putSection, typed, without } from '../edits.ts';
import { QuestionFields } from './question-fields.tsx';

/** The quiz of a section: how many questions it asks, and those from which it draws. */
export function QuizPart({ section: { id, quiz, units }, change }: { section: Section; change: Change }) {
  const { asked, questions } = quiz;
  const set = (changed: Partial<Section['quiz']>) =>
    change((now) => putSection(now, id, { quiz: { ...quiz, ...changed } }));
  const lessons = units.map((unit) => ({ value: unit.id, name: unit.title || 'Without a title' }));
  return (
    <>
      <p className="ink-2">
        Each try draws anew, so write at least twice as many questions as are asked. There are {questions.length}.
      </p>
      <Field label="How many are asked" hint="Five to eight." {...counted(asked, (count) => set({ asked: count }))} />
      {questions.map((question, at) => (
        <QuestionFields
          key={question.id}
          name={`Question ${at + 1}`}
          question={question}
          onChange={(changed) => set({ questions: put(questions, question.id, changed) })}
          onRemove={() => set({ questions: without(questions, question.id) })}
        >
          <SelectField
            label="The lesson that it is about"
            hint="Whoever gets it wrong is led back there."
            empty="Choose"
            options={lessons}
            {...typed(question.unit, (unit) => set({ questions: put(questions, question.id, { unit }) }))}
          />
        </QuestionFields>
      ))}
      <p className="row">
        <Button
          look="line"
          size="small"
          onClick={() => set({ questions: [...questions, { ...newQuestion(), unit: units.at(-1)?.id ?? '' }] })}
        >
          Add a question
        </Button>
      </p>
    </>
  );
}
