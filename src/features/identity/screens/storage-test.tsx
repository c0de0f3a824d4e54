import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { documentsNotices } from '../../documents/messages.ts';
import { identityNotices } from '../messages.ts';

const notLoggedIn = { title: 'Not logged in', text: identityNotices.notLoggedIn.text };

function tell(error: unknown, failed: string): void {
  const { code, title, text } = refusalWords(error);
  if (code === 'accounts.sign_in_required') toastError(notLoggedIn);
  else toastError({ title: code?.startsWith('documents.') ? title : failed, text });
}

type StorageTestProps = { name: string; failed: string; run: () => Promise<unknown> };

/** A diagnostic of the file store: stores a small file, removes it, and says no more than whether that worked (C3). */
function StorageTest({ name, failed, run }: StorageTestProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: () => toastSuccess(documentsNotices.kycStorageOk),
    onError: (error) => tell(error, failed),
  });
  return (
    <Button look="bare" size="small" busy={isPending} onClick={() => mutate()}>
      {name}
    </Button>
  );
}

/** 'Test KYC Upload', beside the forms [000 §2 KYC Tier 1 form, KYC Tier 2 form, §8 KYC]. */
export const KycUploadTest = () => (
  <StorageTest name="Test KYC Upload" failed="KYC storage test failed" run={() => call.documents.testKycUpload()} />
);

/** 'Test KYC Storage Upload', for admins on the profile [000 §2 Profile, §6, §8 KYC]. */
export const KycStorageTest = () => (
  <StorageTest name="Test KYC Storage Upload" failed="Test failed" run={() => call.documents.testStorage()} />
);
