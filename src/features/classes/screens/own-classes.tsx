import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { dateText } from '../../../ui/format.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { classNotices } from '../own-messages.ts';
import { paragraphsOf } from '../paragraphs.ts';
import type { ClassMails, ClassNote } from '../shapes.ts';

function Note({ note: { courseTitle, subject, body, sentAt } }: { note: ClassNote }) {
  return (
    <li>
      <h3>{subject}</h3>
      <p className="facts ink-2 num">
        <span>{courseTitle}</span>
        <span>{dateText(jamaicaDay(sentAt))}</span>
      </p>
      <div className="stack under wrap-any">
        {paragraphsOf(body).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a letter never change
          <p key={at}>{line}</p>
        ))}
      </div>
    </li>
  );
}

function Mails({ one: { courseId, title, mails } }: { one: ClassMails }) {
  const queries = useQueryClient();
  /** What was just pressed, until the server has said how it stands. */
  const [wished, setWished] = useState<boolean | null>(null);
  const want = useCommand(api.classes.wantMails, {
    done: (_, sent) => toastSuccess(sent.mails ? classNotices.mailsOn : classNotices.mailsOff),
    after: () => queries.invalidateQueries({ queryKey: api.classes.notes.key() }).finally(() => setWished(null)),
  });
  return (
    <Checkbox
      label={`Mails about ${title}`}
      checked={wished ?? mails}
      onChange={({ target }) => {
        if (wished !== null) return;
        setWished(target.checked);
        want.mutate({ courseId, mails: target.checked });
      }}
    />
  );
}

/** What instructors wrote to the classes of whoever looks, and of which they want mails; nothing without a course. */
export function OwnClasses() {
  const asked = useQuery(api.classes.notes.queryOptions());
  if (asked.error) return <NotYet asked={asked} text="The messages to your classes could not be loaded." />;
  if (!asked.data || asked.data.classes.length === 0) return null;
  const { notes, classes } = asked.data;
  return (
    <section aria-labelledby="own-classes">
      <h2 id="own-classes" className="ruled">
        From your instructors
      </h2>
      {notes.length > 0 ? (
        <ul className="course-list">
          {notes.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ul>
      ) : (
        <p className="ink-2 under">Nothing was written to your classes yet.</p>
      )}
      <div className="stack under">
        <p>What instructors write stands here. Have it sent to you by mail, too:</p>
        {classes.map((one) => (
          <Mails key={one.courseId} one={one} />
        ))}
      </div>
    </section>
  );
}
