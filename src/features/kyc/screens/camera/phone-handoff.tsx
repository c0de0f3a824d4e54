import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { QrCode } from '../../../../ui/qr-code.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import type { ItemCode } from '../../items.ts';
import type { TierNumber } from '../../tiers.ts';

const pollMs = 3_000;

type HandoffProps = {
  tier: TierNumber;
  item: ItemCode;
  /** Saves the draft, so that the phone finds it. */
  beforeOpen: (always: true) => Promise<unknown>;
  onFile: (file: StoredFile) => void;
  isDone: boolean;
};

function Waiting({ tier, item, onFile }: Pick<HandoffProps, 'tier' | 'item' | 'onFile'>) {
  const address = `${location.origin}/verify-identity?tier=${tier}&item=${item}`;
  const { data } = useQuery({
    ...api.identity.draft.queryOptions({ input: { tier } }),
    queryKey: ['waiting for the phone', tier],
    refetchInterval: pollMs,
    gcTime: 0,
  });
  const file: StoredFile | undefined = data?.files[item];
  useEffect(() => {
    if (file) onFile(file);
  }, [file, onFile]);
  return (
    <>
      <QrCode text={address} name="the link for your phone" />
      <p className="t-xs ink-2">
        Scan this code with your phone's camera and log in there. Your phone opens this step. The photo appears here
        when your phone has sent it.
      </p>
    </>
  );
}

/** 'Continue on your phone'. The link is plain: the phone logs in, so a copied code gives access to nothing. */
export function PhoneHandoff({ tier, item, beforeOpen, onFile, isDone }: HandoffProps) {
  const [isWaiting, setIsWaiting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (isDone) return null;
  const open = async () => {
    setIsBusy(true);
    await beforeOpen(true).then(() => setIsWaiting(true), toastRefusal);
    setIsBusy(false);
  };
  return (
    <div className="handoff">
      {isWaiting ? (
        <Waiting tier={tier} item={item} onFile={onFile} />
      ) : (
        <Button variant="line" busy={isBusy} onClick={() => void open()}>
          Continue on your phone
        </Button>
      )}
    </div>
  );
}
