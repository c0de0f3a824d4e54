import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { signOut } from '../../../../ui/sign-out.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import type { LegalDocument } from '../legal-documents.ts';

const ChangedDocument = ({ path, name, version, changed }: LegalDocument) => (
  <li>
    <a className="link" href={path} target="_blank" rel="noopener">
      {name}, version {version}
      <span className="sr"> (opens in a new tab)</span>
    </a>
    <br />
    <span className="ink-2">{changed}</span>
  </li>
);

/** Asks for agreement to new versions. The only alternative is to sign out. */
export function NewVersions({ due }: { due: readonly LegalDocument[] }) {
  const queries = useQueryClient();
  const agree = useCommand(api.agreements.agree, {
    done: () => queries.setQueryData(api.agreements.due.queryKey(), []),
  });
  const leave = useMutation({ mutationFn: signOut });
  const agreed = due.map(({ kind, version }) => ({ document: kind, version }));
  return (
    <Dialog
      open
      onClose={() => undefined}
      locked
      focusHeading
      title="We've updated our terms"
      actions={
        <>
          <Button variant="line" busy={leave.isPending} onClick={() => leave.mutate()}>
            Sign out
          </Button>
          <Button busy={agree.isPending} onClick={() => agree.mutate({ agreed })}>
            I agree
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>Please read what changed and agree to continue. Your open orders stay as they are.</p>
        <ul className="stack">
          {due.map((document) => (
            <ChangedDocument key={document.kind} {...document} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
