import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { TradePage } from './trade/trade-page.tsx';

export const meta = () => [{ title: 'Buy and sell - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /trading for signed-in customers [001 §2]. */
export default function Trading() {
  const { session } = useViewer();
  if (session === 'out') return <SignInRequired />;
  return (
    <div className="wrap">
      <ScreenHead title="Buy and sell" />
      <TradePage />
    </div>
  );
}
