import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommand } from '../../../../ui/command.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { securityNotices } from '../../security-messages.ts';
import { Lock } from './lock.tsx';

/** Hands the browser a file to save, made here. */
function save(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Everything that we hold about the person, to take away. */
export function OwnRecord() {
  const { mutate, isPending } = useCommand(api.accounts.exportData, {
    done: (record) => {
      save('cryptocommerce-my-data.json', record);
      toastSuccess(securityNotices.exported);
    },
  });
  return (
    <Lock title="Your data">
      <p className="ink-2">
        Your profile, identity checks, orders, files by name, sessions and locks, in one file that people and programs
        can read. Passwords and keys are not in it.
      </p>
      <div className="row">
        <Button look="line" busy={isPending} onClick={() => mutate(undefined)}>
          {isPending ? 'Preparing...' : 'Download my data'}
        </Button>
      </div>
    </Lock>
  );
}
