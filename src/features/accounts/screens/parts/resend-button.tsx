import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';

type ResendProps = { getEmail: () => string; notice: { title: string; text: string } };

/** Resends the verification link [000 §2 Verify email]. */
export function ResendButton({ getEmail, notice }: ResendProps) {
  const resend = useCommand(api.accounts.resendVerification, { done: () => toastSuccess(notice) });
  return (
    <Button variant="line" busy={resend.isPending} onClick={() => resend.mutate({ email: getEmail() })}>
      {resend.isPending ? 'Sending...' : 'Resend verification email'}
    </Button>
  );
}
