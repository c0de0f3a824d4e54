import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { Field } from '../../../../ui/field.tsx';

/** An invalid address, to which no coins can be sent. */
const tutor = { address: 'LGMpractice7vTuT0rAddre55NotReaLx4Kq9', memo: '4821', amount: '100', most: 500 } as const;

export const findFaults = ({
  network,
  address,
  memo,
  amount,
}: Record<'network' | 'address' | 'memo' | 'amount', string>) => ({
  network: network === 'solana' ? undefined : "Lignum is on Solana. It wouldn't arrive on another network.",
  address:
    address.trim() === tutor.address
      ? undefined
      : "This isn't the tutor's address. Compare the first six and the last six characters.",
  memo: memo.trim() === tutor.memo ? undefined : "Without the memo, the tutor can't tell that the coins come from you.",
  amount: amount.trim() === tutor.amount ? undefined : "This isn't the amount you were asked to send.",
});

const emptyForm = { network: '', address: '', memo: '', amount: '' };

export function SendWithTag() {
  const [typed, setTyped] = useState(emptyForm);
  const [step, setStep] = useState<'filling' | 'checked' | 'read' | 'sent'>('filling');
  const faults = findFaults(typed);
  const isRight = Object.values(faults).every((fault) => !fault);
  const field = (name: keyof typeof emptyForm) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value });
      setStep('filling');
    },
    error: step === 'checked' ? faults[name] : undefined,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setStep(isRight ? 'read' : 'checked');
  };
  return (
    <section className="sheet practice">
      <h3>Send training coins</h3>
      <p className="ink-2">
        The tutor gives you this address on Solana: <code className="code">{tutor.address}</code>, with the memo{' '}
        <b>{tutor.memo}</b>. Send {tutor.amount} of your {tutor.most} LGM. No real coins are sent.
      </p>
      {step === 'sent' && (
        <div className="stack" role="status">
          <p>
            <b>Sent.</b> In a real wallet you would now copy the transaction hash and look it up in an explorer. The
            transfer can't be reversed.
          </p>
          <Button
            variant="line"
            size="small"
            onClick={() => {
              setTyped(emptyForm);
              setStep('filling');
            }}
          >
            Practise again
          </Button>
        </div>
      )}
      {step === 'read' && (
        <div className="stack">
          <p role="status">Check everything once more. You can't change anything after you confirm.</p>
          <dl className="slip">
            {Object.entries(typed).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className="row">
            <Button variant="line" size="small" onClick={() => setStep('sent')}>
              Confirm
            </Button>
            <Button variant="bare" size="small" onClick={() => setStep('filling')}>
              Go back
            </Button>
          </div>
        </div>
      )}
      {(step === 'filling' || step === 'checked') && (
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
          <Button type="submit" variant="line" size="small">
            Review
          </Button>
        </form>
      )}
    </section>
  );
}
