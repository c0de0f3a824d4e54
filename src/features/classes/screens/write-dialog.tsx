import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { issuesIn } from '../../../ui/form.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { classDeskNotices } from '../desk-messages.ts';
import { paragraphsOf } from '../paragraphs.ts';
import { WriteToClass } from '../schema.ts';
import type { ClassLine } from '../shapes.ts';

type Text = { readonly subject: string; readonly body: string };

/** How it will be read. */
const Preview = ({ text, course }: { text: Text; course: ClassLine }) => (
  <section className="stack-s wrap-any" aria-label="How it will be read">
    <h3>{text.subject}</h3>
    <p className="ink-2">Your instructor writes to everybody who takes {course.title}:</p>
    {paragraphsOf(text.body).map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines stand as they were typed
      <p key={at}>{line}</p>
    ))}
  </section>
);

/** Writes to a class: first the text, then how it will be read, then it goes. */
export function WriteDialog({ course, onClose }: { course: ClassLine; onClose: () => void }) {
  const { courseId, title, learners } = course;
  const [text, setText] = useState<Text>({ subject: '', body: '' });
  const [tried, setTried] = useState(false);
  /** Of the press of the button that sends what is shown: once, however often it is repeated. */
  const [key, setKey] = useState<string | null>(null);
  const queries = useQueryClient();
  const write = useMutation({
    ...api.classesDesk.write.mutationOptions(),
    onSuccess: () => {
      onClose();
      toastSuccess(classDeskNotices.sent);
    },
    onError: (error) => {
      setKey(null);
      toastRefusal(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.classesDesk.courses.key() }),
  });
  const issues = issuesIn(WriteToClass.pick({ subject: true, body: true }), text);
  const errorOf = (name: keyof Text) => (tried ? issues.find(({ path }) => path === name)?.message : undefined);
  const submit = () => {
    setTried(true);
    if (issues.length > 0) return;
    if (key === null) setKey(crypto.randomUUID());
    else write.mutate({ courseId, key, ...text });
  };
  return (
    <ActDialog
      title={`Write to the class: ${title}`}
      says={key === null ? 'Preview' : `Send to ${learners} ${learners === 1 ? 'learner' : 'learners'}`}
      wide
      busy={write.isPending}
      submit={submit}
      onClose={() => (key === null ? onClose() : setKey(null))}
    >
      {key === null ? (
        <>
          <Field
            label="Subject"
            error={errorOf('subject')}
            maxLength={120}
            value={text.subject}
            onChange={({ target }) => setText({ ...text, subject: target.value })}
          />
          <TextField
            label="Text"
            hint="Plain text, at most 2,000 letters. Only links to our own pages."
            error={errorOf('body')}
            rows={8}
            maxLength={2000}
            value={text.body}
            onChange={({ target }) => setText({ ...text, body: target.value })}
          />
        </>
      ) : (
        <>
          <Preview text={text} course={course} />
          <p className="ink-2">
            It goes by mail to everybody who takes the course and wants such mails, and stands in the learning hub of
            all of them. It cannot be taken back, and the class is written to once a day.
          </p>
        </>
      )}
    </ActDialog>
  );
}
