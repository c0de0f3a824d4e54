import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { installOffer, passkeyOffer } from '../messages.ts';
import { dismissInstall, install, useCanInstall } from './use-install-offer.ts';

type OfferProps = {
  texts: { title: string; text: string; refuse: string };
  children: ReactNode;
  isClosing?: boolean;
  onRefuse: () => void;
};

const Offer = ({ texts, children, isClosing = false, onRefuse }: OfferProps) => (
  <section className="sheet" aria-labelledby="offer">
    <h2 className="t-lg" id="offer">
      {texts.title}
    </h2>
    <p className="ink-2">{texts.text}</p>
    <div className="row under">
      {children}
      <Button variant="bare" busy={isClosing} onClick={onRefuse}>
        {texts.refuse}
      </Button>
    </div>
  </section>
);

/** Follows the first order, until the customer has a passkey or another second step, or says no. */
function PasskeyOffer() {
  const queries = useQueryClient();
  const close = useCommand(api.accountPages.refusePasskey, {
    done: () => queries.invalidateQueries({ queryKey: api.accountPages.overview.key() }),
  });
  return (
    <Offer texts={passkeyOffer} isClosing={close.isPending} onRefuse={() => close.mutate()}>
      <ButtonLink to="/profile#security" variant="line">
        {passkeyOffer.add}
      </ButtonLink>
    </Offer>
  );
}

const InstallOffer = () => (
  <Offer texts={installOffer} onRefuse={dismissInstall}>
    <Button variant="line" onClick={install}>
      {installOffer.add}
    </Button>
  </Offer>
);

/** At most one offer: the passkey first, then the installation where the browser supports it. */
export function DashboardOffer({ offersPasskey }: { offersPasskey: boolean }) {
  const canInstall = useCanInstall();
  if (offersPasskey) return <PasskeyOffer />;
  return canInstall && <InstallOffer />;
}
