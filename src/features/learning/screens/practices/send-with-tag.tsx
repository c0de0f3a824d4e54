import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { Field } from '../../../../ui/field.tsx';

/** What the tutor gives: nothing can be sent to it, and nothing is. */
const given = { address: 'LGMpractice7vTuT0rAddre55NotReaLx4Kq9', memo: '4821', amount: '100', most: 500 } as const;

/** What is wrong with a transfer that is about to leave, field by field; nothing where it is right. */
export const faultsOf = ({
  network,
  address,
  memo,
  amount,
}: Record<'network' | 'address' | 'memo' | 'amount', string>) => ({
  network: network === 'solana' ? undefined : 'Lignum lives on Solana. On another network nothing would arrive.',
  address:
    address.trim() === given.address
      ? undefined
      : 'This is not the address of the tutor. Compare the first six and the last six signs.',
  memo: memo.trim() === given.memo ? undefined : 'Without its memo nobody would know whose exercise it is.',
  amount: amount.trim() === given.amount ? undefined : 'This is not how much you were asked to send.',
});

const nothing = { network: '', address: '', memo: '', amount: '' };

/** A transfer of training coins with a memo, from beginning to end; no coin moves. */
export function SendWithTag() {
  const [typed, setTyped] = useState(nothing);
  const [step, setStep] = useState<'filling' | 'told' | 'read' | 'sent'>('filling');
  const faults = faultsOf(typed);
  const isRight = Object.values(faults).every((fault) => !fault);
  const field = (name: keyof typeof nothing) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value });
      setStep('filling');
    },
    error: step === 'told' ? faults[name] : undefined,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setStep(isRight ? 'read' : 'told');
  };
  return (
    <section className="sheet practice">
      <h3>Send training coins</h3>
      <p className="ink-2">
        The tutor gives you this address on Solana: <code className="code">{given.address}</code>, with the memo{' '}
        <b>{given.memo}</b>. Send {given.amount} of your {given.most} LGM. Nothing real moves.
      </p>
      {step === 'sent' && (
        <div className="stack" role="status">
          <p>
            <b>Sent.</b> In the real wallet you would now copy the transaction hash and look it up in an explorer. It
            could not be called back any more.
          </p>
          <Button
            look="line"
            size="small"
            onClick={() => {
              setTyped(nothing);
              setStep('filling');
            }}
          >
            Practise again
          </Button>
        </div>
      )}
      {step === 'read' && (
        <div className="stack">
          <p role="status">Read it once more. This is the last page on which anything can be changed.</p>
          <dl className="slip">
            {Object.entries(typed).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className="row">
            <Button look="line" size="small" onClick={() => setStep('sent')}>
              Confirm
            </Button>
            <Button look="bare" size="small" onClick={() => setStep('filling')}>
              Go back
            </Button>
          </div>
        </div>
      )}
      {(step === 'filling' || step === 'told') && (
        <form className="stack" onSubmit={send} noValidate>
          <Choice
            legend="Network"
            options={[
              { value: 'solana', name: 'Solana' },
              { value: 'bep20', name: 'BEP20' },
              { value: 'erc20', name: 'ERC20' },
            ]}
            {...field('network')}
          />
          <Field label="Address" autoComplete="off" {...field('address')} />
          <Field label="Memo" autoComplete="off" {...field('memo')} />
          <Field label="Amount, LGM" inputMode="numeric" autoComplete="off" {...field('amount')} />
          <Button type="submit" look="line" size="small">
            Review
          </Button>
        </form>
      )}
    </section>
  );
}
