import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { signOut } from '../../../ui/sign-out.ts';
import type { Paper } from '../papers.ts';

const Changed = ({ path, name, version, changed }: Paper) => (
  <li>
    <a className="link" href={path} target="_blank" rel="noopener">
      {name}, version {version}
      <span className="sr"> (opens in a new tab)</span>
    </a>
    <br />
    <span className="ink-2">{changed}</span>
  </li>
);

/**
 * Asks whoever signed in to agree to the versions that came into force since they last agreed, and names what changed
 * in one sentence each. The way out is to sign out.
 */
export function NewVersions({ due }: { due: readonly Paper[] }) {
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
      title="Our texts have a new version"
      acts={
        <>
          <Button look="line" busy={leave.isPending} onClick={() => leave.mutate()}>
            Sign out
          </Button>
          <Button busy={agree.isPending} onClick={() => agree.mutate({ agreed })}>
            I agree
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>Please read what changed and agree to it to go on. Orders under way are not touched by it.</p>
        <ul className="stack">
          {due.map((paper) => (
            <Changed key={paper.kind} {...paper} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
