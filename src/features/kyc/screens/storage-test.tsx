import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { documentsNotices } from '../../documents/messages.ts';
import { identityNotices } from '../customer-messages.ts';

const notLoggedIn = { title: 'Not logged in', text: identityNotices.notLoggedIn.text };

function toastTestError(error: unknown, failed: string): void {
  const { code, title, text } = errorMessage(error);
  if (code === 'accounts.sign_in_required') toastError(notLoggedIn);
  else toastError({ title: code?.startsWith('documents.') ? title : failed, text });
}

type StorageTestProps = { name: string; failed: string; run: () => Promise<unknown> };

/** Stores and removes a small test file. Shows only success or failure (C3). */
function StorageTest({ name, failed, run }: StorageTestProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: () => toastSuccess(documentsNotices.kycStorageOk),
    onError: (error) => toastTestError(error, failed),
  });
  return (
    <Button variant="bare" size="small" busy={isPending} onClick={() => mutate()}>
      {name}
    </Button>
  );
}

/** 'Test KYC Upload' [000 §2 KYC Tier 1 form, KYC Tier 2 form, §8 KYC] (decision C3). */
export const KycUploadTest = () => (
  <StorageTest name="Test KYC Upload" failed="KYC storage test failed" run={() => call.documents.testKycUpload()} />
);

/** 'Test KYC Storage Upload' [000 §2 Profile, §6, §8 KYC]. */
export const KycStorageTest = () => (
  <StorageTest name="Test KYC Storage Upload" failed="Test failed" run={() => call.documents.testStorage()} />
);
