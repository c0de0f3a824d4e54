import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { AddWebhook } from '../schema.ts';

export default function WebhookForm({ onAdded }: { onAdded: (secret: string) => void }) {
  const { busy, submit, field } = useCommandForm(AddWebhook, api.programs.addWebhook, {
    start: { url: '' },
    done: ({ secret }) => onAdded(secret),
    idPrefix: 'webhook',
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field {...field('url')} label="URL" type="url" inputMode="url" hint="Begins with https://" />
      <Button type="submit" full busy={busy}>
        {busy ? 'Adding...' : 'Add URL'}
      </Button>
    </form>
  );
}
