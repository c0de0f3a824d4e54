import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommand } from '../../../../ui/command.ts';
import { toastSuccess } from '../../../../ui/toast.ts';

type ResendProps = { emailOf: () => string; notice: { title: string; text: string } };

/** Mails the verification link again [000 §2 Verify email], to the address that `emailOf` gives when it is pressed. */
export function ResendButton({ emailOf, notice }: ResendProps) {
  const resend = useCommand(api.accounts.resendVerification, { done: () => toastSuccess(notice) });
  return (
    <Button look="line" busy={resend.isPending} onClick={() => resend.mutate({ email: emailOf() })}>
      {resend.isPending ? 'Sending...' : 'Resend verification email'}
    </Button>
  );
}
