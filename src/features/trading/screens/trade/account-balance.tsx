import { jmd, usd } from '../../../../kernel/money.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { Slip } from '../../../../ui/slip.tsx';

/** The account balance card: JMD and USD both stand at 0 [001 §2 Trading page], for we keep no money for anybody. */
export const AccountBalance = () => (
  <section aria-labelledby="balance-title">
    <div className="side-head">
      <h2 className="t-lg" id="balance-title">
        Account balance
      </h2>
    </div>
    <Slip
      rows={[
        { label: 'Jamaican dollars', figure: <MoneyText money={jmd(0n)} /> },
        { label: 'US dollars', figure: <MoneyText money={usd(0n)} /> },
      ]}
    />
    <p className="t-xs ink-3">We hold no balance for you: every order is paid and delivered on its own.</p>
  </section>
);
