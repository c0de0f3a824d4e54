import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { count, withUnit } from '../../../ui/figures.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { dayText, momentText } from '../../../ui/format.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { type AwardState, awardState } from '../award.ts';
import { placeNotices } from '../own-messages.ts';
import { NameWallet } from '../schema.ts';

type OwnAward = Awaited<ReturnType<typeof call.workshops.own>>['awards'][number];

/** Where one's training coins go. */
function WalletForm({ award, onDone }: { award: OwnAward; onDone: () => void }) {
  const queries = useQueryClient();
  const form = useCommandForm(NameWallet, api.workshops.nameAwardWallet, {
    ids: `award-${award.id}`,
    start: { awardId: award.id, address: award.address ?? '' },
    done: () => {
      onDone();
      void queries.invalidateQueries({ queryKey: api.workshops.key() });
      toastSuccess(placeNotices.walletNamed);
    },
  });
  return (
    <form noValidate className="stack under" onSubmit={form.submit}>
      <Field
        label="Your wallet address on Solana"
        hint="Copy it from your wallet. Whatever is sent to another address is gone."
        autoComplete="off"
        spellCheck={false}
        {...form.field('address')}
      />
      <div className="row">
        <Button type="submit" busy={form.busy}>
          Send them here
        </Button>
        {award.address !== null && (
          <Button look="line" onClick={onDone}>
            Back
          </Button>
        )}
      </div>
    </form>
  );
}

const next: Readonly<Record<AwardState, string>> = {
  unnamed: 'Tell us where to send them.',
  named: 'We send them to this wallet soon.',
  released: 'They are on their way to this wallet.',
  sent: '',
};

function Award({ award }: { award: OwnAward }) {
  const [changing, setChanging] = useState(false);
  const state = awardState(award);
  return (
    <li className="sheet neat">
      {state === 'unnamed' && <p className="turn">Your move</p>}
      {(state === 'named' || state === 'released') && <p className="turn ours">Our move</p>}
      <h3>
        {withUnit(count(award.lgm), 'LGM')} for {award.title}
      </h3>
      <p className="ink-2 t-xs">
        You came on {dayText(award.startAt)}. LGM are training coins, without value in money.{' '}
        {award.sentAt ? `Sent ${momentText(award.sentAt)}.` : next[state]}
      </p>
      {award.address && !changing && <p className="num wrap-any">{award.address}</p>}
      {award.transactionHash && <p className="num wrap-any t-xs">Hash: {award.transactionHash}</p>}
      {state === 'unnamed' || changing ? (
        <WalletForm award={award} onDone={() => setChanging(false)} />
      ) : (
        state === 'named' && (
          <Button look="line" size="small" onClick={() => setChanging(true)}>
            Name another wallet
          </Button>
        )
      )}
    </li>
  );
}

/** What somebody is given for having come, and where it is. */
export const OwnAwards = ({ awards }: { awards: readonly OwnAward[] }) => (
  <ul className="stack" aria-label="Your training coins">
    {awards.map((award) => (
      <Award key={award.id} award={award} />
    ))}
  </ul>
);
