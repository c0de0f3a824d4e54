import type { ComponentType } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { PaymentMethod } from '../payment.ts';
import { BankPanel, type PanelProps } from './bank-panel.tsx';
import { CardPanel } from './card-panel.tsx';

const MahoniPanel = lazyPart(async () => (await import('./mahoni-panel.tsx')).MahoniPanel);

const panels: Readonly<Record<PaymentMethod, ComponentType<PanelProps>>> = {
  bank_transfer: BankPanel,
  card: CardPanel,
  crypto: MahoniPanel,
};

export function PayPanel(props: PanelProps) {
  const Panel = panels[props.shown.payment.method];
  return <Panel {...props} />;
}
