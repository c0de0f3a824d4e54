import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { api, type call } from '../../../ui/client.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { type Category, categories } from '../conversation.ts';
import { aboutLabels, categoryLabels, complaintNotes, helpToasts } from '../customer-messages.ts';
import { helpMessages } from '../messages.ts';
import { OpenForm, parseAbout } from '../schema.ts';
import { emptyMessage, getFileIds, MessageFields, type MessageValues } from './message-fields.tsx';
import './help.css';

export const meta = () => [{ title: 'Write to us - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Fields = MessageValues & { kind: 'question' | 'complaint'; category: Category };
type Body = Parameters<typeof call.help.open>[0];
type AboutName = Awaited<ReturnType<typeof call.help.about>>;

const kinds = [
  { value: 'question', name: 'Question', note: 'We usually answer within two business days.' },
  { value: 'complaint', name: 'Complaint', note: complaintNotes.promise },
];

function About({ data, isError }: { data: AboutName | undefined; isError: boolean }) {
  if (isError) return <Notice kind="wait">{helpMessages['help.about_unknown'].text}</Notice>;
  return data ? (
    <p>
      About: <b>{formatMessage(aboutLabels[data.kind], { name: data.name })}</b>
    </p>
  ) : null;
}

function Form({ about, category }: { about: string | null; category: Category | undefined }) {
  const navigate = useNavigate();
  const known = useQuery(api.help.about.queryOptions({ input: { about: about ?? '' }, enabled: about !== null }));
  const { field, file, submit, busy } = useCommandForm(OpenForm, api.help.open, {
    start: {
      ...emptyMessage,
      kind: 'question',
      category: about?.startsWith('identity:') ? 'verification' : (category ?? ''),
    } as Fields,
    body: (values, key): Body => ({
      key,
      about: known.data ? about : null,
      category: values.category,
      isComplaint: values.kind === 'complaint',
      message: values.message,
      files: getFileIds(values),
    }),
    done: ({ conversationId }) => {
      toastSuccess(helpToasts.sent);
      void navigate(`/help/${conversationId}`, { replace: true });
    },
  });
  return (
    <form className="sheet neat stack" noValidate aria-label="Write to us" onSubmit={submit}>
      {about !== null && <About data={known.data} isError={known.isError} />}
      <Choice legend="What is it?" options={kinds} {...field('kind')} />
      <SelectField
        label="Topic"
        emptyLabel="Choose"
        options={categories.map((value) => ({ value, name: categoryLabels[value] }))}
        {...field('category')}
      />
      <MessageFields
        label="Your message"
        hint="What happened, and when? Never send passwords, seed phrases or codes."
        field={field}
        file={file}
      />
      <div className="row">
        <Button type="submit" busy={busy}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** A link such as `?about=order:<id>` names the order, payment or submission that the message is about. */
export default function NewConversationScreen() {
  const [params] = useSearchParams();
  const { session } = useViewer();
  if (session !== 'in') return <SignInRequired />;
  const about = params.get('about') ?? '';
  return (
    <div className="wrap help-page">
      <ScreenHead title="Write to us" text="We answer here and by email." />
      <Form
        about={parseAbout(about) ? about : null}
        category={categories.find((each) => each === params.get('category'))}
      />
      <section>
        <Link className="link" to="/help">
          All your conversations
        </Link>
      </section>
    </div>
  );
}
