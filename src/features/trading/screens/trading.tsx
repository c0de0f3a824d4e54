import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { TradeDesk } from './trade/trade-desk.tsx';

export const meta = () => [{ title: 'Buy and sell - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /trading, for whoever is signed in [001 §2]; what stands on it draws `trade/trade-desk.tsx`. */
export default function Trading() {
  const { session } = useViewer();
  if (session === 'out') return <SignInNeeded />;
  return (
    <div className="wrap">
      <ScreenHead title="Buy and sell" />
      <TradeDesk />
    </div>
  );
}
