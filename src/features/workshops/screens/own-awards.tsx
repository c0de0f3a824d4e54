import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { formatDateTime, formatDay } from '../../../ui/format.ts';
import { formatCount, formatWithUnit } from '../../../ui/number-format.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { type AwardState, getAwardState } from '../award.ts';
import { seatToasts } from '../customer-messages.ts';
import { NameWallet } from '../schema.ts';

type OwnAward = Awaited<ReturnType<typeof call.workshops.own>>['awards'][number];

function WalletForm({ award, onDone }: { award: OwnAward; onDone: () => void }) {
  const queries = useQueryClient();
  const form = useCommandForm(NameWallet, api.workshops.nameAwardWallet, {
    idPrefix: `award-${award.id}`,
    start: { awardId: award.id, address: award.address ?? '' },
    done: () => {
      onDone();
      void queries.invalidateQueries({ queryKey: api.workshops.key() });
      toastSuccess(seatToasts.walletNamed);
    },
  });
  return (
    <form noValidate className="stack under" onSubmit={form.submit}>
      <Field
        label="Your Solana wallet address"
        hint="Copy it from your wallet. Coins sent to a wrong address are lost."
        autoComplete="off"
        spellCheck={false}
        {...form.field('address')}
      />
      <div className="row">
        <Button type="submit" busy={form.busy}>
          Save wallet
        </Button>
        {award.address !== null && (
          <Button variant="line" onClick={onDone}>
            Back
          </Button>
        )}
      </div>
    </form>
  );
}

const nextStep: Readonly<Record<AwardState, string>> = {
  unnamed: 'Add a wallet to receive your coins.',
  named: "We'll send them to this wallet soon.",
  released: "They're on their way to this wallet.",
  sent: '',
};

function Award({ award }: { award: OwnAward }) {
  const [changing, setChanging] = useState(false);
  const state = getAwardState(award);
  return (
    <li className="sheet neat">
      {state === 'unnamed' && <p className="turn">Waiting for you</p>}
      {(state === 'named' || state === 'released') && <p className="turn ours">Waiting for us</p>}
      <h3>
        {formatWithUnit(formatCount(award.lgm), 'LGM')} for {award.title}
      </h3>
      <p className="ink-2 t-xs">
        You attended on {formatDay(award.startAt)}. LGM are training coins with no cash value.{' '}
        {award.sentAt ? `Sent ${formatDateTime(award.sentAt)}.` : nextStep[state]}
      </p>
      {award.address && !changing && <p className="num wrap-any">{award.address}</p>}
      {award.transactionHash && <p className="num wrap-any t-xs">Hash: {award.transactionHash}</p>}
      {state === 'unnamed' || changing ? (
        <WalletForm award={award} onDone={() => setChanging(false)} />
      ) : (
        state === 'named' && (
          <Button variant="line" size="small" onClick={() => setChanging(true)}>
            Change wallet
          </Button>
        )
      )}
    </li>
  );
}

export const OwnAwards = ({ awards }: { awards: readonly OwnAward[] }) => (
  <ul className="stack" aria-label="Your training coins">
    {awards.map((award) => (
      <Award key={award.id} award={award} />
    ))}
  </ul>
);
