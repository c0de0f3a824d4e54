import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { securityNotices } from '../../security-messages.ts';
import { SecurityCard } from './security-card.tsx';

function saveFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

export function DataExport() {
  const { mutate, isPending } = useCommand(api.accounts.exportData, {
    done: (data) => {
      saveFile('cryptocommerce-my-data.json', data);
      toastSuccess(securityNotices.exported);
    },
  });
  return (
    <SecurityCard title="Your data">
      <p className="ink-2">
        Download your profile, identity checks, orders, file names, devices and security settings in one file. Passwords
        and keys aren't included.
      </p>
      <div className="row">
        <Button variant="line" busy={isPending} onClick={() => mutate(undefined)}>
          {isPending ? 'Preparing...' : 'Download my data'}
        </Button>
      </div>
    </SecurityCard>
  );
}
