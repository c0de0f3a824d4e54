import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { Question } from '../data.ts';
import { fieldsOf } from '../edits.ts';
import { Add, Remove } from './list-buttons.tsx';

type QuestionProps = {
  /** `Question 2` */
  name: string;
  question: Question;
  onChange: (changed: Partial<Question>) => void;
  onRemove: () => void;
  children?: React.ReactNode;
};

/** A question with its answers, each with whether it is right and why. */
export function QuestionFields({ name, question, onChange, onRemove, children }: QuestionProps) {
  const { id, answers } = question;
  type Answer = Question['answers'][number];
  const set = (at: number, changed: Partial<Answer>) =>
    onChange({ answers: answers.map((answer, other) => (other === at ? { ...answer, ...changed } : answer)) });
  const ofAnswer = (answer: Answer, at: number) => fieldsOf(answer, (changed) => set(at, changed)).text;
  return (
    <fieldset className="stack asked-of">
      <legend className="label">{name}</legend>
      {children}
      <TextField
        label="What is asked"
        id={`${id}-ask`}
        rows={2}
        maxLength={600}
        {...fieldsOf(question, onChange).text('ask')}
      />
      {answers.map((answer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers keep their places.
        <fieldset key={at} className="stack-s answer-of">
          <legend className="sr">Answer {at + 1}</legend>
          <Field label={`Answer ${at + 1}`} maxLength={600} {...ofAnswer(answer, at)('text')} />
          <Checkbox
            label={`Answer ${at + 1} is right`}
            checked={answer.right}
            onChange={({ target }) => set(at, { right: target.checked })}
          />
          <TextField
            label={`Why answer ${at + 1} is right or wrong`}
            rows={2}
            maxLength={600}
            {...ofAnswer(answer, at)('because')}
          />
          {answers.length > 2 && (
            <Remove
              what={`answer ${at + 1}`}
              onRemove={() => onChange({ answers: answers.filter((_, other) => other !== at) })}
            />
          )}
        </fieldset>
      ))}
      <div className="row wraps">
        {answers.length < 6 && (
          <Add
            what="an answer"
            onAdd={() => onChange({ answers: [...answers, { text: '', right: false, because: '' }] })}
          />
        )}
        <Button look="bare" size="small" label={`Remove the question: ${name}`} onClick={onRemove}>
          Remove the question
        </Button>
      </div>
    </fieldset>
  );
}
